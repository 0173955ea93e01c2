/** Four ways to develop the same negative: branches of one picture must not come back four times alike. */
import type { Sheet } from '#sketch/finish/context.ts'
import { vignette } from '#sketch/finish/paper.ts'

type Development = {
  readonly gain: readonly [number, number, number]
  readonly color: number
  readonly contrast: number
}

const developments: readonly Development[] = [
  { gain: [1, 1, 1], color: 1.05, contrast: 0.08 },
  { gain: [1.06, 1.0, 0.9], color: 1.16, contrast: 0.14 },
  { gain: [0.92, 0.99, 1.07], color: 1.02, contrast: 0.1 },
  { gain: [1.02, 1.0, 0.97], color: 1.3, contrast: 0.34 },
]

/** Grades the sheet; `turn` 0 is neutral, 1 warm, 2 cool, 3 rich with a vignette. */
export function toneVariant(s: Sheet, turn: number): void {
  const { gain, color, contrast } = developments[turn & 3]
  const { px } = s.surface
  for (let o = 0; o < px.length; o += 3) {
    const l = px[o] * 0.3 + px[o + 1] * 0.59 + px[o + 2] * 0.11
    for (let c = 0; c < 3; c++) {
      const v = Math.max(0, Math.min(1, (l + (px[o + c] - l) * color) * gain[c]))
      px[o + c] = v + (v * v * (3 - 2 * v) - v) * contrast
    }
  }
  if ((turn & 3) === 3) vignette(s, 0.25)
}
