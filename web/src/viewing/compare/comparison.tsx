import { Maximize, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useReturnFocus } from '#web/ui/focus.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CompareFacts } from './compare-facts.tsx'
import { type CompareMode, compareModes } from './compare-modes.ts'
import { CompareStage } from './compare-stage.tsx'
import { compareTexts } from './compare-texts.ts'
import type { ComparedPicture } from './compared-picture.ts'
import { useLockedView } from './use-locked-view.ts'
import './compare.css'

type ComparisonProps = {
  /** Two to four. Where fewer are left, because others have gone, it closes. */
  pictures: readonly ComparedPicture[]
  /** A selector of what takes the focus at the end where what had it before is gone. */
  returnTo: string
  /** What one says for a picture, beside its letter. */
  vote(picture: ComparedPicture, letter: string): ReactNode
  onClose(): void
}

/** Two to four pictures in the dark, with what they were made with beside them. */
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
