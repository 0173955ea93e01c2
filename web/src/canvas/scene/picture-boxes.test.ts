import { describe, expect, it } from 'vitest'
import { sceneOf } from '../testing/scenes.ts'
import { cardAt, imageAt } from './picture-boxes.ts'

const scene = sceneOf([
  { x: 0, y: 0, isCollapsed: false },
  { x: 400, y: 100, isCollapsed: false },
  { x: 0, y: 1_000, isCollapsed: true },
])

describe('picking at a point', () => {
  it('finds the newest card', () => {
    expect(cardAt(scene, { x: 500, y: 200 })?.id).toBe('1')
    expect(cardAt(scene, { x: 100, y: 200 })?.id).toBe('0')
    expect(cardAt(scene, { x: -1, y: 0 })).toBeNull()
  })

  it('finds an image on the picture itself, not beside it in its column', () => {
    expect(imageAt(scene, { x: 12 + 93, y: 150 }, 1)).toMatchObject({ card: { id: '0' }, place: 0 })
    expect(imageAt(scene, { x: 12 + 191, y: 150 }, 1)).toBeNull()
  })

  it('finds an image where it covers the card when zoomed out', () => {
    expect(imageAt(scene, { x: 300, y: 50 }, 0.2)).toMatchObject({ card: { id: '0' }, place: 0 })
    expect(imageAt(scene, { x: 300, y: 50 }, 1)).toMatchObject({ card: { id: '0' }, place: 1 })
  })

  it('finds no image of a card below, nor of a collapsed one', () => {
    expect(imageAt(scene, { x: 405, y: 105 }, 1)).toBeNull()
    expect(imageAt(scene, { x: 12 + 93, y: 1_100 }, 1)).toBeNull()
  })
})
