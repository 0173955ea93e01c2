import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { OpenNet, Runtime } from '../onnx/session.ts'
import type { FeaturesTask, PictureFeatures } from '../task.ts'
import { openPixels, resizePixels } from './pictures.ts'

/** The MobileNetV2 of nsfwjs with its weights in eight bits: `engine/nets/README.md`. */
const net = fileURLToPath(new URL('../../nets/picture-features.onnx', import.meta.url))
/** The side of the square that the net sees. */
const side = 224

/** Describes a picture by numbers. @throws DamagedPicture. */
export async function pictureFeatures(
  { picture }: FeaturesTask,
  { runtime, openNet }: { readonly runtime: Runtime; readonly openNet: OpenNet },
): Promise<PictureFeatures> {
  const { data } = await resizePixels(await openPixels(picture), { width: side, height: side })
  const session = await openNet(net, () => readFile(net))
  const colors = Float32Array.from(data, (value) => value / 255)
  const outputs = await session.run({ picture: new runtime.Tensor('float32', colors, [1, side, side, 3]) })
  const features = Float32Array.from((outputs.features?.data ?? []) as Float32Array)
  const length = Math.hypot(...features) || 1
  const [drawing = 0, hentai = 0, neutral = 0, porn = 0, sexy = 0] = (outputs.classes?.data ?? []) as Float32Array
  return { features: features.map((value) => value / length), classes: { drawing, hentai, neutral, porn, sexy } }
}
