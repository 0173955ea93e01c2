import { type AspectRatio, nearestShape, pixelSize, type Resolution } from '../models/aspect-ratio.ts'
import { type PictureParameters, readParameters } from './parameters-text.ts'
import { ourKeyword, pictureTexts } from './picture-texts.ts'
import { parsePythonJson } from './python-json.ts'
import { type JsonTool, readToolJson } from './tool-json.ts'
import { readWorkflow } from './workflow-parameters.ts'

/** The tools whose records are read; each stands for those that write as it does. */
export type RecordTool = 'AUTOMATIC1111' | 'ComfyUI' | JsonTool

/** A record of how a picture was made. */
export type FoundRecord =
  /** Ours: the server can rebuild its card, and those of its ancestors. */
  | { readonly kind: 'ours'; readonly prompt: string; readonly model: string; readonly ancestors: number }
  /** Of another tool: what is supported of it here, and what is not. */
  | {
      readonly kind: 'foreign'
      readonly tool: RecordTool
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
  tool: RecordTool,
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

const isJson = (text: string) => /^\s*\{/.test(text) && parsePythonJson(text) !== null

const keywords = new Set([ourKeyword, 'parameters', 'invokeai_metadata', 'prompt'])

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
  for (const keyword of ['parameters', 'invokeai_metadata']) {
    const text = await textOf(keyword)
    const json = readToolJson(text)
    if (json) return foreign(json.tool, json.parameters)
    // JSON of a form that is not known is no prompt.
    const parameters = keyword === 'parameters' && !isJson(text) ? readParameters(text) : null
    if (parameters) return foreign('AUTOMATIC1111', parameters)
  }
  const workflow = readWorkflow(await textOf('prompt'))
  return workflow && foreign('ComfyUI', workflow)
}
