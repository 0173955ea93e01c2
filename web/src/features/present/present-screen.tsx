import { ArrowLeft, ArrowRight, Captions } from 'lucide-react'
import {
  type CSSProperties,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { ImageShape } from '#contract/cards/image.ts'
import { noteSpace } from '#domain/layout/taken-space.ts'
import { type ImageSize, imageAddress } from '#web/data/pictures/image-address.ts'
import { userStorage } from '#web/data/storage/current-storage.ts'
import { useStore } from '#web/data/store.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { pictureSizeFor, slotFile } from '#web/features/board/cards/image-slot.tsx'
import { LightboxClose, LightboxFrame, usePreloaded } from '#web/features/lightbox/lightbox.tsx'
import { announce } from '#web/ui/announce.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import { type KeyPress, pressesControl } from '#web/ui/keyboard.ts'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { NoteText } from '#web/viewing/frames/note-text.tsx'
import { planPresentation, readSlide, type Slide, type SlideCard, type SlideKind, slideTitle } from './slides.ts'
import { presentTexts } from './texts.ts'
import '#web/viewing/frames/frames.css'
import './present.css'

/** Kept free around a frame, in screen pixels: for the title above and the bar below. */
const besides = 48
const aboveAndBelow = 136

const promptsKey = 'present-prompts'

/** Whether prompts are shown, as it was left in this browser. */
function usePromptsSwitch() {
  const [isOn, setOn] = useState(() => userStorage.read(promptsKey) === 'shown')
  const toggle = () => {
    userStorage.write(promptsKey, isOn ? 'hidden' : 'shown')
    setOn(!isOn)
  }
  return { isOn, toggle }
}

/** Cards or frames one after the other over the whole screen: arrow keys, Space, a tap, a swipe or the buttons turn the page. */
export function PresentScreen({ session }: { session: BoardSession }) {
  const { board, selection, overlays, controller } = session
  // Fixed when it begins: what is made meanwhile does not change the order.
  const [plan] = useState(() => planPresentation(board, selection.get()))
  const [{ kind, place }, setPosition] = useState(plan.start)
  const prompts = usePromptsSwitch()
  const size = useWindowSize()
  const returnFocus = useReturnFocus()
  const close = () => overlays.close('present')
  useFullScreen(close)
  useStore(board.items)
  useStore(board.size)

  const list = plan[kind]
  const slide = readSlide(board, list[place] ?? '')
  const title = slide ? slideTitle(slide) : presentTexts.gone
  const count = list.length
  useEffect(
    () => announce(count === 0 ? presentTexts.empty : presentTexts.slide(place + 1, count, title)),
    [place, count, title],
  )
  const neighbors = [place + 1, place - 1].flatMap((near) => {
    const other = kind === 'cards' && readSlide(board, list[near] ?? '')
    return other && other.kind === 'card' ? other.card.images.map(({ id }) => id) : []
  })
  usePreloaded(neighbors)

  const goTo = (next: number) => setPosition({ kind, place: Math.max(0, Math.min(count - 1, next)) })
  const next = () => goTo(place + 1)
  const previous = () => goTo(place - 1)
  const turning = useTurning({ next, previous })
  return (
    <LightboxFrame
      title={presentTexts.title}
      className="lightbox present grid-rows-[minmax(0,1fr)] text-ink [color-scheme:dark]"
      keys={[
        ['ArrowRight', next],
        ['ArrowLeft', previous],
        ...['ArrowDown', 'PageDown'].map((key) => [key, (event: KeyPress) => !isInNote(event) && next()] as const),
        ...['ArrowUp', 'PageUp'].map((key) => [key, (event: KeyPress) => !isInNote(event) && previous()] as const),
        // On a button the space bar presses it.
        [' ', (event) => !pressesControl(event) && !isInNote(event) && (event.shiftKey ? previous() : next())],
        ['Home', (event) => !isInNote(event) && goTo(0)],
        ['End', (event) => !isInNote(event) && goTo(count - 1)],
        ['P', prompts.toggle],
      ]}
      onClose={close}
      onCloseAutoFocus={returnFocus}
    >
      <div className="present-stage" {...turning}>
        {slide?.kind === 'frame' && (
          <h2 className="absolute inset-x-[64px] top-4 bottom-auto z-raised truncate text-center text-[15px]/6 font-medium">
            {slide.frame.title}
          </h2>
        )}
        {slide ? (
          <div key={slide.id} className="absolute inset-0 [animation:fade_var(--calm)_var(--out)]">
            <SlideView
              slide={slide}
              room={{ width: size.width - besides, height: size.height - aboveAndBelow }}
              showsPrompts={prompts.isOn}
              loadedFile={(image, images) => slotFile(image, images, controller.get().zoom)}
            />
          </div>
        ) : (
          <p className="grid h-full place-items-center px-6 text-center text-muted">
            {count === 0 ? presentTexts.empty : presentTexts.gone}
          </p>
        )}
      </div>
      <div className="absolute top-3 left-3 z-raised">
        <LightboxClose label={presentTexts.close} />
      </div>
      <div className="present-bar pointer-events-none absolute inset-x-0 top-auto bottom-3 z-raised flex items-center justify-center gap-1">
        <div className="island">
          {/* Not disabled at the ends: a disabled button loses the focus, and with it the keys. */}
          <IconButton label={presentTexts.previous} keys="ArrowLeft" aria-disabled={place === 0} onClick={previous}>
            <ArrowLeft />
          </IconButton>
          {count > 0 && (
            <span className="px-1 text-13 text-muted tabular-nums">{presentTexts.place(place + 1, count)}</span>
          )}
          <IconButton label={presentTexts.next} keys="ArrowRight" aria-disabled={place >= count - 1} onClick={next}>
            <ArrowRight />
          </IconButton>
          <IconButton label={presentTexts.prompts} keys="P" aria-pressed={prompts.isOn} onClick={prompts.toggle}>
            <Captions />
          </IconButton>
          {plan.frames.length > 0 && plan.cards.length > 0 && (
            <KindSwitch kind={kind} onChange={(other) => setPosition({ kind: other, place: 0 })} />
          )}
        </div>
      </div>
    </LightboxFrame>
  )
}

function KindSwitch({ kind, onChange }: { kind: SlideKind; onChange(kind: SlideKind): void }) {
  return (
    <fieldset className="flex" aria-label={presentTexts.what}>
      {(['frames', 'cards'] as const).map((each) => (
        <Button
          key={each}
          kind={each === kind ? 'solid' : 'quiet'}
          size="small"
          aria-pressed={each === kind}
          onClick={() => onChange(each)}
        >
          {presentTexts[each]}
        </Button>
      ))}
    </fieldset>
  )
}

/** The size of the window. */
function useWindowSize() {
  const [size, setSize] = useState({ width: innerWidth, height: innerHeight })
  useEffect(() => {
    const read = () => setSize({ width: innerWidth, height: innerHeight })
    addEventListener('resize', read)
    return () => removeEventListener('resize', read)
  }, [])
  return size
}

/** Fills the screen while it is mounted, where the browser allows it; leaving the full screen calls `onLeave`. */
function useFullScreen(onLeave: () => void): void {
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    let isFull = false
    const change = () => {
      if (document.fullscreenElement) isFull = true
      else if (isFull) leave.current()
    }
    document.addEventListener('fullscreenchange', change)
    // Phones and embedded pages refuse: the dialog covers the page all the same.
    document.documentElement.requestFullscreen?.().catch(() => {})
    return () => {
      document.removeEventListener('fullscreenchange', change)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [])
}

/** The sideways movement of a finger that turns the page, in screen pixels. */
const swipeLength = 48
/** A press in this part of the width, on the left, goes back. */
const backPart = 1 / 3

/** A sideways swipe of a finger turns the page; so does a tap or click: forward, on the left third back. */
function useTurning({ next, previous }: { next(): void; previous(): void }) {
  const from = useRef<PointerEvent | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      from.current = event.pointerType === 'touch' && event.isPrimary ? event : null
    },
    onPointerCancel() {
      from.current = null
    },
    onPointerUp(event: PointerEvent) {
      if (!from.current) return
      const right = event.clientX - from.current.clientX
      const isLevel = Math.abs(right) > 2 * Math.abs(event.clientY - from.current.clientY)
      from.current = null
      if (isLevel && Math.abs(right) >= swipeLength) (right > 0 ? previous : next)()
    },
    onClick({ clientX, target, currentTarget }: MouseEvent) {
      if (target instanceof Element && target.closest('a, figcaption')) return
      const { left, width } = currentTarget.getBoundingClientRect()
      if (clientX - left < width * backPart) previous()
      else next()
    },
  }
}

