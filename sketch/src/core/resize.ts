import type { Surface } from './surface.ts'

/** For each target column (or row): the two source columns and the share of the second, once per tap. */
type Axis = { readonly a: Int32Array; readonly b: Int32Array; readonly share: Float32Array }

function axis(source: number, target: number, offset: number, scale: number, taps: number): Axis {
  const a = new Int32Array(target * taps)
  const b = new Int32Array(target * taps)
  const share = new Float32Array(target * taps)
  for (let i = 0; i < target * taps; i++) {
    const at = Math.max(0, Math.min(source - 1, offset + ((i + 0.5) / taps) * scale - 0.5))
    a[i] = Math.floor(at)
    b[i] = Math.min(source - 1, a[i] + 1)
    share[i] = at - a[i]
  }
  return { a, b, share }
}

/** Area-aware cover fit: scales parents and references of any size to the requested size. */
export function cover(source: Surface, width: number, height: number): Surface {
  if (source.width === width && source.height === height) return { width, height, px: source.px.slice() }
  const scale = Math.min(source.width / width, source.height / height)
  const taps = Math.max(1, Math.min(8, Math.round(scale)))
  const across = axis(source.width, width, (source.width - width * scale) / 2, scale, taps)
  const down = axis(source.height, height, (source.height - height * scale) / 2, scale, taps)
  const px = new Float32Array(width * height * 3)
  const from = source.px
  const weight = 1 / (taps * taps)
  for (let y = 0; y < height; y++) {
    for (let ty = y * taps; ty < (y + 1) * taps; ty++) {
      const top = down.a[ty] * source.width
      const low = down.b[ty] * source.width
      const fy = down.share[ty]
      let o = y * width * 3
      for (let x = 0, tx = 0; x < width; x++, o += 3) {
        for (let k = 0; k < taps; k++, tx++) {
          const a = across.a[tx]
          const b = across.b[tx]
          const fx = across.share[tx]
          const w00 = (1 - fx) * (1 - fy) * weight
          const w10 = fx * (1 - fy) * weight
          const w01 = (1 - fx) * fy * weight
          const w11 = fx * fy * weight
          const i = (top + a) * 3
          const j = (top + b) * 3
          const m = (low + a) * 3
          const n = (low + b) * 3
          px[o] += from[i] * w00 + from[j] * w10 + from[m] * w01 + from[n] * w11
          px[o + 1] += from[i + 1] * w00 + from[j + 1] * w10 + from[m + 1] * w01 + from[n + 1] * w11
          px[o + 2] += from[i + 2] * w00 + from[j + 2] * w10 + from[m + 2] * w01 + from[n + 2] * w11
        }
      }
    }
  }
  return { width, height, px }
}
