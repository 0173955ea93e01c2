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
  patience: 'now',
  detail: 'resting',
})

function painted(zoom: number, points: readonly { x: number; y: number }[]): (number | undefined)[] {
  const empty = new OffscreenCanvas(8, 8)
  empty.getContext('2d')
  const bitmap = empty.transferToImageBitmap()
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

it('lays it on the card alone when zoomed out, where they would be gray', () =>
  expect(painted(0.25, [{ x: 400, y: 160 }])).toEqual([1]))
