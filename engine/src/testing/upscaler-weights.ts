import type { writePyTorchFile } from '#engine-tools/write-pytorch-file.ts'

export type UpscalerWeights = Parameters<typeof writePyTorchFile>[0]

/**
 * A net of three layers with the form of Real-ESRGAN's: each pixel's own value less 0.5, its negative part times `slope`, then as
 * 4 × 4 pixels times `gain`.
 */
export function upscalerWeights({ gain, slope = 1 }: { gain: number; slope?: number }): UpscalerWeights {
  const identity = new Float32Array(3 * 3 * 9)
  for (let c = 0; c < 3; c += 1) identity[(c * 3 + c) * 9 + 4] = 1
  const copies = Float32Array.from({ length: 48 * 3 * 9 }, (_, i) => {
    const [out, into, at] = [Math.floor(i / 27), Math.floor(i / 9) % 3, i % 9]
    return at === 4 && Math.floor(out / 16) === into ? gain : 0
  })
  return new Map([
    ['body.0.weight', { shape: [3, 3, 3, 3], data: identity }],
    ['body.0.bias', { shape: [3], data: new Float32Array(3).fill(-0.5) }],
    ['body.1.weight', { shape: [3], data: new Float32Array(3).fill(slope) }],
    ['body.2.weight', { shape: [48, 3, 3, 3], data: copies }],
    ['body.2.bias', { shape: [48], data: new Float32Array(48) }],
  ])
}
