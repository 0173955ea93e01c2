import { type ReactNode, useId, useState } from 'react'
import type { ModelShape } from '#contract/model.ts'
import { largestSeed } from '#domain/generation/seed.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import type { ControlValues } from '#domain/models/controls.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { controlTexts } from '#web/viewing/control-texts.ts'
import { Loras } from './loras.tsx'
import { NumberField } from './number-field.tsx'
import { moreTexts as texts } from './texts.ts'
import { WorkflowInputs } from './workflow-inputs.tsx'

type Controls = NonNullable<ModelShape['controls']>

export type MoreDialogProps = {
  modelName: string
  /** What the model lets people choose; absent: nothing. */
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
    <Modal title={texts.title} returnTo=".more-chip" onClose={onClose} className="[--modal-width:520px]">
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
          onTurn={(isOn) => onSeed(isOn ? Math.floor(Math.random() * largestSeed) : undefined)}
        />
      </div>
      {seed !== undefined && (
        <NumberField
          label={texts.seed}
          range={{ least: 0, most: largestSeed, usual: null }}
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
