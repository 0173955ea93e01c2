import { describe, expect, it } from 'vitest'
import { toScreen } from '#domain/geometry/camera.ts'
import { covered, dockWidth } from '#web/canvas/free-view.ts'
import type { CardLayout } from '#web/data/board/entry.ts'
import { initialView, newestCard, viewOfLinked } from './view-moves.ts'

const card = (over: Partial<CardLayout> = {}): CardLayout => ({
  id: 'a',
  parentId: null,
  x: 10_000,
  y: 10_000,
  isCollapsed: false,
  createdAt: 0,
  order: 0,
  ...over,
})
const saved = {
  projectId: 'p',
  zoomLevel: 0.5,
  panX: -100,
  panY: 20,
  lastViewedGenerationId: null,
  updatedAt: '2026-11-20T12:00:00.000Z',
}
const viewport = { width: 1000, height: 600 }
const later = card({ id: 'b', x: 10_900, order: 1 })

const nothing = { saved: null, cards: [], frames: [], notes: [], viewport, opening: null, minimap: 'open' } as const

describe('opening a project', () => {
  it('restores the last view exactly', () =>
    expect(initialView({ ...nothing, saved, cards: [card()] })).toEqual({ zoom: 0.5, panX: -100, panY: 20 }))

  it('centers the newest card at scale 1 without a saved view', () =>
    expect(initialView({ ...nothing, cards: [card(), later] })).toEqual({
      zoom: 1,
      panX: 500 - 11_300,
      panY: 300 - 10_170,
    }))

  it('centers the newly requested card, even with a saved view', () =>
    expect(initialView({ ...nothing, saved, cards: [card(), later], opening: { kind: 'card', id: 'b' } }).panX).toBe(
      500 - 11_300,
    ))

  it('shows all of a new copy, with the title of its frame, even with a saved view', () => {
    const frames = [{ x: 9_950, y: 9_950, width: 1_800, height: 440 }]
    const notes = [{ text: 'Walls', x: 9_410, y: 9_950 }]
    const opening = { kind: 'whole' } as const
    const { zoom, panX, panY } = initialView({ ...nothing, saved, cards: [card(), later], frames, notes, opening })
    expect([9_410 * zoom + panX, 11_750 * zoom + panX].map(Math.round)).toEqual([68 + 24, 1_000 - 16 - 24])
    expect(9_950 * zoom + panY).toBeGreaterThan(80 + 60)
    expect(10_390 * zoom + panY).toBeLessThan(520)
  })

  it.each(['open', 'folded'] as const)('shows all of a new copy beside a minimap that is %s', (minimap) => {
    const wide = { width: 1_440, height: 900 }
    const opening = { kind: 'whole' } as const
    const corner = card({ id: 'b', x: 11_800, y: 11_000, order: 1 })
    const { zoom, panX, panY } = initialView({ ...nothing, viewport: wide, cards: [card(), corner], opening, minimap })
    const [right, bottom] = [12_600 * zoom + panX, 11_340 * zoom + panY]
    const isOverMinimap = right > 1_440 - 252 && bottom > 900 - 212
    expect(isOverMinimap).toBe(minimap === 'folded')
  })

  it('stays at zoom 1, pan 0 without any card', () =>
    expect(initialView(nothing)).toEqual({ zoom: 1, panX: 0, panY: 0 }))
})

describe('opening a project on a phone', () => {
  const phone = { width: 390, height: 844 }
  const open = (over: Partial<Parameters<typeof initialView>[0]>) =>
    initialView({ ...nothing, saved, viewport: phone, ...over })

  it('restores the last view exactly where a card is in it', () =>
    expect(open({ cards: [card(), card({ id: 'c', x: 300, y: 600 })] })).toEqual({ zoom: 0.5, panX: -100, panY: 20 }))

  it('restores it where a note is in it', () =>
    expect(open({ cards: [card()], notes: [{ text: 'Walls', x: 400, y: 300 }] }).panX).toBe(-100))

  it('restores it where the project is empty', () => expect(open({}).panX).toBe(-100))

  it('centers the nearest card where none is in view, at the same zoom', () => {
    const wide = { ...saved, zoomLevel: 0.3, panX: -2_500, panY: -2_700 }
    expect(open({ saved: wide, cards: [later, card()] })).toEqual({
      zoom: 0.3,
      panX: 390 / 2 - 10_400 * 0.3,
      panY: 844 / 2 - 10_170 * 0.3,
    })
  })

  it('shows the whole of that card where it would not fit at this zoom', () => {
    const { zoom } = open({ saved: { ...saved, zoomLevel: 2 }, cards: [card()] })
    expect(800 * zoom).toBeLessThan(390)
    expect(800 * zoom).toBeGreaterThan(300)
  })

  it('counts no card in view that lies under the header or the bars', () => {
    const openAt = (panY: number) =>
      open({ saved: { ...saved, zoomLevel: 0.4, panX: -3_960, panY }, cards: [card()] }).panY
    expect(openAt(-4_070)).toBeCloseTo(844 / 2 - 10_170 * 0.4)
    expect(openAt(-3_240)).toBeCloseTo(844 / 2 - 10_170 * 0.4)
    expect(openAt(-3_900)).toBe(-3_900)
  })
})

