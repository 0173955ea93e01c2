import { describe, expect, it } from 'vitest'
import { screenPoint } from './camera.ts'
import { edgeScrollSpeed } from './edge-scroll.ts'

const viewport = { width: 800, height: 600 }

describe('edgeScrollSpeed', () => {
  it('is zero away from the edges', () => {
    expect(edgeScrollSpeed(screenPoint(24, 300), viewport)).toEqual({ x: 0, y: 0 })
    expect(edgeScrollSpeed(screenPoint(776, 576), viewport)).toEqual({ x: 0, y: 0 })
  })

  it('grows towards each edge', () => {
    expect(edgeScrollSpeed(screenPoint(12, 300), viewport)).toEqual({ x: -450, y: 0 })
    expect(edgeScrollSpeed(screenPoint(788, 594), viewport)).toEqual({ x: 450, y: 675 })
  })

  it('is full at the edge and beyond it', () => {
    expect(edgeScrollSpeed(screenPoint(800, -50), viewport)).toEqual({ x: 900, y: -900 })
  })
})
