/** How a medium behaves while painting; what it does to the finished sheet is in finish.ts. */

export type MediaName =
  | 'gouache'
  | 'riso'
  | 'woodblock'
  | 'poster'
  | 'cutpaper'
  | 'watercolour'
  | 'ink'
  | 'oil'
  | 'woodcut'
  | 'pixel'
  | 'blueprint'
  | 'neon'
  | 'noir'
  | 'pastel'
  | 'minimal'
  | 'anime'
  | 'photo'
  | 'print'

export type Media = {
  readonly name: MediaName
  /** Multiplier on every stipple. */
  readonly grain: number
  /** Unevenness of pigment inside one shape. */
  readonly mottle: number
  /** Hand-cut edge, as a share of the short side. */
  readonly wobble: number
  /** 0 keeps all modelling, 1 fills flat. */
  readonly flat: number
  readonly castShadow: number
  /** Pigment pooling at the rim of a wet wash. */
  readonly pool: number
  readonly opacity: number
}

const base = { grain: 1, mottle: 0.03, wobble: 0.0007, flat: 0, castShadow: 0, pool: 0, opacity: 1 }

const table: Record<MediaName, Omit<Media, 'name'>> = {
  gouache: { ...base, mottle: 0.055, wobble: 0.0013, grain: 0.9 },
  riso: { ...base, grain: 1.35, mottle: 0.035, wobble: 0.0006 },
  woodblock: { ...base, grain: 0.5, mottle: 0.045, wobble: 0.0011 },
  poster: { ...base, grain: 1.1, mottle: 0.012, wobble: 0.0003 },
  cutpaper: { ...base, grain: 0.7, flat: 0.72, castShadow: 0.006, mottle: 0.02, wobble: 0.0014 },
  watercolour: { ...base, grain: 0.35, mottle: 0.13, wobble: 0.0024, pool: 0.42, opacity: 0.93 },
  ink: { ...base, grain: 0.6, mottle: 0.1, wobble: 0.0022, pool: 0.3, opacity: 0.95 },
  oil: { ...base, grain: 0.5, mottle: 0.06, wobble: 0.0015 },
  woodcut: { ...base, grain: 0.3, mottle: 0, wobble: 0.001 },
  pixel: { ...base, grain: 0.35, mottle: 0, wobble: 0 },
  blueprint: { ...base, grain: 0, mottle: 0, wobble: 0, flat: 0.7 },
  neon: { ...base, grain: 0.5, mottle: 0.01, wobble: 0 },
  noir: { ...base, grain: 1.1, mottle: 0.02 },
  pastel: { ...base, grain: 1.7, mottle: 0.09, wobble: 0.0022 },
  minimal: { ...base, grain: 0.6, flat: 0.45, mottle: 0.012, wobble: 0.0002 },
  anime: { ...base, grain: 0.18, mottle: 0.012, wobble: 0.0002 },
  print: { ...base, grain: 1.15, mottle: 0.02, wobble: 0.0006 },
  photo: { ...base, grain: 0.3, mottle: 0.02 },
}

export const createMedia = (name: MediaName): Media => ({ name, ...table[name] })