type SlideProps = {
  slide: Slide
  /** The room for it, in screen pixels. */
  room: { readonly width: number; readonly height: number }
  showsPrompts: boolean
  /** The file of an image that the canvas has loaded already: it is shown at once, and without a connection. */
  loadedFile(image: ImageShape, images: readonly ImageShape[]): ImageSize
}

/** A note shows at least so much of its text, also at the lower edge of its frame, in canvas pixels. */
const leastNote = 240

/** Below this zoom a card in a frame shows its first picture alone: four would be specks, and a full frame thousands of files. */
const onePictureBelow = 0.1

/** A slide as large as its room. */
function SlideView({ slide, room, showsPrompts, loadedFile }: SlideProps) {
  if (slide.kind === 'card') {
    return (
      <figure className="present-single m-0 flex size-full flex-col gap-4 px-6 pt-[68px] pb-[72px]">
        <Pictures images={slide.card.images} card={slide.card} size="original" loadedFile={loadedFile} />
        {showsPrompts && <figcaption>{slide.card.prompt}</figcaption>}
      </figure>
    )
  }
  const { frame, frames, cards, notes } = slide
  const zoom = Math.min(room.width / frame.width, room.height / frame.height)
  const world = {
    '--z': zoom,
    width: frame.width,
    height: frame.height,
    transform: `translate(-50%, -50%) scale(${zoom})`,
  } as CSSProperties
  /** The lower edge of the room, in canvas pixels. */
  const bottom = frame.y + frame.height / 2 + room.height / zoom / 2
  const at = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    position: 'absolute' as const,
    left: x - frame.x,
    top: y - frame.y,
  })
  return (
    <div className="absolute top-1/2 left-1/2" style={world}>
      {frames.map((inner) => (
        <div key={inner.id} className="frame-box" style={{ ...at(inner), width: inner.width, height: inner.height }} />
      ))}
      {cards.map((card) => {
        const images = zoom < onePictureBelow ? card.images.slice(0, 1) : card.images
        const side = Math.max(card.rect.width / images.length, card.rect.height)
        return (
          <figure
            key={card.id}
            className="present-card absolute m-0 flex w-[800px] flex-col"
            style={{ ...at(card.rect), height: card.rect.height }}
          >
            <Pictures
              images={images}
              card={card}
              size={pictureSizeFor(side * zoom, devicePixelRatio)}
              loadedFile={loadedFile}
            />
            {showsPrompts && <figcaption>{card.prompt}</figcaption>}
          </figure>
        )
      })}
      {frames.map((inner) => (
        <div key={inner.id} className="frame-head" style={{ ...at(inner), width: inner.width }}>
          <h3 className="frame-title">{inner.title}</h3>
        </div>
      ))}
      {notes.map((note) => {
        const y = Math.min(note.y, bottom - Math.min(noteSpace(note).height, leastNote))
        return <SlideNote key={note.id} text={note.text} style={{ ...at({ x: note.x, y }), maxHeight: bottom - y }} />
      })}
    </div>
  )
}

