import { expect, it, onTestFinished } from 'vitest'
import type { Rect } from '#domain/geometry/rect.ts'
import type { FromPainter } from '../painter/paint-protocol.ts'
import type { Painter } from '../painter/painter.ts'
import { createTileLayer, type TileFrame } from './tile-layer.ts'

const viewport = { width: 1_000, height: 500 }
const still: TileFrame = {
  camera: { zoom: 1, panX: 0, panY: 0 },
  viewport,
  pace: 'resting',
  demand: 'view',
  within: null,
  heading: { x: 0, y: 0 },
  isShownByElements: null,
}

/** A layer over an empty board, and what it requests of a painter that answers at once: with all pictures, or with none that is sharper. */
function openLayer(pictures: 'all' | 'missing') {
  const host = document.createElement('div')
  document.body.append(host)
  onTestFinished(() => host.remove())
  const asked: { readonly zoom: number; readonly detail: string }[] = []
  const timings: string[] = []
  const areas: Rect[] = []
  const forgotten = new Set<number>()
  const painter: Painter = {
    setLook() {},
    loadNow() {},
    paint(request, onPainted: (painted: FromPainter) => void) {
      const { zoom, detail, area } = request
      areas.push(area)
      const place = asked.push({ zoom, detail }) - 1
      timings.push(request.timing)
      const isAnswered = pictures === 'all' || request.timing !== 'whenSharper'
      queueMicrotask(async () => {
        if (!isAnswered) return
        const bitmap = await createImageBitmap(new ImageData(1, 1))
        onPainted({ id: asked.length, bitmap, isComplete: pictures === 'all', lacksPictures: false })
      })
      return { forget: () => void forgotten.add(place) }
    },
    hasFailed: () => false,
    stop() {},
  }
  const layer = createTileLayer({
    host,
    painter,
    ground: 'dotted',
    contentOf: (area) => ({
      request: { area, cards: [], connectors: [], items: { frames: [], notes: [] } },
      cardIds: new Set(),
    }),
    onPainted() {},
  })
  /** Draws frames until nothing new is requested in five of them. */
  const rest = async (frame: TileFrame = still) => {
    for (let idle = 0, known = asked.length; idle < 5; idle = asked.length === known ? idle + 1 : 0) {
      known = asked.length
      layer.frame(frame)
      await new Promise(requestAnimationFrame)
    }
  }
  const shownLevels = () =>
    [...host.querySelectorAll<HTMLElement>('.canvas-level')].filter(
      // One with a negative index lies below the others, which hide it.
      (level) => level.style.display === '' && level.style.zIndex === '' && level.childElementCount > 0,
    ).length
  return { asked, timings, areas, forgotten, rest, layer, shownLevels, host }
}

it('prepares the far view from small thumbnails once the view is sharp, and before what lies at its edges', async () => {
  const { asked, rest } = openLayer('all')
  await rest()
  const firstFar = asked.findIndex(({ zoom }) => zoom === 0.1)
  const lastFar = asked.findLastIndex(({ zoom }) => zoom === 0.1)
  // A view of 1,000 × 500 pixels: two tiles of 512.
  expect(asked.slice(0, firstFar)).toEqual(Array(2).fill({ zoom: 1, detail: 'resting' }))
  for (const far of asked.slice(firstFar, lastFar + 1)) expect(far).toEqual({ zoom: 0.1, detail: 'moving' })
  expect(asked.length).toBeGreaterThan(lastFar + 1)
})

it('prepares nothing while pictures of the view are missing', async () => {
  const { asked, rest } = openLayer('missing')
  await rest()
  expect(asked).toEqual(Array(2).fill({ zoom: 1, detail: 'resting' }))
})

it('paints the far view sharp where it is the view itself', async () => {
  const { asked, rest } = openLayer('all')
  await rest()
  const before = asked.length
  await rest({ ...still, camera: { zoom: 0.1, panX: 0, panY: 0 } })
  expect(asked.slice(before)).toContainEqual({ zoom: 0.1, detail: 'resting' })
})

