import type { LookedAtWorkflow } from '#contract/workflow.ts'
import {
  type InputValue,
  isSamePlace,
  mayHold,
  type SlotPlace,
  type WorkflowSlot,
  workflowSlots,
} from '#domain/workflows/workflow.ts'

/** An input as the server describes it. */
export type FormInput = LookedAtWorkflow['inputs'][number]
/** What was typed in the place of values, by `keyOf`; what is not a number yet is kept as it was typed. */
export type Typed = ReadonlyMap<string, string | boolean>

export const keyOf = ({ node, input }: Pick<FormInput, 'node' | 'input'>) => `${node} ${input}`

/** What an input is called beside others: 'My sampler · steps'. */
export const inputName = ({ title, input }: Pick<FormInput, 'title' | 'input'>) => `${title} · ${input}`

/** One choice of where a setting goes: the places, and their names. */
export type SlotOption = {
  readonly key: string
  readonly places: readonly SlotPlace[]
  readonly names: readonly string[]
}

const optionOf = (places: readonly SlotPlace[], inputs: readonly FormInput[]): SlotOption => ({
  key: places.map(keyOf).join(' + '),
  places,
  names: places.flatMap((place) => inputs.filter((each) => isSamePlace(each, place)).map(inputName)),
})

/**
 * Where a setting can go: where it was found, even at several inputs, then each input that may hold it.
 * @param found The places that the server found, or that were chosen before.
 */
export function optionsOf(slot: WorkflowSlot, inputs: readonly FormInput[], found: readonly SlotPlace[]): SlotOption[] {
  const own = found.filter((each) => each.slot === slot)
  const all = [
    ...(own.length > 0 ? [optionOf(own, inputs)] : []),
    ...inputs
      .filter((input) => mayHold(slot, input))
      .map(({ node, input }) => optionOf([{ slot, node, input }], inputs)),
  ]
  return [...new Map(all.map((each) => [each.key, each])).values()]
}

/** The slots that this workflow could have at all. */
export const possibleSlots = (inputs: readonly FormInput[]): WorkflowSlot[] =>
  workflowSlots.filter((slot) => inputs.some((input) => mayHold(slot, input)))

/** The inputs that no setting goes into. */
export const otherInputs = (inputs: readonly FormInput[], places: readonly SlotPlace[]): FormInput[] =>
  inputs.filter((input) => !places.some((place) => isSamePlace(place, input)))

/** The value of an input as it was typed; null where that is no number, or beyond its limits. */
export function typedValue(input: FormInput, typed: Typed): InputValue['value'] | null {
  const text = typed.get(keyOf(input))
  if (text === undefined) return input.value
  if (typeof input.value !== 'number') return text
  const number = Number(String(text).replace(',', '.'))
  const isNumber = String(text).trim() !== '' && Number.isFinite(number)
  return isNumber && number >= (input.least ?? -Infinity) && number <= (input.most ?? Infinity) ? number : null
}

/** The inputs that are chosen for each picture, or suggested for that, by `keyOf`. */
export const askedOf = (inputs: readonly FormInput[]): ReadonlySet<string> =>
  new Set(inputs.filter(({ asked }) => asked === 'each-picture').map(keyOf))

/** What is sent: every value that was typed. */
export const valuesToSend = (inputs: readonly FormInput[], typed: Typed): InputValue[] =>
  inputs.flatMap((input) => {
    if (!typed.has(keyOf(input))) return []
    const value = typedValue(input, typed)
    return value === null ? [] : [{ node: input.node, input: input.input, value }]
  })
