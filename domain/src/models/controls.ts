/** A number that a model lets people choose. */
export type NumberControl = {
  readonly least: number
  readonly most: number
  /** The value that is used where nothing is chosen; null: the provider's own, which is not known here. */
  readonly usual: number | null
  /** The provider's own name of the parameter, where its requests are not built by a fixed form. */
  readonly field?: string
}
/** One of a list, by the provider's own words for them. */
export type ChoiceControl = {
  readonly options: readonly string[]
  readonly usual: string | null
  readonly field?: string
}
export type TextControl = { readonly longest: number; readonly field?: string }
/** A small network that changes how a model paints, and the words that call it. */
export type Lora = { readonly name: string; readonly triggers: readonly string[] }

export type InputValue = string | number | boolean
/** An input of a workflow that is chosen for each picture. */
export type InputControl = {
  /** Its name, by which a choice names it: 'KSampler · steps'. */
  readonly name: string
  /** The value of the workflow, of the kind that is taken. */
  readonly usual: InputValue
  /** The values that can be chosen; null where anything of its kind can be entered. */
  readonly options: readonly string[] | null
  readonly least: number | null
  readonly most: number | null
  readonly isWhole: boolean
  /** Text of several lines. */
  readonly isLong: boolean
}

/** The choices of a model beyond size and references. A missing control is one that it does not have. */
export type ModelControls = {
  readonly steps?: NumberControl
  readonly guidance?: NumberControl
  readonly sampler?: ChoiceControl
  /** The format of the file that the provider makes. */
  readonly format?: ChoiceControl
  readonly negativePrompt?: TextControl
  readonly loras?: {
    readonly options: readonly Lora[]
    /** Whether others are taken too, by the https address of their weights. */
    readonly byAddress?: true
    /** Where they differ from those of all engines. */
    readonly weights?: { readonly least: number; readonly most: number }
    readonly atOnce?: number
  }
  readonly inputs?: { readonly options: readonly InputControl[] }
}

/** Strength of a LoRA: 1 as it was trained; negative turns it around. Its name is one that is listed, or an address. */
export type ChosenLora = { readonly name: string; readonly weight: number }
export type ChosenInput = { readonly name: string; readonly value: InputValue }

/** The choices for a card. A missing one is what the model does by itself. */
export type ControlValues = {
  readonly steps?: number
  readonly guidance?: number
  readonly sampler?: string
  readonly format?: string
  readonly negativePrompt?: string
  readonly loras?: ChosenLora[]
  readonly inputs?: ChosenInput[]
}

/** In the order in which they are shown. */
export const controlNames = [
  'steps',
  'guidance',
  'sampler',
  'format',
  'negativePrompt',
  'loras',
  'inputs',
] as const satisfies readonly (keyof ControlValues)[]
export type ControlName = (typeof controlNames)[number]

/** At a time; engines load each of them into memory. */
export const maxLoras = 5
/** Of one engine, so that a list of models stays small. */
export const maxListedLoras = 200
export const loraWeights = { least: -2, most: 2, usual: 1 } as const
/** Inputs of one workflow that are chosen for each picture. */
export const maxInputs = 30
/** The values of one of them, so that a list of models stays small. */
export const maxInputOptions = 500
/** Characters of one of them. */
export const maxInputLength = 4_000

const names: Readonly<Record<ControlName, string>> = {
  steps: 'number of steps',
  guidance: 'guidance',
  sampler: 'sampler',
  format: 'format',
  negativePrompt: 'negative prompt',
  loras: 'LoRA',
  inputs: 'input',
}

/** The choices without those that say nothing: empty texts and lists. Undefined where nothing is left. */
export function chosenControls(values: ControlValues | null | undefined): ControlValues | undefined {
  const kept = Object.fromEntries(
    controlNames.flatMap((name) => {
      const value = values?.[name]
      const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      return isEmpty ? [] : [[name, value]]
    }),
  ) as ControlValues
  return Object.keys(kept).length === 0 ? undefined : kept
}

const numberFault = (value: number, { least, most }: NumberControl, what: string) =>
  value < least || value > most ? `takes a ${what} from ${least} to ${most}` : null
const choiceFault = (value: string, { options }: ChoiceControl, what: string) =>
  options.includes(value) ? null : `has no ${what} named ${value}`

/** Whether a text is the address of a LoRA's weights: https, without credentials in it. */
export const isLoraAddress = (text: string): boolean => /^https:\/\/[a-z\d.-]+(:\d{1,5})?\/\S+$/i.test(text)

function lorasFault(
  chosen: readonly ChosenLora[],
  { options, byAddress, weights = loraWeights, atOnce = maxLoras }: NonNullable<ModelControls['loras']>,
): string | null {
  if (chosen.length > atOnce) return atOnce === 1 ? 'takes one LoRA at most' : `takes at most ${atOnce} LoRAs`
  const unknown = chosen.find(
    ({ name }) => !options.some((each) => each.name === name) && !(byAddress && isLoraAddress(name)),
  )
  if (unknown && byAddress) return 'takes a LoRA by the https address of its file'
  if (unknown) return `has no LoRA named ${unknown.name}`
  if (chosen.some(({ weight }) => weight < weights.least || weight > weights.most))
    return `takes a weight of a LoRA from ${weights.least} to ${weights.most}`
  return new Set(chosen.map(({ name }) => name)).size < chosen.length ? 'takes each LoRA once' : null
}

