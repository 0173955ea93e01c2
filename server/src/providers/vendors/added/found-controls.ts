import type { ChoiceControl, ModelControls, NumberControl } from '#domain/models/controls.ts'

/** A parameter of a model as its provider describes it; what it does not say is absent. */
export type DescribedParameter = {
  readonly least?: number | undefined
  readonly most?: number | undefined
  readonly options?: readonly string[] | undefined
  readonly longest?: number | undefined
  readonly usual?: unknown
}

/** The names of parameters at OpenRouter and fal, the usual one first. */
const fields = {
  steps: ['num_inference_steps', 'steps'],
  guidance: ['guidance_scale', 'guidance'],
  sampler: ['sampler', 'scheduler'],
  format: ['output_format'],
  negativePrompt: ['negative_prompt'],
} as const satisfies Readonly<Partial<Record<keyof ModelControls, readonly string[]>>>

/** Where a provider names no limits. The least that is refused nowhere, and the most that a model still takes. */
const defaultLimits = { steps: { least: 1, most: 50 }, guidance: { least: 0, most: 20 } }
const maxNegativeLength = 1_000
/** Formats that can be opened here. */
const readable = new Set(['png', 'jpeg', 'jpg', 'webp'])

/** The choices of a model, by the parameters that its provider lists. Undefined where there is nothing. */
export function foundControls(parameters: ReadonlyMap<string, DescribedParameter>): ModelControls | undefined {
  const find = (name: keyof typeof fields) => {
    const field = fields[name].find((each) => parameters.has(each))
    const given = field === undefined ? undefined : parameters.get(field)
    return field !== undefined && given ? { field, given } : null
  }
  const number = (name: 'steps' | 'guidance'): NumberControl | null => {
    const found = find(name)
    if (!found) return null
    const { least = defaultLimits[name].least, most = defaultLimits[name].most, usual } = found.given
    return least < most ? { least, most, usual: typeof usual === 'number' ? usual : null, field: found.field } : null
  }
  const choice = (name: 'sampler' | 'format'): ChoiceControl | null => {
    const found = find(name)
    const options = (found?.given.options ?? []).filter((each) => name !== 'format' || readable.has(each))
    if (!found || options.length < 2) return null
    const { usual } = found.given
    // Without a choice PNG is asked for.
    const normal = name === 'format' ? 'png' : usual
    return { options, usual: options.find((each) => each === normal) ?? null, field: found.field }
  }
  const [steps, guidance, sampler, format] = [number('steps'), number('guidance'), choice('sampler'), choice('format')]
  const negative = find('negativePrompt')
  const controls: ModelControls = {
    ...(steps && { steps }),
    ...(guidance && { guidance }),
    ...(sampler && { sampler }),
    ...(format && { format }),
    ...(negative && {
      negativePrompt: { longest: negative.given.longest ?? maxNegativeLength, field: negative.field },
    }),
  }
  return Object.keys(controls).length > 0 ? controls : undefined
}
