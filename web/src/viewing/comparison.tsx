import { Maximize, Star, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { textDifference } from '#domain/lineage/text-difference.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import { Dialog } from '#web/ui/popups.tsx'
import { type ComparedPicture, CompareStage, useLockedView } from './compare-stage.tsx'
import { type CompareMode, compareModes } from './gathered.ts'
import { PromptPieces } from './prompt-pieces.tsx'
import { compareTexts } from './texts.ts'
import './compare.css'

type ComparisonProps = {
  /** Two to four. Closes where fewer are left, because others were deleted. */
  pictures: readonly ComparedPicture[]
  /** A selector of the element to focus at the end if the previous one is gone. */
  returnTo: string
  /** The vote for an image, beside its alias. */
  vote(picture: ComparedPicture, letter: string): ReactNode
  onClose(): void
}

/** Compares two to four images side by side on a dark background, with their settings. */
export function Comparison({ pictures, returnTo, vote, onClose }: ComparisonProps) {
  const [mode, setMode] = useState<CompareMode>('side')
  const [other, setOther] = useState(1)
  const locked = useLockedView()
  const returnFocus = useReturnFocus(returnTo)
  const close = useRef(onClose)
  close.current = onClose
  const isOver = pictures.length < 2
  useEffect(() => {
    if (isOver) close.current()
  }, [isOver])

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          className="comparison"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={returnFocus}
        >
          <header className="compare-bar">
            <Dialog.Close asChild>
              <IconButton label={compareTexts.close} keys="Esc">
                <X />
              </IconButton>
            </Dialog.Close>
            <Dialog.Title className="font-semibold text-13 max-sm:sr-only">
              {compareTexts.title(pictures.length)}
            </Dialog.Title>
            <fieldset className="compare-modes" aria-label={compareTexts.modesLabel}>
              {compareModes.map((each) => (
                <button
                  key={each}
                  type="button"
                  className="chip"
                  aria-pressed={each === mode}
                  onClick={() => setMode(each)}
                >
                  {compareTexts.modes[each]}
                </button>
              ))}
            </fieldset>
            <IconButton label={compareTexts.fit} aria-disabled={locked.isWhole || undefined} onClick={locked.fit}>
              <Maximize />
            </IconButton>
          </header>
          <div className="compare-stage">
            <CompareStage
              mode={mode}
              pictures={pictures}
              other={Math.min(other, pictures.length - 1)}
              locked={locked}
            />
            {mode !== 'side' && pictures.length > 2 && (
              <fieldset className="compare-pairs" aria-label={compareTexts.pairLabel}>
                {pictures.slice(1).map(({ id }, index) => (
                  <button
                    key={id}
                    type="button"
                    className="chip"
                    aria-pressed={other === index + 1}
                    onClick={() => setOther(index + 1)}
                  >
                    {compareTexts.against(compareTexts.letter(index + 1))}
                  </button>
                ))}
              </fieldset>
            )}
          </div>
          <CompareFacts pictures={pictures} vote={vote} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type CompareFactsProps = {
  pictures: readonly ComparedPicture[]
  /** The vote for an image, beside its alias. */
  vote(picture: ComparedPicture, letter: string): ReactNode
}

/** The settings of each picture; differences are marked. The winner is picked here. */
function CompareFacts({ pictures, vote }: CompareFactsProps) {
  const [first] = pictures
  const differs = (place: number) => new Set(pictures.map(({ facts }) => facts[place]?.value)).size > 1
  return (
    <aside className="compare-facts" aria-label={compareTexts.settings}>
      {pictures.map((picture, at) => {
        const letter = compareTexts.letter(at)
        return (
          <section key={picture.id} aria-label={letter}>
            <header>
              <span className="compare-letter-inline">{letter}</span>
              {vote(picture, letter)}
            </header>
            {picture.prompt !== null && <PromptPieces pieces={textDifference(first?.prompt ?? '', picture.prompt)} />}
            <dl>
              {picture.facts.map(({ name, value }, place) => (
                <div key={name} data-differs={differs(place) || undefined}>
                  <dt>{name}</dt>
                  <dd>
                    {value}
                    {differs(place) && <span className="sr-only">, {compareTexts.differs}</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      })}
    </aside>
  )
}

type WinnerButtonProps = { letter: string; isWinner: boolean; onPick(): void }

/** Picks the winner of a comparison, or removes it. */
export const WinnerButton = ({ letter, isWinner, onPick }: WinnerButtonProps) => (
  <Button kind={isWinner ? 'solid' : 'line'} size="small" aria-pressed={isWinner} onClick={onPick}>
    <Star aria-hidden="true" fill={isWinner ? 'currentColor' : 'none'} />
    {isWinner ? compareTexts.winner : compareTexts.pick}
    <span className="sr-only">{compareTexts.which(letter)}</span>
  </Button>
)
