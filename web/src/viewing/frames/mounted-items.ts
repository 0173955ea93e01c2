import type { Frame, Note } from '#domain/board/board-item.ts'
import { overlaps, type Rect } from '#domain/geometry/rect.ts'
import { noteWidth } from '#domain/layout/frame-content.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { farZoom } from '#web/canvas/canvas-viewport.tsx'
import { coverage } from '#web/canvas/mounted-cards.ts'

/** The frames and notes of a board, and the notification of their changes. */
export type ItemSource = {
  get(): { readonly frames: ReadonlyMap<string, Frame>; readonly notes: ReadonlyMap<string, Note> }
  subscribe(listener: () => void): () => void
}

/** Those that are elements of the page, larger frames first. */
export type MountedItems = {
  readonly frames: readonly Frame[]
  readonly notes: readonly Note[]
  /** Notes that came into view where they can not be read: their words are no elements. */
  readonly blank: ReadonlySet<string>
}

/** A note of 2,000 characters is some 1,900 canvas pixels high. */
const tallestNote = 2_000
/** The words of a note take about a quarter of a millisecond to mount: this many fit into a frame beside everything else. */
const notesAtOnce = 24
/** The same for a title, or a note without its words. */
const plainAtOnce = 120

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 }
const areaOf = ({ width, height }: Rect) => width * height

const isSame = <Item>(a: readonly Item[], b: readonly Item[]) =>
  a.length === b.length && a.every((item, place) => item === b[place])

/** Those that are shown already, and some more. */
function someMore<Item extends { readonly id: string }>(
  wanted: readonly Item[],
  shown: ReadonlySet<string>,
  atOnce: number,
): Item[] {
  let room = atOnce
  return wanted.filter(({ id }) => shown.has(id) || room-- > 0)
}

const idsOf = (items: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(items.map(({ id }) => id))

/**
 * Chooses the frames and notes in and around the view. In a frame of a moving camera it compares two rectangles, until
 * the view leaves the area that is mounted.
 * @param isHidden Whether elements can't be seen, as where tiles show the same in a zoom
 */
export function createMountedItems(
  controller: Pick<CameraController, 'get' | 'visible' | 'onFrame' | 'onRest'>,
  source: ItemSource,
  isHidden: () => boolean = () => false,
) {
  const listeners = new Set<() => void>()
  let area = nowhere
  let isFar = false
  let mounted: MountedItems = { frames: [], notes: [], blank: new Set() }
  let timer = 0

  const choose = () => {
    const { frames, notes } = source.get()
    const wantedFrames = [...frames.values()].filter((frame) => overlaps(frame, area))
    const wantedNotes = [...notes.values()].filter(({ x, y }) =>
      overlaps({ x, y, width: noteWidth, height: tallestNote }, area),
    )
    const takenFrames = someMore(wantedFrames, idsOf(mounted.frames), plainAtOnce)
    const worded = new Set(mounted.notes.flatMap(({ id }) => (mounted.blank.has(id) ? [] : id)))
    const withWords = idsOf(someMore(wantedNotes, worded, isFar ? 0 : notesAtOnce))
    const takenNotes = isFar
      ? someMore(wantedNotes, idsOf(mounted.notes), plainAtOnce)
      : wantedNotes.filter(({ id }) => withWords.has(id) || mounted.blank.has(id))
    const blank = new Set(takenNotes.flatMap(({ id }) => (withWords.has(id) ? [] : id)))
    cancelAnimationFrame(timer)
    const isWhole =
      takenFrames.length === wantedFrames.length &&
      takenNotes.length === wantedNotes.length &&
      (isFar || blank.size === 0)
    if (!isWhole) timer = requestAnimationFrame(choose)
    const shownFrames = takenFrames.sort((a, b) => areaOf(b) - areaOf(a))
    const isAsBefore =
      isSame(shownFrames, mounted.frames) && isSame(takenNotes, mounted.notes) && isSame([...blank], [...mounted.blank])
    if (isAsBefore) return
    mounted = { frames: shownFrames, notes: takenNotes, blank }
    for (const listener of [...listeners]) listener()
  }

  const look = () => {
    area = coverage(area, controller.visible())
    isFar = controller.get().zoom < farZoom
  }

  const settle = () => {
    const [areaBefore, wasFar] = [area, isFar]
    look()
    if (area !== areaBefore || isFar !== wasFar) choose()
  }
  /** Items that can't be seen wait for the end of the zoom. */
  const follow = () => {
    if (!isHidden()) settle()
  }

  return {
    get: () => mounted,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Follows the camera and the board. Returns the stop. */
    start() {
      look()
      choose()
      const stops = [controller.onFrame(follow), controller.onRest(settle), source.subscribe(choose)]
      return () => {
        for (const stop of stops) stop()
        cancelAnimationFrame(timer)
      }
    },
  }
}
