import { describe, expect, it } from 'vitest'
import type { CardLayout } from '#web/data/board/card-layout.ts'
import { initialView, newestCard } from './view-moves.ts'

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

describe('opening a project', () => {
  it('restores the last view exactly', () =>
    expect(initialView({ saved, cards: [card()], viewport, freshId: null })).toEqual({
      zoom: 0.5,
      panX: -100,
      panY: 20,
    }))

  it('centers the newest card at scale 1 without a saved view', () =>
    expect(initialView({ saved: null, cards: [card(), later], viewport, freshId: null })).toEqual({
      zoom: 1,
      panX: 500 - 11_300,
      panY: 300 - 10_170,
    }))

  it('centers the newly requested card, even with a saved view', () =>
    expect(initialView({ saved, cards: [card(), later], viewport, freshId: 'b' }).panX).toBe(500 - 11_300))

  it('stays at zoom 1, pan 0 without any card', () =>
    expect(initialView({ saved: null, cards: [], viewport, freshId: null })).toEqual({ zoom: 1, panX: 0, panY: 0 }))
})

describe('the newest card', () => {
  it('is the one created last, at any index of the list', () => expect(newestCard([later, card()])?.id).toBe('b'))
  it('is null on an empty board', () => expect(newestCard([])).toBeNull())
})