describe('opening a project in another window', () => {
  const left = { ...saved, panX: -4_500, panY: -4_785, viewWidth: 1_000, viewHeight: 600 }
  const open = (over: Partial<Parameters<typeof initialView>[0]>) =>
    initialView({ ...nothing, saved: left, cards: [card(), later], ...over })
  const middle = ({ zoom, panX, panY }: ReturnType<typeof open>, { width, height }: typeof viewport) => ({
    zoom,
    x: (width / 2 - panX) / zoom,
    y: (height / 2 - panY) / zoom,
  })

  it('restores the last view exactly where the window is the same', () =>
    expect(open({})).toEqual({ zoom: 0.5, panX: -4_500, panY: -4_785 }))

  it.each([
    { width: 1_440, height: 900 },
    { width: 720, height: 450 },
    { width: 390, height: 844 },
  ])('has the same middle and zoom in $width × $height', (size) =>
    expect(middle(open({ viewport: size }), size)).toEqual({ zoom: 0.5, x: 10_000, y: 10_170 }),
  )

  it('shows all cards where less than 30 % of one would be seen', () => {
    const corner = { ...left, panX: -5_380 }
    expect(open({ saved: corner })).toEqual({ zoom: 0.5, panX: -5_380, panY: -4_785 })
    const phone = { width: 390, height: 844 }
    const { zoom, panX } = open({ saved: { ...corner, panX: -5_900 }, viewport: phone })
    expect([10_000 * zoom + panX, 11_700 * zoom + panX].map(Math.round)).toEqual([16 + 24, 390 - 16 - 24])
  })

  it.each([
    { zoom: 2, from: { width: 390, height: 844 }, to: { width: 390, height: 790 } },
    { zoom: 1.7, from: { width: 390, height: 844 }, to: { width: 390, height: 790 } },
    { zoom: 4, from: { width: 1_440, height: 900 }, to: { width: 1_440, height: 880 } },
    { zoom: 3, from: { width: 1_280, height: 720 }, to: { width: 1_280, height: 700 } },
    { zoom: 3.5, from: { width: 1_280, height: 720 }, to: { width: 1_280, height: 700 } },
  ])('stays within a card that fills $from.width × $from.height at zoom $zoom', ({ zoom, from, to }) => {
    const within = {
      ...{ ...saved, zoomLevel: zoom, viewWidth: from.width, viewHeight: from.height },
      ...{ panX: from.width / 2 - 10_400 * zoom, panY: from.height / 2 - 10_170 * zoom },
    }
    const { x, y, ...view } = middle(open({ saved: within, viewport: to }), to)
    expect([view.zoom, Math.round(x), Math.round(y)]).toEqual([zoom, 10_400, 10_170])
  })
})

describe('the newest card', () => {
  it('is the one created last, at any index of the list', () => expect(newestCard([later, card()])?.id).toBe('b'))
  it('is null on an empty board', () => expect(newestCard([])).toBeNull())
})

describe('viewOfLinked', () => {
  const rect = { x: 1_000, y: 2_000, width: 700, height: 460 }
  const screenRect = (viewport: { width: number; height: number }) => {
    const view = viewOfLinked(rect, viewport)
    return { ...toScreen(rect, view), width: rect.width * view.zoom, height: rect.height * view.zoom }
  }

  it('centers a card at scale 1 in a window with room around it', () =>
    expect(screenRect({ width: 1_440, height: 900 })).toEqual({ x: 370, y: 220, width: 700, height: 460 }))

  it('shows a card smaller and beside the dock where the dock would cover its edge', () => {
    const { x, y, width, height } = screenRect({ width: 768, height: 1_024 })
    expect(x).toBeGreaterThanOrEqual(dockWidth)
    expect(x + width).toBeLessThanOrEqual(768 - covered.right)
    expect(y).toBeGreaterThanOrEqual(covered.top)
    expect(y + height).toBeLessThanOrEqual(1_024 - covered.bottom)
  })
})
