import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readableZoom } from '../scene/picture-boxes.ts'
import type { CardFace } from '../scene/scene.ts'
import { type Brush, paintCard, wrapText } from './paint-card.ts'
import { type HiddenParts, type Look, nothingHidden, type PaintedCard } from './paint-protocol.ts'

/** Of a single picture. */
const facts = ['1024 × 1024 pixels', '22 November 2026']

/** A canvas context that does nothing. */
const context = new Proxy({} as OffscreenCanvasRenderingContext2D, {
  get: () => () => ({ width: 10, fontBoundingBoxAscent: 8, fontBoundingBoxDescent: 2 }),
  set: () => true,
})
const colors: Readonly<Partial<Record<keyof Look, string>>> = { accent: '#00ff00', danger: '#ff0000' }
const look = new Proxy({} as Look, { get: (_, name: keyof Look) => colors[name] ?? '#000000' })

/** A card at the origin, without what selections and searches add. */
const unmarked = {
  ...{ x: 0, y: 0, isCollapsed: false },
  ...{ isSelected: false, isOnPath: false, isDimmed: false, hidden: nothingHidden },
}

const face = (over: Partial<CardFace>): CardFace => ({
  prompt: 'a pear',
  model: 'Sketch',
  badge: null,
  branchKind: null,
  isRunning: false,
  bestPlace: 0,
  facts: [],
  usedFacts: null,
  images: [0, 1, 2, 3].map((place) => ({
    id: `image-${place}`,
    state: 'picture',
    averageColor: null,
    isStarred: false,
    width: 1_024,
    height: 1_024,
    sheet: null,
  })),
  ...over,
})

/** The texts that are painted of a card. */
function paintedTexts(zoom: number, over: Partial<CardFace>) {
  const texts: string[] = []
  const writing = new Proxy(context, {
    get: (target, name: 'fillText') => (name === 'fillText' ? (text: string) => texts.push(text) : target[name]),
    set: () => true,
  })
  const card = { ...unmarked, face: face(over) }
  paintCard({ context: writing, look, zoom, drawPicture: () => true }, card)
  return texts
}

/** The widths of the painted pictures of a card. */
function paintedWidths(zoom: number, over: Partial<CardFace>, hidden: HiddenParts = nothingHidden) {
  const widths: number[] = []
  const brush: Brush = {
    context,
    look,
    zoom,
    drawPicture(_, { width }) {
      widths.push(Math.round(width))
      return true
    },
  }
  const card: PaintedCard = { ...unmarked, hidden, face: face(over) }
  paintCard(brush, card)
  return widths
}

describe('a painted card', () => {
  // Node has none.
  beforeEach(() => void vi.stubGlobal('Path2D', class {}))
  afterEach(() => void vi.unstubAllGlobals())

  it('shows its pictures in four columns where words can be read', () =>
    expect(paintedWidths(readableZoom, { bestPlace: 2 })).toEqual([188, 188, 188, 188]))

  it('is covered by its pictures when zoomed out, the best one the largest', () =>
    expect(paintedWidths(readableZoom / 2, { bestPlace: 2 })).toEqual([129, 129, 400, 129]))

  it.each([readableZoom, readableZoom / 2])('leaves out the pictures that other cards cover, at %d', (zoom) => {
    const whole = paintedWidths(zoom, { bestPlace: 2 })
    const seen = paintedWidths(zoom, { bestPlace: 2 }, { pictures: [1, 2], caption: true })
    expect(seen).toEqual([whole[0], whole[3]])
  })

  it.each([
    ['lit on the path to the selected card', { isOnPath: true }, {}, '#00ff00'],
    ['lit where it is running', {}, { isRunning: true }, '#00ff00'],
    ['quiet elsewhere', {}, {}, '#000000'],
  ])('has the mark of its kind %s', (_, over, faceOver, color) => {
    const card = { ...unmarked, ...over, face: face({ branchKind: 'remix', ...faceOver }) }
    const strokes: string[] = []
    const drawing = new Proxy(context, {
      set(_target, name, value) {
        if (name === 'strokeStyle') strokes.push(value)
        return true
      },
    })
    paintCard({ context: drawing, look, zoom: readableZoom, drawPicture: () => true }, card)
    expect(strokes.slice(-2)).toEqual([color, color])
  })

  it.each([
    ['near', 1, 1],
    ['where words can be read', readableZoom, 1],
    ['zoomed out', readableZoom / 2, 0],
    ['the best one of a card, zoomed out', readableZoom / 2, 1, 2],
  ])('has a sign on a failed picture %s, where there is room', (_, zoom, signs, bestPlace = 0) => {
    const images = face({}).images.map((image, place) => (place === 2 ? { ...image, state: 'failed' as const } : image))
    const strokes: string[] = []
    const drawing = new Proxy(context, {
      set(_target, name, value) {
        if (name === 'strokeStyle') strokes.push(value)
        return true
      },
    })
    const card = { ...unmarked, face: face({ images, bestPlace }) }
    paintCard({ context: drawing, look, zoom, drawPicture: () => true }, card)
    expect(strokes.filter((color) => color === '#ff0000')).toHaveLength(signs)
  })

  it.each([
    ['beside its only picture', readableZoom, facts],
    ['but not when zoomed out', readableZoom / 2, []],
  ])('writes the facts %s', (_, zoom, expected) => {
    const texts = paintedTexts(zoom, { images: face({}).images.slice(0, 1), facts })
    expect(texts.filter((text) => facts.includes(text))).toEqual(expected)
  })
})

/** A typeface in which every character is one wide. */
const measure = (text: string) => Array.from(text).length
const wrap = (text: string, width = 10) => wrapText(text, width, 2, measure)

describe('the lines of a prompt', () => {
  it('break between words', () => expect(wrap('a red fox in')).toEqual(['a red fox', 'in']))
  it('end in an ellipsis where there are too many', () =>
    expect(wrap('a red fox in the deep snow')).toEqual(['a red fox', 'in the…']))
  it('break inside of a word that is too long', () => expect(wrap('supercalifragil')).toEqual(['supercalif', 'ragil']))
  it('treat line breaks as spaces', () => expect(wrap('a\nred   fox')).toEqual(['a red fox']))
  it('are none for an empty prompt', () => expect(wrap('  ')).toEqual([]))

  it('always fit, and begin as the text does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer({ min: 4, max: 30 }), (text, width) => {
        const lines = wrap(text, width)
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
        const joined = lines.join('').replaceAll(' ', '').replace(/…$/, '')
        expect(text.replace(/\s+/g, '').startsWith(joined)).toBe(true)
      }),
    )
  })
})
