import type { Surface } from './surface.ts'

/** Area-aware cover fit: parents and references arrive at any size and leave at the one that was asked for. */
export function cover(source: Surface, width: number, height: number): Surface {
  const scale = Math.min(source.width / width, source.height / height)
  const ox = (source.width - width * scale) / 2
  const oy = (source.height - height * scale) / 2
  const taps = Math.max(1, Math.min(8, Math.round(scale)))
  const px = new Float32Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const o = (y * width + x) * 3
      for (let ty = 0; ty < taps; ty++) {
        for (let tx = 0; tx < taps; tx++) {
          const sx = Math.max(0, Math.min(source.width - 1.001, ox + (x + (tx + 0.5) / taps) * scale - 0.5))
          const sy = Math.max(0, Math.min(source.height - 1.001, oy + (y + (ty + 0.5) / taps) * scale - 0.5))
          const ix = Math.floor(sx)
          const iy = Math.floor(sy)
          const fx = sx - ix
          const fy = sy - iy
          const a = (iy * source.width + ix) * 3
          const b = a + source.width * 3
          for (let c = 0; c < 3; c++)
            px[o + c] +=
              ((source.px[a + c] * (1 - fx) + source.px[a + 3 + c] * fx) * (1 - fy) +
                (source.px[b + c] * (1 - fx) + source.px[b + 3 + c] * fx) * fy) /
              (taps * taps)
        }
      }
    }
  }
  return { width, height, px }
}
