import { expect, it } from 'vitest'
import { type Look, nothingHidden, type PaintRequest } from './paint-protocol.ts'
import { paintTile } from './paint-tile.ts'

const colors: Readonly<Partial<Record<keyof Look, string>>> = {
  panel: 'rgb(1 1 1)',
  checkerOdd: 'rgb(2 2 2)',
  checkerEven: 'rgb(3 3 3)',
}
const look = new Proxy({} as Look, { get: (_, name) => colors[name as keyof Look] ?? 'rgb(9 9 9)' })

/** A card with one transparent square, which stands 12 pixels from its corner. */
const request = (zoom: number): PaintRequest => ({
  id: 1,
  area: { x: 0, y: 0, width: 800, height: 340 },
  zoom,
  devicePixelRatio: 1,
  cards: [
    {
      ...{ x: 0, y: 0, isCollapsed: false },
      ...{ isSelected: false, isOnPath: false, isDimmed: false, hidden: nothingHidden },
      face: {
        prompt: '',
        model: '',
        badge: null,
        branchKind: null,
        isRunning: false,
        bestPlace: 0,
        facts: [],
        usedFacts: null,
        images: [
          {
            id: 'cut-out',
            state: 'picture',
            averageColor: null,
            isStarred: false,
            sheet: null,
            width: 100,
            height: 100,
          },
        ],
      },
    },
  ],
  connectors: [],
  items: { frames: [], notes: [] },
  ground: 'clear',
  timing: 'now',
  detail: 'resting',
})

/** A square picture, transparent where nothing is drawn. */
function picture(side: number, draw: (context: OffscreenCanvasRenderingContext2D) => void = () => {}): ImageBitmap {
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  draw(context)
  return canvas.transferToImageBitmap()
}

/** The red at points of the canvas where the card is painted with a picture. */
function painted(
  zoom: number,
  points: readonly { x: number; y: number }[],
  bitmap = picture(8),
): (number | undefined)[] {
  const context = new OffscreenCanvas(800 * zoom, 340 * zoom).getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  paintTile(context, { request: request(zoom), look, pictures: { get: () => bitmap } })
  return points.map(({ x, y }) => context.getImageData(x * zoom, y * zoom, 1, 1).data[0])
}

it('lays a transparent picture on checkers of 8 canvas pixels, as the page does', () =>
  expect(
    painted(1, [
      { x: 12 + 100, y: 12 + 100 },
      { x: 12 + 108, y: 12 + 100 },
      { x: 12 + 108, y: 12 + 108 },
    ]),
  ).toEqual([3, 2, 3]))

it('mixes all pixels of a picture that is four times as wide as it is painted', () => {
  const lines = picture(512, (context) => {
    context.fillRect(0, 0, 512, 512)
    context.fillStyle = 'white'
    for (let x = 0; x < 512; x += 4) context.fillRect(x, 0, 1, 512)
  })
  const row = Array.from({ length: 60 }, (_, place) => ({ x: 40 + 2 * place, y: 100 }))
  const reds = painted(0.5, row, lines).map(Number)
  expect(Math.max(...reds) - Math.min(...reds)).toBeLessThan(128)
})

it('lays it on the card alone when zoomed out, where they would be gray', () =>
  expect(painted(0.25, [{ x: 400, y: 160 }])).toEqual([1]))
