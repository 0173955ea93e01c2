import { type AspectRatio, nearestShape, pixelSize, type Resolution } from '../models/aspect-ratio.ts'
import { type PictureParameters, readParameters } from './parameters-text.ts'
import { ourKeyword, pictureTexts } from './picture-texts.ts'
import { readWorkflow } from './workflow-parameters.ts'

/** A record of how a picture was made. */
export type FoundRecord =
  /** Ours: the server can rebuild its card, and those of its ancestors. */
  | { readonly kind: 'ours'; readonly prompt: string; readonly model: string; readonly ancestors: number }
  /** Of another tool: what is supported of it here, and what is not. */
  | {
      readonly kind: 'foreign'
      readonly tool: 'AUTOMATIC1111' | 'ComfyUI'
      readonly prompt: string
      readonly aspectRatio: AspectRatio
      readonly resolution: Resolution
      /** The name of the model in that tool; null where it is unknown. */
      readonly model: string | null
      /** The unsupported settings, by name and value. */
      readonly unmapped: readonly { readonly name: string; readonly value: string }[]
    }

const longestPrompt = 4_000

function foreign(
  tool: 'AUTOMATIC1111' | 'ComfyUI',
  { prompt, negativePrompt, model, seed, size, others }: PictureParameters,
): FoundRecord | null {
  const words = Array.from(prompt)
  if (prompt.trim() === '') return null
  const { aspectRatio, resolution } = nearestShape(size)
  const { width, height } = pixelSize(aspectRatio, resolution)
  const isExact = size?.width === width && size.height === height
  return {
    kind: 'foreign',
    tool,
    prompt: words.slice(0, longestPrompt).join(''),
    aspectRatio,
    resolution,
    model,
    unmapped: [
      ...(words.length > longestPrompt ? [{ name: 'Prompt', value: `beyond ${longestPrompt} characters` }] : []),
      ...(negativePrompt === '' ? [] : [{ name: 'Negative prompt', value: negativePrompt }]),
      ...(seed === null ? [] : [{ name: 'Seed', value: String(seed) }]),
      ...(size && !isExact ? [{ name: 'Size', value: `${size.width} × ${size.height}` }] : []),
      ...Object.entries(others).map(([name, value]) => ({ name, value })),
    ],
  }
}

function ours(text: string): FoundRecord | null {
  try {
    const record: unknown = JSON.parse(text)
    if (typeof record !== 'object' || record === null) return null
    const { prompt, model, ancestors } = record as Record<string, unknown>
    if (typeof prompt !== 'string' || typeof model !== 'string' || prompt.trim() === '') return null
    return { kind: 'ours', prompt, model, ancestors: Array.isArray(ancestors) ? ancestors.length : 0 }
  } catch {
    return null
  }
}

/** Inflates zlib data; null where it is broken, or inflates to more than any real record holds. */
export type Unpack = (packed: Uint8Array) => Promise<Uint8Array | null>

const keywords = new Set([ourKeyword, 'parameters', 'prompt'])

/** Reads how a picture file was made, the most significant record first; null without a known record. */
export async function findRecord(bytes: Uint8Array, unpack: Unpack): Promise<FoundRecord | null> {
  const texts = pictureTexts(bytes, keywords)
  const textOf = async (keyword: string): Promise<string> => {
    const found = texts.get(keyword)
    if (!found || 'text' in found) return found?.text ?? ''
    const unpacked = await unpack(found.packed)
    return unpacked ? found.decode(unpacked) : ''
  }
  const found = ours(await textOf(ourKeyword))
  if (found) return found
  const parameters = readParameters(await textOf('parameters'))
  if (parameters) return foreign('AUTOMATIC1111', parameters)
  const workflow = readWorkflow(await textOf('prompt'))
  return workflow && foreign('ComfyUI', workflow)
}
