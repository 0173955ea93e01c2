import { describe, expect, it } from 'vitest'
import { cardForm } from '#domain/layout/picture-box.ts'
import { sceneOf } from '../testing/scenes.ts'
import { cardAt, imageAt, nearZoom, shownSide } from './picture-boxes.ts'

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

describe('the side that the file of an element is chosen for', () => {
  const picture = { width: 1024, height: 768 }
  const on = { form: cardForm([picture, picture, picture, picture]), farBox: { width: 800, height: 340 } }
  const sideAt = (zoom: number) => shownSide(picture, on, zoom)

  it('follows the zoom as long as cards are elements', () => {
    expect(sideAt(1)).toBeCloseTo(2 * sideAt(0.5))
  })

  it('shrinks no further in a jump to a far view, whose cards leave the page', () => {
    expect(sideAt(0.1)).toBe(sideAt(nearZoom))
  })

  it('is at least what the picture covers where the card stays an element, as a selected one does', () => {
    expect(sideAt(0.34)).toBeCloseTo(0.34 * 800)
  })
})
