/** Color in OKLab/OKLCH; pixels themselves stay in sRGB because print-like mixing looks right there. */

export type Rgb = readonly [number, number, number]
export type Oklch = { readonly l: number; readonly c: number; readonly h: number }
type Lab = readonly [number, number, number]

export function hex(code: string): Rgb {
  const n = Number.parseInt(code.slice(1), 16)
  return [((n >> 16) & 255) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255]
}

const expand = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const compress = (v: number): number => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

function toLab(rgb: Rgb): Lab {
  const r = expand(rgb[0])
  const g = expand(rgb[1])
  const b = expand(rgb[2])
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function labToLinear(lab: Lab): [number, number, number] {
  const l = (lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2]) ** 3
  const m = (lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2]) ** 3
  const s = (lab[0] - 0.0894841775 * lab[1] - 1.291485548 * lab[2]) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const clamp01 = (v: number): number => (v < 0 ? 0 : v > 1 ? 1 : v)

function fromLab(lab: Lab): Rgb {
  const [r, g, b] = labToLinear(lab)
  return [compress(clamp01(r)), compress(clamp01(g)), compress(clamp01(b))]
}

export function toOklch(rgb: Rgb): Oklch {
  const [l, a, b] = toLab(rgb)
  return { l, c: Math.hypot(a, b), h: (Math.atan2(b, a) * 180) / Math.PI }
}

/** Out-of-gamut colors lose chroma, never lightness: clipping channels would shift the hue. */
export function fromOklch({ l, c, h }: Oklch): Rgb {
  const light = clamp01(l)
  const angle = (h * Math.PI) / 180
  let chroma = Math.max(0, c)
  for (let i = 0; i < 12; i++) {
    const lab: Lab = [light, chroma * Math.cos(angle), chroma * Math.sin(angle)]
    const linear = labToLinear(lab)
    if (linear.every((v) => v >= -0.002 && v <= 1.002)) return fromLab(lab)
    chroma *= 0.88
  }
  return fromLab([light, 0, 0])
}

/** Mixing in OKLab keeps midpoints clean where an sRGB mix would turn gray. */
export function mix(a: Rgb, b: Rgb, t: number): Rgb {
  const p = toLab(a)
  const q = toLab(b)
  return fromLab([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t])
}

export function tune(color: Rgb, change: { l?: number; c?: number; h?: number }): Rgb {
  const v = toOklch(color)
  return fromOklch({ l: v.l + (change.l ?? 0), c: v.c * (change.c ?? 1), h: v.h + (change.h ?? 0) })
}

/** The shadow of a color keeps its hue: darker, a little cooler, no greyer. Mixing with ink would muddy it. */
export function shade(color: Rgb, amount = 0.2): Rgb {
  const v = toOklch(color)
  const towards = ((v.h - 300 + 540) % 360) - 180
  return fromOklch({
    l: v.l - amount,
    c: v.c * 0.96 + 0.004,
    h: v.h - Math.sign(towards) * Math.min(Math.abs(towards), 9 * (amount / 0.2)),
  })
}

export const lightness = (color: Rgb): number => toLab(color)[0]
