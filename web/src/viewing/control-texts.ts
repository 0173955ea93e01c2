import { type ControlName, type ControlValues, controlNames, type InputValue } from '#domain/models/controls.ts'

/** The names of controls. */
export const controlTexts: Readonly<Record<ControlName, string>> = {
  steps: 'Steps',
  guidance: 'Guidance',
  sampler: 'Sampler',
  format: 'Format',
  negativePrompt: 'Negative prompt',
  loras: 'LoRA',
  inputs: 'Inputs',
}

/** The text of a control without a choice. */
const byItself = 'By itself'

/** A LoRA by an address is shown by the name of its file. */
export const loraName = (name: string) =>
  name.startsWith('https://') ? (name.split(/[?#]/)[0]?.split('/').at(-1) ?? name) : name

/** One control as a person reads it; null where nothing was chosen. */
function valueText(values: ControlValues | undefined, name: Exclude<ControlName, 'inputs'>): string | null {
  const value = values?.[name]
  if (value === undefined) return null
  if (name === 'format') return String(value).toUpperCase()
  if (name === 'loras')
    return (values?.loras ?? []).map(({ name: lora, weight }) => `${loraName(lora)} × ${weight}`).join(', ')
  return String(value)
}

const inputText = (value: InputValue) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))

/** The choices as texts, by names: each input of a workflow by its own. */
const textsOf = (values: ControlValues | undefined): ReadonlyMap<string, string> =>
  new Map([
    ...controlNames.flatMap((name): [string, string][] => {
      const text = name === 'inputs' ? null : valueText(values, name)
      return text === null ? [] : [[controlTexts[name], text]]
    }),
    ...(values?.inputs ?? []).map(({ name, value }): [string, string] => [name, inputText(value)]),
  ])

/** 'Steps 30', 'Sampler Euler': what was chosen, one text each. */
export const controlFacts = (values: ControlValues | undefined): readonly string[] =>
  [...textsOf(values)].map(([name, text]) => `${name} ${text}`)

/** One control that changed, with its values as texts. */
export type ControlChange = { readonly name: string; readonly before: string; readonly after: string }

/** The controls that changed, in their order. */
export function controlChanges({
  before,
  after,
}: {
  readonly before: ControlValues | undefined
  readonly after: ControlValues | undefined
}): readonly ControlChange[] {
  const [was, is] = [textsOf(before), textsOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) =>
    was.get(name) === is.get(name)
      ? []
      : [{ name, before: was.get(name) ?? byItself, after: is.get(name) ?? byItself }],
  )
}
