import { Maximize, Star, X } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { textDifference } from '#domain/lineage/text-difference.ts'
import {
  type LockedView,
  lockedMoved,
  lockedScaled,
  startPictureGestures,
  wholePictures,
} from '#web/canvas/picture/picture-view.ts'
import { reducedMotionQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { focusPanel } from '#web/ui/focus.ts'
import { Dialog } from '#web/ui/popups.tsx'
import { PromptPieces } from './prompt-pieces.tsx'
import { type CompareMode, compareModes, compareTexts } from './texts.ts'
import './compare.css'
import './viewing.css'

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
  const close = useRef(onClose)
  close.current = onClose
  const isOver = pictures.length < 2
  useEffect(() => {
    if (isOver) close.current()
  }, [isOver])

  return (
    <Dialog.Root open returnTo={returnTo} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          className="comparison fixed inset-0 z-dialog grid [animation:fade_var(--slow)_var(--out)] bg-(--room) outline-none"
          aria-describedby={undefined}
          onOpenAutoFocus={focusPanel}
        >
          <header className="flex min-w-0 items-center gap-3 bg-(--room) px-3 py-2.5 text-ink [color-scheme:dark]">
            <Dialog.Close asChild>
              <IconButton label={compareTexts.close} keys="Esc">
                <X />
              </IconButton>
            </Dialog.Close>
            <Dialog.Title className="font-semibold text-13 max-sm:sr-only">
              {compareTexts.title(pictures.length)}
            </Dialog.Title>
            <fieldset
              className="mx-auto flex min-w-0 scrollbar-none gap-0.5 overflow-x-auto max-sm:mx-0"
              aria-label={compareTexts.modesLabel}
            >
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
          <div className="relative flex min-h-0 flex-col bg-(--room) px-3 pb-3 text-ink [color-scheme:dark]">
            <CompareStage
              mode={mode}
              pictures={pictures}
              other={Math.min(other, pictures.length - 1)}
              locked={locked}
            />
            {mode !== 'side' && pictures.length > 2 && (
              <fieldset className="flex justify-center gap-0.5 pt-2" aria-label={compareTexts.pairLabel}>
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
    <aside
      className="compare-facts col-2 row-[1_/_3] flex flex-col gap-5 overflow-y-auto border-l border-hairline bg-panel p-4 max-md:col-1 max-md:row-3 max-md:border-t max-md:border-l-0 max-md:border-hairline [&_dd]:wrap-anywhere"
      aria-label={compareTexts.settings}
    >
      {pictures.map((picture, at) => {
        const letter = compareTexts.letter(at)
        return (
          <section className="flex flex-col gap-2" key={picture.id} aria-label={letter}>
            <header>
              <span className="font-semibold">{letter}</span>
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

type StageProps = {
  mode: CompareMode
  pictures: readonly ComparedPicture[]
  /** The layout of the second picture relative to the first. */
  other: number
  locked: ReturnType<typeof useLockedView>
}

/** The pictures, side by side or as overlays. */
function CompareStage({ mode, pictures, other, locked }: StageProps) {
  const [first] = pictures
  const second = pictures[other]
  if (mode === 'side' || !first || !second)
    return (
      <div className="compare-panes" data-count={pictures.length}>
        {pictures.map((picture, place) => (
          <div
            key={picture.id}
            ref={locked.paneRef}
            className="compare-pane [container-type:size] relative min-h-0 cursor-grab touch-none overflow-hidden rounded-8 bg-(--pit) select-none active:cursor-grabbing"
          >
            <Picture picture={picture} transform={locked.transform} />
            <span className="compare-letter">{compareTexts.letter(place)}</span>
          </div>
        ))}
      </div>
    )
  const pair = { first, second, letter: compareTexts.letter(other), locked }
  if (mode === 'slider') return <Slider {...pair} />
  return mode === 'overlay' ? <Overlay {...pair} /> : <Blink {...pair} />
}

function Picture({ picture, transform }: { picture: ComparedPicture; transform: string }) {
  /** Width by height, once it is loaded: checkers lie below the picture alone, not beside it. */
  const [ratio, setRatio] = useState<number | null>(null)
  return (
    <img
      src={picture.address}
      alt={picture.label}
      draggable={false}
      data-shown={ratio === null ? undefined : ''}
      style={{ transform, '--ratio': ratio ?? undefined } as CSSProperties}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
    />
  )
}

type PairProps = { first: ComparedPicture; second: ComparedPicture; letter: string; locked: StageProps['locked'] }

/** Two pictures as overlays; `style` defines how much of the second is visible. */
function Stack({ first, second, letter, locked, style }: PairProps & { style: React.CSSProperties }) {
  return (
    <div
      ref={locked.paneRef}
      className="compare-pane compare-stack [container-type:size] relative min-h-0 cursor-grab touch-none overflow-hidden rounded-8 bg-(--pit) select-none active:cursor-grabbing"
    >
      <div className="compare-layer absolute inset-0">
        <Picture picture={first} transform={locked.transform} />
      </div>
      <div className="compare-layer absolute inset-0" style={style}>
        <Picture picture={second} transform={locked.transform} />
      </div>
      <span className="compare-letter">{compareTexts.letter(0)}</span>
      <span className="compare-letter right-2.5 left-auto">{letter}</span>
    </div>
  )
}

function Slider(pair: PairProps) {
  const [split, setSplit] = useState(50)
  return (
    <div className="compare-panes">
      <Stack {...pair} style={{ clipPath: `inset(0 0 0 ${split}%)` }} />
      <div
        className="compare-split pointer-events-none absolute top-0 bottom-0 w-0.5 [translate:-1px] bg-(--mark)"
        style={{ left: `${split}%` }}
        aria-hidden="true"
      />
      <input
        type="range"
        className="compare-handle"
        aria-label={compareTexts.split}
        value={split}
        onChange={(event) => setSplit(event.target.valueAsNumber)}
      />
    </div>
  )
}

function Overlay(pair: PairProps) {
  const [opacity, setOpacity] = useState(50)
  return (
    <div className="compare-panes">
      <Stack {...pair} style={{ opacity: opacity / 100 }} />
      <input
        type="range"
        className="compare-range"
        aria-label={compareTexts.opacity(pair.letter)}
        value={opacity}
        onChange={(event) => setOpacity(event.target.valueAsNumber)}
      />
    </div>
  )
}

/** The time for which each picture is shown, in milliseconds. */
const blinkMs = 700

/** Shows one picture, then the other, at the same place. With reduced motion only when a key is pressed. */
function Blink(pair: PairProps) {
  const [isSecond, setSecond] = useState(false)
  const isStill = useMediaQuery(reducedMotionQuery)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isStill || isHeld) return
    const timer = setInterval(() => setSecond((now) => !now), blinkMs)
    return () => clearInterval(timer)
  }, [isStill, isHeld])
  return (
    <div className="compare-panes">
      <Stack {...pair} style={{ visibility: isSecond ? 'visible' : 'hidden' }} />
      <button
        type="button"
        className="compare-blink button button-line button-small absolute bottom-3 left-1/2 -translate-x-1/2 text-(--on-glass)"
        aria-pressed={isSecond}
        onClick={() => {
          setHeld(true)
          setSecond(!isSecond)
        }}
      >
        {compareTexts.blinkNow(isSecond ? pair.letter : compareTexts.letter(0))}
      </button>
    </div>
  )
}

/** The magnification of a double click. */
const closerFactor = 3

/** One view for all panes: a wheel, drag or pinch on any of them moves them all. */
function useLockedView() {
  const [view, setView] = useState<LockedView>(wholePictures)
  const stops = useRef(new Map<HTMLElement, () => void>())
  useEffect(() => {
    const all = stops.current
    return () => {
      for (const stop of all.values()) stop()
      all.clear()
    }
  }, [])

  /** The ref of a pane. */
  const paneRef = useRef((pane: HTMLElement | null) => {
    for (const [known, stop] of stops.current)
      if (!known.isConnected) {
        stop()
        stops.current.delete(known)
      }
    if (!pane || stops.current.has(pane)) return
    const part = ({ x, y }: { x: number; y: number }) => ({ x: x / pane.clientWidth, y: y / pane.clientHeight })
    stops.current.set(
      pane,
      startPictureGestures(pane, {
        onScale: (factor, still) => setView((before) => lockedScaled(before, factor, part(still))),
        onMove: (by) => setView((before) => lockedMoved(before, part(by))),
        onToggle: (still) =>
          setView((before) => (before.zoom > 1 ? wholePictures : lockedScaled(before, closerFactor, part(still)))),
        onSwipe: () => {},
      }),
    )
  }).current

  return {
    paneRef,
    isWhole: view.zoom === 1,
    fit: () => setView(wholePictures),
    transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.zoom})`,
  }
}

/** One setting of a picture. */
type PictureFact = { readonly name: string; readonly value: string }

/** A picture of a comparison. */
export type ComparedPicture = {
  readonly id: string
  /** The address of its largest file. */
  readonly address: string
  /** The alternative text. */
  readonly label: string
  /** Null where it is hidden. */
  readonly prompt: string | null
  /** The same names in the same order for every picture. */
  readonly facts: readonly PictureFact[]
}
