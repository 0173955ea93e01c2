import { Field, SelectField, TextField } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { workflowTexts } from './texts.ts'
import { type FormInput, inputName } from './workflow-form.ts'

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
            className="size-4 shrink-0 accent-(--ink)"
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
