import { type Lora, type ModelControls, maxListedLoras } from '#domain/models/controls.ts'
import type { ImageRequest } from '../provider.ts'
import { type Sampling, samplingOf } from './sampling.ts'

/** Longer ones are refused by no engine, and read by none: CLIP reads 75 tokens at a time. */
const maxNegativeLength = 2_000
const maxTriggers = 5

/** The choices of every diffusion engine, with the values that are used otherwise. */
export function diffusionControls({ steps, guidance }: Sampling, samplers: readonly string[]): ModelControls {
  return {
    steps: { least: 1, most: 150, usual: steps },
    guidance: { least: 1, most: 30, usual: guidance },
    negativePrompt: { longest: maxNegativeLength },
    ...(samplers.length > 0 && { sampler: { options: samplers, usual: null } }),
  }
}

/** The same with LoRAs, as many as are listed. */
export const withLoras = (controls: ModelControls, loras: readonly Lora[]): ModelControls =>
  loras.length === 0 ? controls : { ...controls, loras: { options: loras.slice(0, maxListedLoras) } }

/** Steps and guidance of a request: what was chosen, else what the model's name says. */
export function samplingFor({ model, controls }: Pick<ImageRequest, 'model' | 'controls'>): Sampling {
  const usual = samplingOf(model.apiModel)
  return { steps: controls?.steps ?? usual.steps, guidance: controls?.guidance ?? usual.guidance }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** JSON that may be packed as a text once more, as trainers write it into the header of a file. */
function recordOf(value: unknown): Record<string, unknown> | null {
  try {
    const read: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return isRecord(read) ? read : null
  } catch {
    return null
  }
}

/**
 * The words that call a LoRA, by the metadata of its file: those that its maker names (modelspec.trigger_phrase of the ModelSpec), else
 * the most frequent ones of the captions that it was trained with (ss_tag_frequency of kohya's trainer). Empty where it says neither.
 */
export function triggersIn(metadata: unknown): string[] {
  const given = recordOf(metadata) ?? {}
  const phrase = given['modelspec.trigger_phrase']
  if (typeof phrase === 'string' && phrase.trim() !== '') return wordsOf(phrase.split(','))
  const counts = new Map<string, number>()
  for (const tags of Object.values(recordOf(given.ss_tag_frequency) ?? {}))
    for (const [tag, count] of Object.entries(recordOf(tags) ?? {}))
      if (typeof count === 'number') counts.set(tag, (counts.get(tag) ?? 0) + count)
  return wordsOf([...counts].toSorted(([, a], [, b]) => b - a).map(([tag]) => tag))
}

const maxTriggerLength = 60
const wordsOf = (words: readonly string[]) =>
  words
    .map((each) => each.trim())
    .filter((each) => each !== '' && each.length <= maxTriggerLength)
    .slice(0, maxTriggers)
