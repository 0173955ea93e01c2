import { type ReactNode, useId, useState } from 'react'
import type { ModelShape } from '#contract/models/model.ts'
import { maxSeed } from '#domain/generation/seed.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { type ChosenInput, type ControlValues, type InputValue, maxInputLength } from '#domain/models/controls.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, SelectField, Switch, TextField } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { controlTexts } from '#web/viewing/control-texts.ts'
import { Loras } from './loras.tsx'
import { moreTexts as texts } from './texts.ts'

type Controls = NonNullable<ModelShape['controls']>

export type MoreDialogProps = {
  modelName: string
  /** The choices of the model; absent: nothing. */
  controls: Controls | undefined
  values: ControlValues
  /** Images of a card, and the seed that is kept; undefined: as usual. */
  count: number | undefined
  seed: number | undefined
  onCount(count: number | undefined): void
  onSeed(seed: number | undefined): void
  onChoose(values: ControlValues): void
  /** Puts words into the prompt. */
  onAddWords(words: string): void
  onClose(): void
}

/** Number of images, seed, and the controls of the model. Every change applies at once; Done and Escape close. */
export function MoreDialog(props: MoreDialogProps) {
  const { modelName, controls, values, count = imagesPerGeneration, seed, onCount, onSeed, onChoose, onClose } = props
  const choose = (change: { readonly [Name in keyof ControlValues]?: ControlValues[Name] | undefined }) => {
    const kept = Object.entries({ ...values, ...change }).filter(([, value]) => value !== undefined)
    onChoose(Object.fromEntries(kept) as ControlValues)
  }
  // Fields that were typed into start again with it.
  const [resets, setResets] = useState(0)
  return (
    <Modal title={texts.title} returnTo=".more-chip, .bar-settings" onClose={onClose} className="[--modal-width:520px]">
      <div key={resets} className="grid min-h-0 gap-6 overflow-y-auto px-6 pt-4 pb-6 max-sm:px-4">
        <div className="grid gap-5">
          <CountChoice
            count={count}
            onCount={(chosen) => onCount(chosen === imagesPerGeneration ? undefined : chosen)}
          />
          <SeedChoice seed={seed} onSeed={onSeed} />
        </div>
        {controls && (
          <Section title={modelName}>
            <ControlFields controls={controls} values={values} choose={choose} />
            {controls.inputs && (
              <WorkflowInputs
                options={controls.inputs.options}
                chosen={values.inputs ?? []}
                onChoose={(inputs) => choose({ inputs: [...inputs] })}
              />
            )}
            {controls.loras && (
              <Loras
                control={controls.loras}
                chosen={values.loras ?? []}
                onChoose={(loras) => choose({ loras: [...loras] })}
                onAddWords={props.onAddWords}
              />
            )}
          </Section>
        )}
      </div>
      <footer className="flex items-center justify-end gap-2 border-hairline border-t px-6 py-3 max-sm:px-4">
        <Button
          kind="quiet"
          className="mr-auto"
          onClick={() => {
            onCount(undefined)
            onSeed(undefined)
            onChoose({})
            setResets(resets + 1)
          }}
        >
          {texts.reset}
        </Button>
        <Button kind="solid" onClick={onClose}>
          {texts.done}
        </Button>
      </footer>
    </Modal>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4 border-hairline border-t pt-5">
      <div>
        <h3 id={id} className="font-semibold text-14">
          {title}
        </h3>
        <p className="mt-0.5 text-12 text-muted">{texts.remembered}</p>
      </div>
      {children}
    </section>
  )
}

const counts = Array.from({ length: imagesPerGeneration }, (_, place) => place + 1)