/** Whether a key is pressed in a note that is scrolled: there the browser scrolls by it. */
const isInNote = ({ target }: KeyPress): boolean => target instanceof Element && target.matches('.note')

/** A note on a slide. One that reaches below the room is scrolled, also by keys once it has the focus. */
function SlideNote({ text, style }: { text: string; style: CSSProperties }) {
  const element = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = element.current ?? {}
    setLong(scrollHeight > clientHeight)
  })
  const focus = isLong ? { tabIndex: 0, role: 'group', 'aria-label': presentTexts.note } : {}
  return (
    <div ref={element} className="note scroll-text" data-fixed style={style} {...focus}>
      <NoteText text={text} />
    </div>
  )
}

type PicturesProps = Pick<SlideProps, 'loadedFile'> & {
  images: readonly ImageShape[]
  card: SlideCard
  size: ImageSize
}

function Pictures({ images, card, size, loadedFile }: PicturesProps) {
  return (
    <div className="present-pictures grid min-h-0 flex-1 gap-2" data-count={images.length}>
      {images.map((image) => (
        <Picture
          key={image.id}
          prompt={card.prompt}
          wanted={imageAddress(image.id, size)}
          loaded={imageAddress(image.id, loadedFile(image, card.images))}
        />
      ))}
    </div>
  )
}

/** A picture: at once the file that is loaded already, over it the sharp one as soon as it is decoded. */
function Picture({ prompt, wanted, loaded }: { prompt: string; wanted: string; loaded: string }) {
  const { source, isLost } = useDecoded(wanted)
  const [isLoadedThere, setLoadedThere] = useState(false)
  return (
    <div className="present-picture grid min-h-0 place-items-center">
      {loaded !== wanted && !source && (
        <img
          className="size-full min-h-0 object-contain"
          src={loaded}
          alt={prompt}
          hidden={!isLoadedThere}
          draggable={false}
          onLoad={() => setLoadedThere(true)}
          onError={() => setLoadedThere(false)}
        />
      )}
      {source && <img className="size-full min-h-0 object-contain" src={source} alt={prompt} draggable={false} />}
      {isLost && !source && !isLoadedThere && <p className="text-center text-muted">{presentTexts.lost}</p>}
    </div>
  )
}
