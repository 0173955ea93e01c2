import { describe, expect, it } from 'vitest'
import { createLiftedCards, type TileFrame, type TileLayer } from './tile-layer.ts'

const frame: TileFrame = {
  camera: { zoom: 0.5, panX: 10, panY: 20 },
  viewport: { width: 1_000, height: 800 },
  pace: 'resting',
  demand: 'view',
  within: null,
  heading: { x: 0, y: 0 },
  isShownByElements: null,
}
/** Where the cards are. */
const area = { x: 40, y: 60, width: 900, height: 400 }

/** Cards to move, with the notifications of the tiles. */
function liftable(mounted: readonly string[] = []) {
  const notified: { changed: readonly string[]; up: readonly string[] }[] = []
  const frames: TileFrame[] = []
  const layer: TileLayer = {
    frame(each) {
      frames.push(each)
      return 'complete'
    },
    shows: () => true,
    showsWell: () => true,
    invalidate() {},
    invalidateAll() {},
    remove() {},
  }
  const cards = createLiftedCards({
    isMounted: (id) => mounted.includes(id),
    areaOf: () => area,
    onChange: (changed, up) => notified.push({ changed, up }),
  })
  cards.setLayer(layer)
  return { cards, notified, frames }
}

const ids = new Set(['a', 'b'])

describe('lifted cards', () => {
  it('leave the board’s tiles, and are on tiles of their own, shifted by the drag', () => {
    const { cards, frames } = liftable()
    cards.set({ ids, offset: { x: 100, y: -40 } })
    cards.frame(frame, 'complete')
    expect([cards.isOnBoard('a'), cards.isLifted('a'), cards.isOnBoard('c')]).toEqual([false, true, true])
    expect(frames).toMatchObject([{ ...frame, camera: { zoom: 0.5, panX: 60, panY: 0 }, within: {} }])
  })

  it('are painted when they are lifted and when they are dropped, not in between', () => {
    const { cards, notified } = liftable()
    cards.set({ ids, offset: { x: 1, y: 0 } })
    cards.set({ ids, offset: { x: 2, y: 0 } })
    cards.set(null)
    expect(notified).toEqual([
      { changed: ['a', 'b'], up: ['a', 'b'] },
      { changed: ['a', 'b'], up: [] },
    ])
  })

  it('stay where they were dropped until the board’s tiles show them there', () => {
    const { cards } = liftable()
    cards.set({ ids, offset: { x: 1, y: 0 } })
    cards.set(null)
    cards.frame(frame, 'waiting')
    expect([cards.isOnBoard('a'), cards.isLifted('a')]).toEqual([true, true])
    cards.frame(frame, 'complete')
    expect(cards.isLifted('a')).toBe(false)
  })

  it('do not wait for sharper pictures: on a crowded board those of the whole view may take long', () => {
    const { cards } = liftable()
    cards.set({ ids, offset: { x: 1, y: 0 } })
    cards.set(null)
    cards.frame(frame, 'current')
    expect(cards.isLifted('a')).toBe(false)
  })

  it('are painted where they were lifted, with the outline around them, and nowhere else', () => {
    const { cards, frames } = liftable()
    cards.set({ ids, offset: { x: 1_000, y: 0 } })
    cards.frame(frame, 'complete')
    // Three pixels of the screen are six of the board at this zoom.
    expect(frames[0]?.within).toEqual({ x: 34, y: 54, width: 912, height: 412 })
  })

  it('need no tiles while all of them are elements of the page', () => {
    const { cards, frames } = liftable(['a', 'b'])
    cards.set({ ids, offset: { x: 1, y: 0 } })
    cards.frame(frame, 'complete')
    expect(frames[0]?.demand).toBe('none')
  })
})