function inputFault({ name, value }: ChosenInput, { options }: NonNullable<ModelControls['inputs']>): string | null {
  const input = options.find((each) => each.name === name)
  if (!input) return `has no input named ${name}`
  if (typeof value !== typeof input.usual) return `takes another kind of value for ${name}`
  if (typeof value === 'string') {
    // The workflow's own value stays right, even where its engine does not list it any more.
    if (input.options && value !== input.usual && !input.options.includes(value)) return `has no ${value} for ${name}`
    return [...value].length > maxInputLength ? `takes at most ${maxInputLength} characters for ${name}` : null
  }
  if (typeof value === 'boolean') return null
  if (input.isWhole && !Number.isInteger(value)) return `takes a whole number for ${name}`
  if (input.least !== null && value < input.least) return `takes ${name} from ${input.least} on`
  return input.most !== null && value > input.most ? `takes ${name} up to ${input.most}` : null
}

function inputsFault(chosen: readonly ChosenInput[], control: NonNullable<ModelControls['inputs']>): string | null {
  const faults = chosen.flatMap((each) => inputFault(each, control) ?? [])
  if (faults[0] !== undefined) return faults[0]
  return new Set(chosen.map(({ name }) => name)).size < chosen.length ? 'takes each input once' : null
}

/** Why one control can't have its value, after the model's name; null where it can. */
function faultOf(name: ControlName, controls: ModelControls, values: ControlValues): string | null {
  const { steps, guidance, sampler, format, negativePrompt, loras, inputs } = controls
  if (values[name] === undefined) return null
  if (controls[name] === undefined) return `has no ${names[name]} to choose`
  switch (name) {
    case 'steps':
      return steps && values.steps !== undefined ? numberFault(values.steps, steps, names.steps) : null
    case 'guidance':
      return guidance && values.guidance !== undefined ? numberFault(values.guidance, guidance, names.guidance) : null
    case 'sampler':
      return sampler && values.sampler !== undefined ? choiceFault(values.sampler, sampler, names.sampler) : null
    case 'format':
      return format && values.format !== undefined ? choiceFault(values.format, format, names.format) : null
    case 'negativePrompt':
      return negativePrompt && [...(values.negativePrompt ?? '')].length > negativePrompt.longest
        ? `takes a negative prompt of at most ${negativePrompt.longest} characters`
        : null
    case 'loras':
      return loras ? lorasFault(values.loras ?? [], loras) : null
    case 'inputs':
      return inputs ? inputsFault(values.inputs ?? [], inputs) : null
  }
}

/** Why a model can't be asked for these, as the rest of a sentence after its name; null where it can. */
export function controlsFault(controls: ModelControls | undefined, values: ControlValues | undefined): string | null {
  for (const name of controlNames) {
    const fault = faultOf(name, controls ?? {}, values ?? {})
    if (fault !== null) return fault
  }
  return null
}

/** The chosen controls that the model supports, each by itself; undefined where none is left. */
export function controlsForModel(
  wanted: ControlValues | undefined,
  controls: ModelControls | undefined,
): ControlValues | undefined {
  const { inputs } = controls ?? {}
  const chosen = chosenControls({
    ...wanted,
    // Each input by itself: a workflow may have lost one of them.
    ...(wanted?.inputs && inputs && { inputs: wanted.inputs.filter((each) => inputFault(each, inputs) === null) }),
  })
  if (!chosen || !controls) return undefined
  const fitting = controlNames.filter((name) => faultOf(name, controls, chosen) === null)
  return chosenControls(Object.fromEntries(fitting.map((name) => [name, chosen[name]])) as ControlValues)
}

/** The choices by the provider's own names: of the controls that name one. LoRAs and inputs have forms of their own. */
export function controlFields(
  controls: ModelControls | undefined,
  values: ControlValues | undefined,
): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    controlNames.flatMap((name) => {
      const control = controls?.[name]
      const value = values?.[name]
      const field = control && 'field' in control ? control.field : undefined
      return field === undefined || (typeof value !== 'string' && typeof value !== 'number') ? [] : [[field, value]]
    }),
  )
}

/** The change of what was chosen, applied to another choice: what did not change stays as it is there. */
export function changedControls(
  now: ControlValues | undefined,
  { before, after }: { readonly before: ControlValues | undefined; readonly after: ControlValues | undefined },
): ControlValues | undefined {
  const changed = controlNames.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]))
  return chosenControls({
    ...now,
    ...(Object.fromEntries(changed.map((name) => [name, after?.[name]])) as ControlValues),
  })
}
