import { useEffect, useRef, useState } from 'react'
import {
  type LockedView,
  lockedMoved,
  lockedScaled,
  startPictureGestures,
  wholePictures,
} from '#web/canvas/picture/picture-view.ts'
import { reducedMotionQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import type { CompareMode } from './gathered.ts'
import { compareTexts } from './texts.ts'

type StageProps = {
  mode: CompareMode
  pictures: readonly ComparedPicture[]
  /** The layout of the second picture relative to the first. */
  other: number
  locked: ReturnType<typeof useLockedView>
}

/** The pictures, side by side or as overlays. */
export function CompareStage({ mode, pictures, other, locked }: StageProps) {
  const [first] = pictures
  const second = pictures[other]
  if (mode === 'side' || !first || !second)
    return (
      <div className="compare-panes" data-count={pictures.length}>
        {pictures.map((picture, place) => (
          <div key={picture.id} ref={locked.paneRef} className="compare-pane">
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
  return <img src={picture.address} alt={picture.label} draggable={false} style={{ transform }} />
}

type PairProps = { first: ComparedPicture; second: ComparedPicture; letter: string; locked: StageProps['locked'] }

/** Two pictures as overlays; `style` defines how much of the second is visible. */
function Stack({ first, second, letter, locked, style }: PairProps & { style: React.CSSProperties }) {
  return (
    <div ref={locked.paneRef} className="compare-pane compare-stack">
      <div className="compare-layer">
        <Picture picture={first} transform={locked.transform} />
      </div>
      <div className="compare-layer" style={style}>
        <Picture picture={second} transform={locked.transform} />
      </div>
      <span className="compare-letter">{compareTexts.letter(0)}</span>
      <span className="compare-letter compare-letter-right">{letter}</span>
    </div>
  )
}

function Slider(pair: PairProps) {
  const [split, setSplit] = useState(50)
  return (
    <div className="compare-panes">
      <Stack {...pair} style={{ clipPath: `inset(0 0 0 ${split}%)` }} />
      <div className="compare-split" style={{ left: `${split}%` }} aria-hidden="true" />
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

/** How long each picture is shown, in milliseconds. */
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
        className="compare-blink button button-line button-small"
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
export function useLockedView() {
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
export type PictureFact = { readonly name: string; readonly value: string }

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