function CountChoice({ count, onCount }: { count: number; onCount(count: number): void }) {
  const name = useId()
  return (
    <fieldset className="flex items-center justify-between gap-4">
      <legend className="float-left font-medium text-13">{texts.count}</legend>
      <div className="flex gap-1">
        {counts.map((each) => (
          <label
            key={each}
            className="grid size-9 cursor-pointer place-items-center rounded-8 text-13 tabular-nums shadow-[inset_0_0_0_1px_var(--line)] has-checked:bg-raised has-checked:font-semibold has-checked:shadow-[inset_0_0_0_2px_var(--ink)] has-focus-visible:outline-2 max-sm:size-11"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              aria-label={texts.images(each)}
              checked={each === count}
              onChange={() => onCount(each)}
            />
            {each}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function SeedChoice({ seed, onSeed }: { seed: number | undefined; onSeed(seed: number | undefined): void }) {
  const id = useId()
  return (
    <div className="grid gap-3">
      <div className="flex items-start justify-between gap-4">
        <div id={id}>
          <p className="font-medium text-13">{texts.keepSeed}</p>
          <p className="text-12 text-muted">{texts.keepSeedText}</p>
        </div>
        <Switch
          label={texts.keepSeed}
          describedBy={id}
          isOn={seed !== undefined}
          onTurn={(isOn) => onSeed(isOn ? Math.floor(Math.random() * maxSeed) : undefined)}
        />
      </div>
      {seed !== undefined && (
        <NumberField
          label={texts.seed}
          range={{ least: 0, most: maxSeed, usual: null }}
          isWhole
          value={seed}
          onChange={(typed) => typed !== undefined && onSeed(typed)}
        />
      )}
    </div>
  )
}

type ControlFieldsProps = {
  controls: Controls
  values: ControlValues
  choose(change: { readonly [Name in keyof ControlValues]?: ControlValues[Name] | undefined }): void
}

function ControlFields({ controls, values, choose }: ControlFieldsProps) {
  const { steps, guidance, sampler, format, negativePrompt } = controls
  const optionsOf = ({ options, usual }: NonNullable<typeof sampler>, name: (option: string) => string) => [
    { value: '', name: usual === null ? texts.byItself : texts.usually(name(usual)) },
    ...options.map((option) => ({ value: option, name: name(option) })),
  ]
  return (
    <>
      {(steps || guidance) && (
        <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
          {steps && (
            <NumberField
              label={controlTexts.steps}
              range={steps}
              isWhole
              value={values.steps}
              onChange={(chosen) => choose({ steps: chosen })}
            />
          )}
          {guidance && (
            <NumberField
              label={controlTexts.guidance}
              range={guidance}
              value={values.guidance}
              onChange={(chosen) => choose({ guidance: chosen })}
            />
          )}
        </div>
      )}
      {(sampler || format) && (
        <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
          {sampler && (
            <SelectField
              label={controlTexts.sampler}
              value={values.sampler ?? ''}
              options={optionsOf(sampler, (option) => option)}
              onChange={(chosen) => choose({ sampler: chosen || undefined })}
            />
          )}
          {format && (
            <SelectField
              label={controlTexts.format}
              value={values.format ?? ''}
              options={optionsOf(format, (option) => option.toUpperCase())}
              onChange={(chosen) => choose({ format: chosen || undefined })}
            />
          )}
        </div>
      )}
      {negativePrompt && (
        <TextField
          label={controlTexts.negativePrompt}
          hint={texts.negativeHint}
          rows={2}
          maxLength={negativePrompt.longest}
          defaultValue={values.negativePrompt ?? ''}
          onChange={(event) => choose({ negativePrompt: event.target.value.trim() || undefined })}
        />
      )}
    </>
  )
}

type Inputs = NonNullable<NonNullable<ModelShape['controls']>['inputs']>['options']

type WorkflowInputsProps = {
  options: Inputs
  chosen: readonly ChosenInput[]
  onChoose(chosen: readonly ChosenInput[]): void
}

/** The inputs of a workflow that are chosen for each picture. */
function WorkflowInputs({ options, chosen, onChoose }: WorkflowInputsProps) {
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
                // The workflow's own value is no choice: it changes with the workflow.
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
  const typing = { label: name, placeholder: usual, maxLength: maxInputLength, defaultValue: text, autoComplete: 'off' }
  return isLong ? (
    <div className="col-span-full">
      <TextField {...typing} rows={2} onChange={(event) => onChange(event.target.value || undefined)} />
    </div>
  ) : (
    <Field {...typing} onChange={(event) => onChange(event.target.value || undefined)} />
  )
}

type NumberFieldProps = {
  label: string
  range: { readonly least: number | null; readonly most: number | null; readonly usual: number | null }
  isWhole?: true
  value: number | undefined
  /** Undefined: the field is empty. Not called while something else is in it. */
  onChange(value: number | undefined): void
}

/** A number, or nothing: then the model decides. */
function NumberField({ label, range: { least, most, usual }, isWhole, value, onChange }: NumberFieldProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const read = (typed: string): number | undefined | null => {
    if (typed.trim() === '') return undefined
    const number = Number(typed.replace(',', '.'))
    const fits = Number.isFinite(number) && number >= (least ?? -Infinity) && number <= (most ?? Infinity)
    return fits && (!isWhole || Number.isInteger(number)) ? number : null
  }
  const isWrong = read(text) === null
  return (
    <Field
      label={label}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      placeholder={usual === null ? '' : String(usual)}
      hint={texts.range(least, most, usual)}
      error={isWrong ? texts.outOfRange(least, most) : null}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        const number = read(event.target.value)
        if (number !== null) onChange(number)
      }}
    />
  )
}
