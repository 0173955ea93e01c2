import { describe, expect, it } from 'vitest'
import type { CardLayout } from '#web/data/board/card-layout.ts'
import { visibleConnectors } from './visible-connectors.ts'

const card = (id: string, over: Partial<CardLayout> = {}): CardLayout => ({
  id,
  parentId: null,
  x: 0,
  y: 0,
  isCollapsed: false,
  createdAt: 0,
  order: 0,
  ...over,
})
const ids = (cards: readonly CardLayout[], area: { x: number; y: number; width: number; height: number }) =>
  visibleConnectors(cards, area).map(({ parent, child }) => `${parent.id}:${child.id}`)

describe('the branches to draw', () => {
  const cards = [card('a'), card('b', { parentId: 'a', y: 3_000 }), card('c', { parentId: 'gone' })]

  it('run through the view although both cards lie outside of it', () =>
    expect(ids(cards, { x: 0, y: 1_000, width: 800, height: 600 })).toEqual(['a:b']))

  it('leave out what passes elsewhere', () =>
    expect(ids(cards, { x: 5_000, y: 1_000, width: 800, height: 600 })).toEqual([]))

  it('leave out a card whose parent is gone', () =>
    expect(ids([card('c', { parentId: 'gone' })], { x: 0, y: 0, width: 9_000, height: 9_000 })).toEqual([]))
})
