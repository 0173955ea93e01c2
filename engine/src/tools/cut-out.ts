import { readFile } from 'node:fs/promises'
import { type OpenNet, type Runtime, runNet } from '../onnx/session.ts'
import type { CutOutPicture, CutOutTask, CuttingNet } from '../task.ts'
import { UnusableModel } from '../unusable-model.ts'
import { encodePixels, encodePlane, openPixels, resizePixels, resizePlane } from './pictures.ts'

/** Both nets were trained with squares of this side; other pictures are stretched to it. */
const side = 1_024

type Preparation = { readonly mean: readonly number[]; readonly deviation: readonly number[] }

/** The form that a net expects of its input (0 to 1, then less the mean and divided by the deviation), and how its output reads. */
const preparations: Readonly<
  Record<CuttingNet['kind'], Preparation & { readonly reads: (raw: Float32Array) => Uint8Array }>
> = {
  // https://github.com/xuebinqin/DIS: the masks are stretched to their own range.
  'is-net': { mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1], reads: stretched },
  // https://github.com/ZhengPeng7/BiRefNet: the mean and deviation of ImageNet; its outputs are logits.
  birefnet: {
    mean: [0.485, 0.456, 0.406],
    deviation: [0.229, 0.224, 0.225],
    reads: (raw) => Uint8Array.from(raw, (value) => Math.round(255 / (1 + Math.exp(-value)))),
  },
}

/** A net that is sure of nothing has found nothing: its noise is not stretched. */
const minConfidence = 0.3

function stretched(raw: Float32Array): Uint8Array {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of raw) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const [from, range] = high < minConfidence ? [0, 1] : [low, Math.max(high - low, 1e-6)]
  return Uint8Array.from(raw, (value) => Math.round(255 * Math.min(1, Math.max(0, (value - from) / range))))
}

/** Parts what a picture shows from its background. @throws DamagedPicture, UnusableModel. */
export async function cutOut(
  { net, picture }: CutOutTask,
  { runtime, openNet }: { readonly runtime: Runtime; readonly openNet: OpenNet },
  onProgress: (fraction: number) => void,
): Promise<CutOutPicture> {
  const pixels = await openPixels(picture)
  const { width, height } = pixels
  const small = await resizePixels(pixels, { width: side, height: side })
  const { mean, deviation, reads } = preparations[net.kind]
  const count = side * side
  const planes = new Float32Array(3 * count)
  for (let c = 0; c < 3; c += 1) {
    const [middle = 0, spread = 1] = [mean[c], deviation[c]]
    for (let i = 0; i < count; i += 1) planes[c * count + i] = (small.data[i * 3 + c] / 255 - middle) / spread
  }
  const session = await openNet(net.model, () => readFile(net.model))
  onProgress(0.1)
  const input = { [session.inputNames[0] ?? '']: new runtime.Tensor('float32', planes, [1, 3, side, side]) }
  const raw = await runNet(session, input, Float32Array)
  if (raw.length !== count) throw new UnusableModel('This net returns a mask of another size. Install it again.')
  onProgress(0.9)
  const mask = await resizePlane(reads(raw), { width: side, height: side }, { width, height })
  const sum = mask.reduce((total, value) => total + value, 0)
  return {
    mask: await encodePlane(mask, { width, height }),
    png: await encodePixels(pixels, mask),
    share: sum / 255 / mask.length,
    width,
    height,
  }
}
