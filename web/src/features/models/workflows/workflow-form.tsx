import type { LookedAtWorkflow } from '#contract/models/workflow.ts'
import {
  type InputValue,
  isSamePlace,
  mayHold,
  type SlotPlace,
  type WorkflowSlot,
  workflowSlots,
} from '#domain/workflows/workflow.ts'
import { Field, SelectField, Switch, TextField } from '#web/ui/field.tsx'
import { workflowTexts } from './texts.ts'

/** An input as the server describes it. */
type FormInput = LookedAtWorkflow['inputs'][number]
/** The texts that were typed in the place of values, by `keyOf`; what is not a number yet is kept as it was typed. */
export type Typed = ReadonlyMap<string, string | boolean>

export const keyOf = ({ node, input }: Pick<FormInput, 'node' | 'input'>) => `${node} ${input}`

/** The name of an input beside others: 'My sampler · steps'. */
const inputName = ({ title, input }: Pick<FormInput, 'title' | 'input'>) => `${title} · ${input}`

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

/** The sent values: every one that was typed. */
export const valuesToSend = (inputs: readonly FormInput[], typed: Typed): InputValue[] =>
  inputs.flatMap((input) => {
    if (!typed.has(keyOf(input))) return []
    const value = typedValue(input, typed)
    return value === null ? [] : [{ node: input.node, input: input.input, value }]
  })

const texts = workflowTexts.dialog

type InputFieldProps = {
  input: FormInput
  /** As it was typed, else the workflow's own. */
  value: string | boolean
  /** Whether what was typed can't be its value. */
  isWrong: boolean
  /** Whether it is chosen for each picture. */
  isAsked: boolean
  /** Whether as many are chosen for each picture as can be. */
  isFull: boolean
  onChange(value: string | boolean): void
  onAsk(wanted: 'each-picture' | 'once'): void
}

/** One input of a node, and whether it is chosen for each picture. */
export function InputField(props: InputFieldProps) {
  const { input, isAsked, isFull, onAsk } = props
  return (
    <div className="grid gap-1.5">
      <ValueField {...props} />
      {input.asked !== 'never' && (
        <label className="flex min-h-6 cursor-pointer items-center gap-2 text-12 text-muted max-sm:min-h-11">
          <input
            type="checkbox"
            className="tick"
            aria-label={texts.forEachOf(inputName(input))}
            checked={isAsked}
            disabled={!isAsked && isFull}
            onChange={(event) => onAsk(event.target.checked ? 'each-picture' : 'once')}
          />
          {texts.forEach}
        </label>
      )}
    </div>
  )
}

/** The value of an input, by what the node takes there. */
function ValueField({ input, value, isWrong, onChange }: InputFieldProps) {
  const label = inputName(input)
  if (typeof value === 'boolean')
    return (
      <div className="flex items-center justify-between gap-4 text-13">
        <span aria-hidden="true" className="font-medium">
          {label}
        </span>
        <Switch label={label} isOn={value} onTurn={onChange} />
      </div>
    )
  if (input.options) {
    // A value that ComfyUI doesn't list any more is still the workflow's own.
    const all = input.options.includes(value) ? input.options : [value, ...input.options]
    return (
      <SelectField
        label={label}
        value={value}
        options={all.map((each) => ({ value: each, name: each }))}
        onChange={onChange}
      />
    )
  }
  if (input.isLong)
    return <TextField label={label} rows={3} value={value} onChange={(event) => onChange(event.target.value)} />
  return (
    <Field
      label={label}
      inputMode={typeof input.value === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      error={isWrong ? texts.wrong(input) : null}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
