import { describe, expect, it } from 'vitest'
import type { CardFace } from '../scene/scene.ts'
import { type Brush, paintCard, readableZoom } from './paint-card.ts'
import type { Look, PaintedCard } from './paint-protocol.ts'

/** A canvas context that does nothing. */
const context = new Proxy({} as OffscreenCanvasRenderingContext2D, {
  get: () => () => ({ width: 10, fontBoundingBoxAscent: 8, fontBoundingBoxDescent: 2 }),
  set: () => true,
})
const look = new Proxy({} as Look, { get: () => '#000000' })

const face = (over: Partial<CardFace>): CardFace => ({
  prompt: 'a pear',
  model: 'Sketch',
  badge: null,
  settings: '1:1 · 1K',
  toggle: '',
  isRunning: false,
  bestPlace: null,
  images: [0, 1, 2, 3].map((place) => ({
    id: `image-${place}`,
    state: 'picture',
    averageColor: null,
    width: 1_024,
    height: 1_024,
    sheet: null,
  })),
  ...over,
})

/** The painted pictures of a card, with their widths. */
function painted(zoom: number, over: Partial<CardFace>) {
  const pictures: { readonly id: string; readonly width: number }[] = []
  const brush: Brush = {
    context,
    look,
    zoom,
    drawPicture({ id }, { width }) {
      pictures.push({ id, width })
      return true
    },
  }
  const card: PaintedCard = { x: 0, y: 0, isCollapsed: false, isSelected: false, isDimmed: false, face: face(over) }
  paintCard(brush, card)
  return pictures
}

describe('a painted card', () => {
  it('shows the best image alone when zoomed out, larger than among the others', () => {
    const [best, ...others] = painted(readableZoom / 2, { bestPlace: 2 })
    const [among] = painted(readableZoom * 2, { bestPlace: 2 })
    expect([best?.id, others]).toEqual(['image-2', []])
    expect(best?.width).toBeGreaterThan(among?.width ?? 0)
  })

  it('shows all images when zoomed in, while one is pending, and where none was chosen', () => {
    const all = ['image-0', 'image-1', 'image-2', 'image-3']
    const ids = (zoom: number, over: Partial<CardFace>) => painted(zoom, over).map(({ id }) => id)
    expect(ids(readableZoom * 2, { bestPlace: 2 })).toEqual(all)
    expect(ids(readableZoom / 2, { bestPlace: 2, isRunning: true })).toEqual(all)
    expect(ids(readableZoom / 2, {})).toEqual(all)
  })
})
