import type { Frame, Note } from '#domain/board/board-item.ts'
import { overlaps, type Rect } from '#domain/geometry/rect.ts'
import { noteWidth } from '#domain/layout/frame-content.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { coverage } from '#web/canvas/culling.ts'

/** The frames and notes of a board, and the notification of their changes. */
export type ItemSource = {
  get(): { readonly frames: ReadonlyMap<string, Frame>; readonly notes: ReadonlyMap<string, Note> }
  subscribe(listener: () => void): () => void
}

/** Those that are elements of the page, larger frames first. */
export type MountedItems = { readonly frames: readonly Frame[]; readonly notes: readonly Note[] }

/** A note of 2,000 characters is some 1,900 canvas pixels high. */
const tallestNote = 2_000
/** A note takes about a quarter of a millisecond to mount: this many fit into a frame beside everything else. */
const notesAtOnce = 24

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 }
const areaOf = ({ width, height }: Rect) => width * height

const isSame = <Item>(a: readonly Item[], b: readonly Item[]) =>
  a.length === b.length && a.every((item, place) => item === b[place])

/**
 * Chooses the frames and notes in and around the view. In a frame of a moving camera it compares two rectangles, until
 * the view leaves the area that is mounted.
 */
export function createMountedItems(
  controller: Pick<CameraController, 'visible' | 'onFrame' | 'onRest'>,
  source: ItemSource,
) {
  const listeners = new Set<() => void>()
  let area = nowhere
  let mounted: MountedItems = { frames: [], notes: [] }
  let shownNotes: ReadonlySet<string> = new Set()
  let timer = 0

  const choose = () => {
    const { frames, notes } = source.get()
    const near = [...frames.values()].filter((frame) => overlaps(frame, area)).sort((a, b) => areaOf(b) - areaOf(a))
    const wanted = [...notes.values()].filter(({ x, y }) =>
      overlaps({ x, y, width: noteWidth, height: tallestNote }, area),
    )
    let room = notesAtOnce
    const taken = wanted.filter(({ id }) => shownNotes.has(id) || room-- > 0)
    cancelAnimationFrame(timer)
    if (taken.length < wanted.length) timer = requestAnimationFrame(choose)
    shownNotes = new Set(taken.map(({ id }) => id))
    if (isSame(near, mounted.frames) && isSame(taken, mounted.notes)) return
    mounted = { frames: near, notes: taken }
    for (const listener of [...listeners]) listener()
  }

  const follow = () => {
    const next = coverage(area, controller.visible())
    if (next === area) return
    area = next
    choose()
  }

  return {
    get: () => mounted,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Follows the camera and the board. Returns the stop. */
    start() {
      follow()
      choose()
      const stops = [controller.onFrame(follow), controller.onRest(follow), source.subscribe(choose)]
      return () => {
        for (const stop of stops) stop()
        cancelAnimationFrame(timer)
      }
    },
  }
}