it('says when every card is shown where it is, though sharper pictures are missing', async () => {
  const { rest, layer } = openLayer('missing')
  expect(layer.frame(still)).toBe('waiting')
  await rest()
  expect(layer.frame(still)).toBe('current')
  // A card has moved: the tiles show where it was.
  layer.invalidate([], [{ x: 10, y: 10, width: 10, height: 10 }])
  expect(layer.frame(still)).toBe('waiting')
  await rest()
  expect(layer.frame(still)).toBe('current')
})

it('paints no tile outside of the part of the board where it has something', async () => {
  const { asked, rest, layer } = openLayer('missing')
  const frame: TileFrame = { ...still, within: { x: 600, y: 0, width: 100, height: 100 } }
  await rest(frame)
  expect(asked).toHaveLength(1)
  expect(layer.frame({ ...still, within: { x: 5_000, y: 0, width: 100, height: 100 } })).toBe('complete')
})

it('asks for nothing but sharper pictures of what it shows, and forgets them when it has left the view', async () => {
  const { asked, timings, forgotten, rest } = openLayer('missing')
  await rest({ ...still, pace: 'zooming' })
  const coarse = asked.length
  await rest()
  expect(timings.slice(coarse)).toEqual(Array(2).fill('whenSharper'))
  forgotten.clear()
  await rest({ ...still, camera: { zoom: 1, panX: -5_120, panY: 0 } })
  expect([...forgotten]).toEqual([coarse, coarse + 1])
})

it.each(['zooming', 'resting'] as const)(
  'shows one level alone while another is painted for a view that is %s',
  async (pace) => {
    const { rest, layer, shownLevels } = openLayer('all')
    await rest()
    const seen = new Set<number>()
    for (let frame = 0; frame < 12; frame++) {
      layer.frame({ ...still, pace, camera: { zoom: 2.5, panX: -200, panY: -100 } })
      seen.add(shownLevels())
      await new Promise(requestAnimationFrame)
    }
    expect([...seen]).toEqual([1])
  },
)

it('keeps what is sharp while new ground comes into the view of a pan', async () => {
  const { rest, layer, shownLevels } = openLayer('all')
  await rest()
  layer.frame({ ...still, pace: 'panning', camera: { zoom: 1, panX: -700, panY: 0 } })
  expect(shownLevels()).toBe(2)
})

it('puts in one tile a frame while the view moves, and all that have come once it rests', async () => {
  const { layer, host } = openLayer('all')
  const tiles = () => host.querySelectorAll('canvas').length
  const wide: TileFrame = { ...still, pace: 'panning', viewport: { width: 1_500, height: 500 } }
  layer.frame(wide)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const seen = [1, 2].map(() => {
    layer.frame(wide)
    return tiles()
  })
  layer.frame({ ...wide, pace: 'resting' })
  expect([...seen, tiles()]).toEqual([1, 2, 3])
})

it('paints what lies ahead of a pan, and nothing at its sides', async () => {
  const { areas, rest, layer } = openLayer('all')
  const panned: TileFrame = { ...still, pace: 'panning', heading: { x: 1, y: 0 } }
  layer.frame(panned)
  const before = areas.length
  await rest({ ...panned, camera: { zoom: 1, panX: -10, panY: 0 } })
  // A view of 1,000 × 500 pixels has two tiles of 512: one more comes at the right, none above or below.
  expect(areas.slice(before).map(({ x, y }) => [x, y])).toEqual([[1_024, 0]])
})

it('paints nothing that elements show in a fast pan', async () => {
  const { areas, rest } = openLayer('all')
  const isShownByElements = ({ x }: Rect) => x < 512
  await rest({ ...still, pace: 'panning', isShownByElements })
  expect(areas.map(({ x }) => x)).toEqual([512])
})
