/** Fill of a shape: a color, grainy washes across it, and light on its form. */
import type { Rgb } from './color.ts'

/** A stippled gradient from nothing at (x0, y0) to `color` at (x1, y1), in pixels. */
export type Wash = {
  readonly color: Rgb
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly strength?: number
  readonly grain?: number
  /** Measure distance from (x0, y0) instead of along the axis. */
  readonly radial?: boolean
}

/** Light from a direction over a rounded form; `radius` in pixels is how far the turning edge reaches in. */
export type Form = {
  readonly shadow: Rgb
  readonly light?: Rgb
  readonly dx: number
  readonly dy: number
  readonly radius: number
  readonly grain?: number
  readonly strength?: number
}

/** Fade the whole fill out between two points: mist, rays, glow. */
export type Fade = {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly grain?: number
  readonly radial?: boolean
}

export type Ink = {
  readonly color: Rgb
  readonly alpha?: number
  readonly blend?: 'normal' | 'multiply' | 'screen'
  readonly washes?: readonly Wash[]
  readonly form?: Form | undefined
  readonly fade?: Fade
  /** The row from which something opaque will cover the shape anyway. */
  readonly until?: number | undefined
  /** No outline and no hand-cut edge: skies, glows, tiny marks. */
  readonly plain?: boolean
}

/** Flat numbers per wash, so the pixel loop never touches an object. */
export type Ramp = {
  readonly r: number
  readonly g: number
  readonly b: number
  readonly ax: number
  readonly ay: number
  readonly c: number
  readonly radial: boolean
  readonly grain: number
  readonly strength: number
}

export function toRamp(wash: Wash, grainScale: number): Ramp {
  const dx = wash.x1 - wash.x0
  const dy = wash.y1 - wash.y0
  const len2 = dx * dx + dy * dy || 1
  const grain = (wash.grain ?? 0.5) * grainScale
  const common = { r: wash.color[0], g: wash.color[1], b: wash.color[2], grain, strength: wash.strength ?? 1 }
  if (wash.radial) return { ...common, radial: true, ax: wash.x0, ay: wash.y0, c: 1 / Math.sqrt(len2) }
  return { ...common, radial: false, ax: dx / len2, ay: dy / len2, c: -(wash.x0 * dx + wash.y0 * dy) / len2 }
}
