import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { rect, ribbon } from '#sketch/core/path.ts'

/** A suspension bridge across the whole sheet. */
export function paintBridge(p: Painter, horizon: number): void {
  const { u, w, palette } = p
  const c = mix(palette.accent, palette.deep, 0.35)
  const y = horizon + u * 0.01
  const span = w * 0.34
  for (let k = -1; k <= 1; k++) {
    const x = w * 0.5 + k * span
    fill(
      p,
      ribbon(
        [
          [x - span / 2, y - u * 0.15],
          [x, y - u * 0.03],
          [x + span / 2, y - u * 0.15],
        ],
        () => u * 0.006,
        12,
      ),
      { color: c, plain: true },
    )
    for (let i = 1; i < 10; i++) {
      const t = i / 10 - 0.5
      fill(p, rect(x + t * span, y - u * (0.03 + 0.12 * (2 * t) ** 2), u * 0.0018, u * (0.02 + 0.12 * (2 * t) ** 2)), {
        color: c,
        plain: true,
      })
    }
    fill(p, rect(x - span / 2 - u * 0.009, y - u * 0.17, u * 0.018, u * 0.26), { color: c })
  }
  fill(p, rect(-2, y - u * 0.014, w + 4, u * 0.016), { color: c })
}
