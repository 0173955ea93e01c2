import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { LookedAtWorkflow, WorkflowShape } from '#contract/models/workflow.ts'
import { maxInputs } from '#domain/models/controls.ts'
import { isDrivable, type SlotPlace } from '#domain/workflows/workflow.ts'
import { errorMessage, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { addWorkflow, changeWorkflow, lookAtWorkflow, readWorkflow, type WorkflowFile } from '#web/data/workflows.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, SelectField, Switch } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { workflowTexts } from './texts.ts'
import {
  askedOf,
  InputField,
  keyOf,
  optionsOf,
  otherInputs,
  possibleSlots,
  type Typed,
  typedValue,
  valuesToSend,
} from './workflow-form.tsx'

const texts = workflowTexts.dialog

/** A workflow that is added, or one that is there already. */
export type DialogWorkflow = { readonly file: WorkflowFile } | { readonly stored: WorkflowShape }

type WorkflowDialogProps = {
  workflow: DialogWorkflow
  /** Whether the user may add one for everybody. */
  canAddForEveryone: boolean
  onClose(): void
}

/** Reads a workflow, and shows it as a form: its name, where settings go, and the other inputs. */
export function WorkflowDialog(props: WorkflowDialogProps) {
  const { workflow, onClose } = props
  const title = 'file' in workflow ? texts.addTitle : texts.changeTitle(workflow.stored.name)
  // Read once: what the nodes take does not change while the form is open.
  const look = useQuery({
    queryKey: ['workflow-form', 'file' in workflow ? workflow.file : workflow.stored.id],
    queryFn: () => ('file' in workflow ? lookAtWorkflow(workflow.file.graph) : readWorkflow(workflow.stored.id)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return (
    <Modal title={title} returnTo="[data-add-workflow], main h1" onClose={onClose} className="[--modal-width:640px]">
      {look.data ? (
        <WorkflowForm {...props} looked={look.data} />
      ) : (
        <div className="grid gap-4 px-6 pt-4 pb-6 max-sm:px-4">
          {look.isError ? (
            <>
              <p role="alert" className="text-13 text-danger">
                {errorMessage(look.error, workflowTexts.noConnection)}
              </p>
              <div className="flex justify-end">
                <Button kind="solid" busy={look.isFetching} onClick={() => void look.refetch()}>
                  {texts.tryAgain}
                </Button>
              </div>
            </>
          ) : (
            <div role="status" aria-label={texts.reading} className="shimmer h-[280px] rounded-12" />
          )}
        </div>
      )}
    </Modal>
  )
}

function WorkflowForm({
  workflow,
  canAddForEveryone,
  looked,
  onClose,
}: WorkflowDialogProps & { looked: LookedAtWorkflow }) {
  const isNew = 'file' in workflow
  const { inputs, faults } = looked
  const [name, setName] = useState(isNew ? workflow.file.name : workflow.stored.name)
  const [places, setPlaces] = useState<readonly SlotPlace[]>(looked.slots)
  const [typed, setTyped] = useState<Typed>(new Map())
  const [asked, setAsked] = useState(() => askedOf(inputs))
  const [isForEveryone, setForEveryone] = useState(canAddForEveryone)
  const others = otherInputs(inputs, places)
  const isWrong = others.some((input) => typedValue(input, typed) === null)
  const isChanged = places !== looked.slots || typed.size > 0
  const isAskedChanged = [...askedOf(inputs)].toSorted().join() !== [...asked].toSorted().join()
  const asking = others.filter((input) => asked.has(keyOf(input))).map(({ node, input }) => ({ node, input }))
  const send = useMutation({
    mutationFn() {
      const values = valuesToSend(others, typed)
      const slots = [...places]
      if (isNew)
        return addWorkflow({
          name,
          graph: workflow.file.graph,
          slots,
          values,
          asked: asking,
          audience: isForEveryone ? 'everyone' : 'me',
        })
      return changeWorkflow({
        id: workflow.stored.id,
        name,
        ...(isAskedChanged && { asked: asking }),
        ...(isChanged && { slots, values }),
      })
    },
    onSuccess: onClose,
  })
  const errors = fieldErrorsOf(send.error)
  const canSend = isDrivable(places) && !isWrong && faults.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSend && !send.isPending) send.mutate()
  }

  return (
    <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
      <div className="grid min-h-0 gap-6 overflow-y-auto px-6 pt-4 pb-6 max-sm:px-4">
        {faults.length > 0 && (
          <div role="alert" className="rounded-12 bg-raised px-4 py-3 text-13">
            <p className="font-medium text-danger">{texts.faults}</p>
            <ul className="mt-1 grid gap-1">
              {faults.map(({ node, message }) => (
                <li key={node}>{message}</li>
              ))}
            </ul>
          </div>
        )}
        <Field
          label={texts.name}
          name="workflow-name"
          autoComplete="off"
          maxLength={60}
          data-first-focus
          error={errors.name ?? null}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SlotFields looked={looked} places={places} onChange={setPlaces} />
        <OtherInputs inputs={others} typed={typed} asked={asked} onType={setTyped} onAsk={setAsked} />
        {isNew && canAddForEveryone && (
          <div className="flex items-start justify-between gap-4">
            <div id="workflow-for-everyone">
              <p className="font-medium text-13">{texts.everyone}</p>
              <p className="text-12 text-muted">{texts.everyoneText}</p>
            </div>
            <Switch
              label={texts.everyone}
              isOn={isForEveryone}
              describedBy="workflow-for-everyone"
              onTurn={setForEveryone}
            />
          </div>
        )}
        {send.error && !errors.name && (
          <p role="alert" className="text-13 text-danger">
            {Object.values(errors)[0] ?? errorMessage(send.error, workflowTexts.noConnection)}
          </p>
        )}
      </div>
      <footer className="flex items-center justify-end gap-2 border-hairline border-t px-6 py-4 max-sm:px-4">
        <span className="mr-auto text-12 text-muted">{(isNew || isChanged) && texts.testNote}</span>
        <Button kind="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button kind="solid" type="submit" busy={send.isPending} disabled={!canSend}>
          {isNew ? texts.addIt : isChanged ? texts.saveAndTest : texts.save}
        </Button>
      </footer>
    </form>
  )
}

type SlotFieldsProps = {
  looked: LookedAtWorkflow
  places: readonly SlotPlace[]
  onChange(places: readonly SlotPlace[]): void
}

/** One choice for each setting of a picture. */
function SlotFields({ looked: { inputs, slots: found }, places, onChange }: SlotFieldsProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="font-semibold text-14">
        {texts.slots}
      </h3>
      <p className="mt-0.5 text-12 text-muted">{isDrivable(places) ? texts.slotsText : texts.undrivable}</p>
      <div className="mt-3 grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        {possibleSlots(inputs).map((slot) => {
          const options = optionsOf(slot, inputs, found)
          const own = places.filter((each) => each.slot === slot)
          return (
            <SelectField
              key={slot}
              label={texts.slot[slot]}
              value={own.map(keyOf).join(' + ')}
              options={[
                { value: '', name: texts.notUsed },
                ...options.map(({ key, names }) => ({ value: key, name: texts.several(names) })),
              ]}
              onChange={(value) =>
                onChange([
                  ...places.filter((each) => each.slot !== slot),
                  ...(options.find(({ key }) => key === value)?.places ?? []),
                ])
              }
            />
          )
        })}
      </div>
    </section>
  )
}

