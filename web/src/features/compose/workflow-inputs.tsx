import type { ModelShape } from '#contract/model.ts'
import { type ChosenInput, type InputValue, longestInput } from '#domain/models/controls.ts'
import { Field, SelectField, TextField } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { NumberField } from './number-field.tsx'
import { moreTexts as texts } from './texts.ts'

type Inputs = NonNullable<NonNullable<ModelShape['controls']>['inputs']>['options']

type WorkflowInputsProps = {
  options: Inputs
  chosen: readonly ChosenInput[]
  onChoose(chosen: readonly ChosenInput[]): void
}

/** The inputs of a workflow that are chosen for each picture. */
export function WorkflowInputs({ options, chosen, onChoose }: WorkflowInputsProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
      {options.map((input) => {
        const { name, usual } = input
        return (
          <InputField
            key={name}
            input={input}
            value={chosen.find((each) => each.name === name)?.value}
            onChange={(value) =>
              onChoose([
                ...chosen.filter((each) => each.name !== name),
                // What the workflow has is no choice: it changes with the workflow.
                ...(value === undefined || value === usual ? [] : [{ name, value }]),
              ])
            }
          />
        )
      })}
    </div>
  )
}

type InputFieldProps = {
  input: Inputs[number]
  /** Undefined: as the workflow has it. */
  value: InputValue | undefined
  onChange(value: InputValue | undefined): void
}

function InputField({
  input: { name, usual, options, least, most, isWhole, isLong },
  value,
  onChange,
}: InputFieldProps) {
  if (typeof usual === 'number')
    return (
      <NumberField
        label={name}
        range={{ least, most, usual }}
        {...(isWhole && { isWhole })}
        value={typeof value === 'number' ? value : undefined}
        onChange={onChange}
      />
    )
  if (typeof usual === 'boolean')
    return (
      <div className="flex min-h-10 items-center justify-between gap-4 self-center text-13">
        <span aria-hidden="true" className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {name}
        </span>
        <Switch label={name} isOn={value === undefined ? usual : value === true} onTurn={onChange} />
      </div>
    )
  const text = typeof value === 'string' ? value : ''
  if (options)
    return (
      <SelectField
        label={name}
        value={text}
        options={[
          { value: '', name: texts.usually(usual) },
          ...options.filter((each) => each !== usual).map((each) => ({ value: each, name: each })),
        ]}
        onChange={(typed) => onChange(typed || undefined)}
      />
    )
  const typing = { label: name, placeholder: usual, maxLength: longestInput, defaultValue: text, autoComplete: 'off' }
  return isLong ? (
    <div className="col-span-full">
      <TextField {...typing} rows={2} onChange={(event) => onChange(event.target.value || undefined)} />
    </div>
  ) : (
    <Field {...typing} onChange={(event) => onChange(event.target.value || undefined)} />
  )
}
