import { describe, expect, it } from 'vitest'
import { pathToRoots } from './selection.ts'

const card = (id: string, parentId: string | null) =>
  [id, { id, parentId, x: 0, y: 0, isCollapsed: false, order: 0 }] as const
const cards = new Map([card('root', null), card('child', 'root'), card('grandchild', 'child'), card('other', 'root')])

describe('the path to the roots', () => {
  it('holds the selected card and its ancestors, and no other branch', () =>
    expect(pathToRoots(cards, new Set(['grandchild']))).toEqual(new Set(['grandchild', 'child', 'root'])))

  it('joins the paths of several cards', () =>
    expect(pathToRoots(cards, new Set(['child', 'other']))).toEqual(new Set(['child', 'root', 'other'])))

  it('is empty without a selection', () => expect(pathToRoots(cards, new Set())).toEqual(new Set()))
})
