import { describe, expect, it } from 'vitest'
import { createConnectorIndex } from '../scene/connector-index.ts'
import type { ItemFaces } from '../scene/scene.ts'
import { sceneOf } from '../testing/scenes.ts'
import { cardsToRepaint, noMarks, tileContent } from './tile-content.ts'

const at = (x: number, y: number) => ({ x, y, isCollapsed: false })
const area = { x: 0, y: 0, width: 2_000, height: 2_000 }
const all = () => true
const noItems: ItemFaces = { frames: [], notes: [] }

const contentOf = (
  scene: ReturnType<typeof sceneOf>,
  {
    marks = noMarks,
    items = noItems,
    isShown = all,
  }: { marks?: typeof noMarks; items?: ItemFaces; isShown?: (id: string) => boolean } = {},
) =>
  tileContent(
    { scene, connectors: createConnectorIndex(scene), marks: () => marks, items: () => items, isShown },
    area,
    0.2,
  )

const placesOf = ({ request }: ReturnType<typeof contentOf>) => request.cards.map(({ x }) => x)

describe('the content of a tile', () => {
  it('is its cards, from the lowest to the topmost, without hidden ones', () => {
    const hidden = { ...at(400, 400), isCollapsed: true }
    const scene = sceneOf([at(100, 1_000), hidden, at(700, 300), at(0, 300), at(5_000, 0)])
    expect(placesOf(contentOf(scene))).toEqual([100, 700, 0])
  })

  it('lights the lines into running cards and on the path of the selection', () => {
    const scene = sceneOf([at(0, 0), { ...at(0, 600), parent: 0 }, { ...at(900, 600), parent: 0 }])
    const marks = { selected: new Set<string>(), hits: null, path: new Set(['0', '2']) }
    expect(contentOf(scene, { marks }).request.connectors.map(({ isActive }) => isActive)).toEqual([false, true])
  })

  it('marks selected cards and those on the path to them, and dims cards outside a search result', () => {
    const scene = sceneOf([at(0, 0), at(900, 0)])
    const marks = { selected: new Set(['0']), hits: new Set(['1']), path: new Set(['1']) }
    const { cards } = contentOf(scene, { marks }).request
    expect(cards.map(({ isSelected, isOnPath, isDimmed }) => ({ isSelected, isOnPath, isDimmed }))).toEqual([
      { isSelected: true, isOnPath: false, isDimmed: true },
      { isSelected: false, isOnPath: true, isDimmed: false },
    ])
  })

  it('excludes cards that are being moved, and their connectors', () => {
    const scene = sceneOf([at(0, 0), { ...at(900, 600), parent: 0 }])
    const whole = contentOf(scene)
    const left = contentOf(scene, { isShown: (id) => id !== '1' })
    expect([whole.request.connectors.length, left.request.connectors.length]).toEqual([1, 0])
    expect(placesOf(left)).toEqual([0])
    // The tile has to be painted again when the card comes back.
    expect(left.cardIds).toContain('1')
  })

  it('includes the frames and notes that reach into it, with the titles above frames', () => {
    const frame = { width: 500, height: 500, title: 'Ideas', isSelected: false }
    const note = { text: 'warmer light', isSelected: false }
    const items = {
      frames: [
        { ...frame, x: 100, y: 100 },
        // Its title lies in the area, 24 screen pixels high at 20 %.
        { ...frame, x: 100, y: 2_100 },
        { ...frame, x: 100, y: 2_200 },
      ],
      notes: [
        { ...note, x: 0, y: 0 },
        { ...note, x: 4_000, y: 0 },
      ],
    }
    const { request } = contentOf(sceneOf([]), { items })
    expect(request.items).toEqual({ frames: items.frames.slice(0, 2), notes: items.notes.slice(0, 1) })
  })

  it('names the pictures and the caption of a card that others cover', () => {
    // Zoomed out, the best picture of a card is its left half; the other three stand beside it.
    const scene = sceneOf([at(500, 500), at(860, 460), at(620, 620)])
    const [lowest, middle, topmost] = contentOf(scene).request.cards
    expect(lowest?.hidden).toEqual({ pictures: [1, 2, 3], caption: false })
    expect(middle?.hidden.pictures).toEqual([])
    expect(topmost?.hidden).toEqual({ pictures: [], caption: false })
  })
})

const selecting = (...ids: string[]) => ({ ...noMarks, selected: new Set(ids) })

describe('the cards to repaint after a change of marks', () => {
  it('are those that joined or left the selection', () =>
    expect(cardsToRepaint(selecting('a', 'b'), selecting('b', 'c'))).toEqual(['a', 'c']))

  it('are those whose line is lit or no longer lit', () =>
    expect(cardsToRepaint(noMarks, { ...noMarks, path: new Set(['a']) })).toEqual(['a']))

  it('are none when the selection is the same', () =>
    expect(cardsToRepaint(selecting('a'), selecting('a'))).toEqual([]))

  it('are all when a search starts, changes or ends', () => {
    const looking = { ...noMarks, hits: new Set(['a']) }
    expect(cardsToRepaint(noMarks, looking)).toBe('all')
    expect(cardsToRepaint(looking, { ...noMarks, hits: new Set(['a']) })).toBe('all')
    expect(cardsToRepaint(looking, noMarks)).toBe('all')
  })
})
