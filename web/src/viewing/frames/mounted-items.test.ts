import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Frame, Note } from '#domain/board/board-item.ts'
import { createMountedItems } from './mounted-items.ts'

let frames: (() => void)[] = []
/** What the browser does in the next frame. */
const nextFrame = () => {
  const due = frames
  frames = []
  for (const run of due) run()
}
beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', (timer: number) => frames.splice(timer - 1, 1))
})
afterEach(() => vi.unstubAllGlobals())

const note = (place: number): Note => ({ id: `note ${place}`, text: 'warmer light', x: place * 10, y: 0 })
const frame = (place: number, width = 900): Frame => ({
  id: `frame ${place}`,
  title: 'Ideas',
  x: place * 10,
  y: 0,
  width,
  height: 900,
})

function openBoard(items: { readonly notes?: readonly Note[]; readonly frames?: readonly Frame[] }, zoom = 1) {
  let isHidden = false
  const camera = { panX: 0, panY: 0, zoom }
  let onFrame = () => {}
  let onRest = () => {}
  const mounted = createMountedItems(
    {
      get: () => camera,
      visible: () => ({ x: 0, y: 0, width: 1_440 / camera.zoom, height: 900 / camera.zoom }),
      onFrame(listener) {
        onFrame = listener
        return () => {}
      },
      onRest(listener) {
        onRest = listener
        return () => {}
      },
    },
    {
      get: () => ({
        frames: new Map(items.frames?.map((each) => [each.id, each])),
        notes: new Map(items.notes?.map((each) => [each.id, each])),
      }),
      subscribe: () => () => {},
    },
    () => isHidden,
  )
  mounted.start()
  return {
    mounted,
    zoomTo(next: number) {
      camera.zoom = next
      onFrame()
    },
    hide(hidden: boolean) {
      isHidden = hidden
    },
    rest: () => onRest(),
  }
}
const someNotes = (count: number) => Array.from({ length: count }, (_, place) => note(place))

describe('the frames and notes that are elements of the page', () => {
  it('are those in and around the view, larger frames first', () => {
    const far = { ...note(1), id: 'far', x: 9_000 }
    const { mounted } = openBoard({ notes: [note(0), far], frames: [frame(0, 100), frame(1, 900)] })
    expect(mounted.get().notes.map(({ id }) => id)).toEqual(['note 0'])
    expect(mounted.get().frames.map(({ id }) => id)).toEqual(['frame 1', 'frame 0'])
  })

  it('come a few in each frame, with all their words', () => {
    const { mounted } = openBoard({ notes: someNotes(60) })
    const counts = [mounted.get().notes.length]
    while (frames.length > 0) {
      nextFrame()
      counts.push(mounted.get().notes.length)
    }
    expect(counts).toEqual([24, 48, 60])
    expect(mounted.get().blank.size).toBe(0)
  })

  it('are blank notes where they come into view too far to be read, and get their words when they are near', () => {
    const { mounted, zoomTo } = openBoard({ notes: someNotes(60) }, 0.2)
    expect([mounted.get().notes.length, mounted.get().blank.size]).toEqual([60, 60])
    zoomTo(0.5)
    const counts = [mounted.get().blank.size]
    while (frames.length > 0) {
      nextFrame()
      counts.push(mounted.get().blank.size)
    }
    expect(counts).toEqual([36, 12, 0])
    expect(mounted.get().notes).toHaveLength(60)
  })

  it('wait for the end of a zoom where tiles show them', () => {
    const far = { ...note(1), id: 'far', x: 9_000 }
    const { mounted, zoomTo, hide, rest } = openBoard({ notes: [note(0), far] })
    hide(true)
    zoomTo(0.1)
    expect(mounted.get().notes.map(({ id }) => id)).toEqual(['note 0'])
    hide(false)
    rest()
    expect(mounted.get().notes.map(({ id }) => id)).toEqual(['note 0', 'far'])
  })

  it('keep their words when the view goes far', () => {
    const { mounted, zoomTo } = openBoard({ notes: someNotes(3) })
    zoomTo(0.2)
    expect([mounted.get().notes.length, mounted.get().blank.size]).toEqual([3, 0])
  })
})
