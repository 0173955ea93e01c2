import { type ControlName, type ControlValues, controlNames } from '#domain/models/controls.ts'

/** The names of controls. */
export const controlTexts: Readonly<Record<ControlName, string>> = {
  steps: 'Steps',
  guidance: 'Guidance',
  sampler: 'Sampler',
  format: 'Format',
  negativePrompt: 'Negative prompt',
  loras: 'LoRA',
}

/** What a control is without a choice. */
const byItself = 'By itself'

/** One control as a person reads it; null where nothing was chosen. */
function valueText(values: ControlValues | undefined, name: ControlName): string | null {
  const value = values?.[name]
  if (value === undefined) return null
  if (name === 'format') return String(value).toUpperCase()
  if (name === 'loras') return (values?.loras ?? []).map(({ name: lora, weight }) => `${lora} × ${weight}`).join(', ')
  return String(value)
}

/** 'Steps 30', 'Sampler Euler': what was chosen, one text each. */
export const controlFacts = (values: ControlValues | undefined): readonly string[] =>
  controlNames.flatMap((name) => {
    const text = valueText(values, name)
    return text === null ? [] : [`${controlTexts[name]} ${text}`]
  })

/** One control that changed, with its values as texts. */
export type ControlChange = { readonly name: string; readonly before: string; readonly after: string }

/** The controls that changed, in their order. */
export const controlChanges = ({
  before,
  after,
}: {
  readonly before: ControlValues | undefined
  readonly after: ControlValues | undefined
}): readonly ControlChange[] =>
  controlNames.flatMap((name) => {
    const [was, is] = [valueText(before, name), valueText(after, name)]
    return was === is ? [] : [{ name: controlTexts[name], before: was ?? byItself, after: is ?? byItself }]
  })