type OtherInputsProps = {
  inputs: LookedAtWorkflow['inputs']
  typed: Typed
  asked: ReadonlySet<string>
  onType(typed: Typed): void
  onAsk(asked: ReadonlySet<string>): void
}

/** From so many on there is a field to find one. */
const manyInputs = 10

/** The inputs that no setting goes into, closed at first: most people keep what they exported. */
function OtherInputs({ inputs, typed, asked, onType, onAsk }: OtherInputsProps) {
  const [wanted, setWanted] = useState('')
  const shown = inputs.filter(({ title, input, classType }) =>
    `${title} ${input} ${classType}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  const askedHere = inputs.filter((input) => asked.has(keyOf(input))).length
  if (inputs.length === 0) return null
  return (
    <details className="border-hairline border-y py-3">
      <summary className="cursor-pointer font-semibold text-14">{texts.inputs(inputs.length, askedHere)}</summary>
      <p className="mt-0.5 text-12 text-muted">{texts.inputsText}</p>
      <div className="mt-3 grid gap-3">
        {inputs.length >= manyInputs && (
          <Field label={texts.find} type="search" value={wanted} onChange={(event) => setWanted(event.target.value)} />
        )}
        <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
          {shown.map((input) => {
            const key = keyOf(input)
            const own = typeof input.value === 'boolean' ? input.value : String(input.value)
            return (
              <InputField
                key={key}
                input={input}
                value={typed.get(key) ?? own}
                isWrong={typedValue(input, typed) === null}
                isAsked={asked.has(key)}
                isFull={askedHere >= maxInputs}
                onChange={(value) => onType(new Map(typed).set(key, value))}
                onAsk={(wanted) =>
                  onAsk(new Set([...asked].filter((each) => each !== key).concat(wanted === 'each-picture' ? key : [])))
                }
              />
            )
          })}
        </div>
        {askedHere >= maxInputs && <p className="text-12 text-muted">{texts.mostAsked(maxInputs)}</p>}
        {shown.length === 0 && <p className="text-13 text-muted">{texts.noneFound}</p>}
      </div>
    </details>
  )
}
