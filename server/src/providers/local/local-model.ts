import type { ModelEdits } from '#domain/edit/edit-offer.ts'
import type { Model } from '#domain/models/model.ts'
import type { ProviderName } from '#domain/models/providers.ts'

type Found = {
  readonly provider: ProviderName
  /** The display name: 'ComfyUI'. */
  readonly engine: string
  /** The prefix of the model's value: 'comfyui'. */
  readonly prefix: string
  /** The engine's own id of it: 'sdxl/dreamshaper_8.safetensors'. */
  readonly id: string
  /** Number of pictures one request may carry, the parent's among them. */
  readonly pictures: number
  /** Its edits of a picture. */
  readonly edits?: ModelEdits
  /** Whether a request can set the size and the ratio of a picture. */
  readonly frames?: 'any' | 'its-own'
  /** It makes no picture from words. */
  readonly editsAlone?: true
}

/** The file's name without its folder and ending. */
const titleOf = (id: string) =>
  (id.split(/[/\\]/).pop() ?? id).replace(/\.(safetensors|ckpt|gguf|json|sft|pth|pt|bin)$/i, '')

/** In the characters of a model's value: a-z, 0-9, dots, dashes and underscores. */
const slugOf = (id: string) =>
  titleOf(id)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** The prefix of the values of models that are installed on this machine, by the engine that runs them. */
export const installedPrefixes = { onnx: 'onnx', 'sd-server': 'installed' } as const

/** The value of a local engine's model, by which cards name it. */
export const valueOfLocal = (prefix: string, id: string): string => `${prefix}:${slugOf(id) || 'model'}`

/** The entry of the picker for a model of a local engine: free, and described by what is known of it. */
export function localModel({
  provider,
  engine,
  prefix,
  id,
  pictures,
  edits,
  frames = 'any',
  editsAlone,
}: Found): Model {
  return {
    name: `${titleOf(id)} (${engine})`,
    value: valueOfLocal(prefix, id),
    provider,
    isBuiltIn: false,
    sourceType: 'trainedAlgorithmicMedia',
    badge: 'Local',
    description: `Runs on a machine of this server's own, by ${engine}. How good and how fast depends on the model and the machine.`,
    // Unknown before the first picture; half a minute is usual on a consumer graphics card.
    stats: { seconds: 30, priceHundredths: 0, images: 1 },
    features: ['Own machine', 'No charge', ...(pictures > 0 ? ['Image to image'] : [])],
    does: editsAlone ? ['edit'] : ['words'],
    capabilities: {
      supportsStyles: true,
      supportsImagePrompts: pictures > 0,
      supportsCustomRatios: frames === 'any',
      supportsEditing: false,
      supportsRaw: false,
    },
    resolutions: ['1K'],
    mostImagePrompts: pictures,
    ...(edits && { edits }),
    ...(editsAlone && { editsAlone }),
    apiModel: id,
  }
}
