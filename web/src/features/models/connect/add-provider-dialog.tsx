import { useMutation } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { type FormEvent, useState } from 'react'
import type { FoundModelShape } from '#contract/models/model-connection.ts'
import { type AddedKind, addedKinds, keyPageOf } from '#domain/models/providers.ts'
import { useCredits } from '#web/data/credits.ts'
import { errorMessage, type FieldErrors, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { addConnection, lookAtProvider } from '#web/data/models/connections.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, PasswordField, Switch } from '#web/ui/field.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { showToast } from '#web/ui/toast.ts'
import { type Choices, FoundList, nothingEntered } from './found-list.tsx'
import { connectTexts } from './texts.ts'

const texts = connectTexts.dialog

/** With more than these none is switched on from the start: they would bury the picker. */
const maxPreselected = 30

/** All of a short list whose price is known. */
const preselected = (models: readonly FoundModelShape[]): Choices =>
  new Map(
    models.length > maxPreselected
      ? []
      : models.filter(({ credits }) => credits !== null).map(({ apiModel }) => [apiModel, nothingEntered]),
  )

/** A model of which only the id is known, as the server makes one of it. */
const enteredModel = (apiModel: string): FoundModelShape => ({
  apiModel,
  name: apiModel,
  description: '',
  does: ['words'],
  mostImagePrompts: 0,
  resolutions: ['1K'],
  costUsd: null,
  credits: null,
  seconds: null,
})

/** A typed number; undefined where there is none, or no number. */
const numberIn = (text: string): number | undefined => {
  const number = Number(text.replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(number) && number >= 0 ? number : undefined
}

type AddProviderDialogProps = {
  /** Whether the user may add one for everybody. */
  canAddForEveryone: boolean
  onClose(): void
}

/** Adds a provider: its kind and key, then which of the models that it lists can be chosen. */
export function AddProviderDialog({ canAddForEveryone, onClose }: AddProviderDialogProps) {
  const hasPrices = useCredits() !== null
  const [kind, setKind] = useState<AddedKind>('openrouter')
  const [typedName, setTypedName] = useState<string | null>(null)
  const [address, setAddress] = useState('')
  const [key, setKey] = useState('')
  const [chosenForEveryone, setForEveryone] = useState<boolean | null>(null)
  // Whether it can be may arrive later than the dialog.
  const isForEveryone = chosenForEveryone ?? canAddForEveryone
  const [entered, setEntered] = useState<readonly FoundModelShape[]>([])
  const [choices, setChoices] = useState<Choices>(new Map())
  const isAnyAddress = kind === 'openai-images'
  const name = typedName ?? (isAnyAddress ? hostOf(address) : texts.kinds[kind].name)
  const place = { kind, key, ...(isAnyAddress && address !== '' && { baseUrl: address.trim() }) }

  const look = useMutation({
    mutationFn: () => lookAtProvider(place),
    onSuccess({ items }) {
      setEntered([])
      setChoices(preselected(items))
    },
  })
  const models = [...(look.data?.items ?? []), ...entered]
  const chosen = models.filter(({ apiModel }) => choices.has(apiModel))
  const needsPrice = isForEveryone && hasPrices
  const add = useMutation({
    mutationFn: () =>
      addConnection({
        ...place,
        name,
        audience: isForEveryone ? 'everyone' : 'me',
        models: chosen.map(({ apiModel }) => {
          const credits = numberIn(choices.get(apiModel)?.credits ?? '')
          const seconds = numberIn(choices.get(apiModel)?.seconds ?? '')
          return {
            apiModel,
            ...(needsPrice && credits !== undefined && { credits: Math.round(credits * 100) }),
            ...(seconds !== undefined && seconds > 0 && { seconds }),
          }
        }),
      }),
    onSuccess() {
      showToast({ kind: 'success', ...texts.added(name, chosen.length) })
      onClose()
    },
  })

  /** Forgets the found models: they belong to the key and the address that were asked. */
  const forget = () => {
    look.reset()
    add.reset()
  }
  const isConnected = look.data !== undefined
  const isBusy = look.isPending || add.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (isConnected) add.mutate()
    else look.mutate()
  }
  const keyPage = keyPageOf(kind)
  const failure = add.error ?? look.error
  const errors = fieldErrorsOf(failure)

  return (
    <Modal
      title={connectTexts.add}
      returnTo="[data-add-provider], main h1"
      onClose={onClose}
      className="[--modal-width:640px]"
    >
      <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
        <div className="min-h-0 overflow-y-auto px-6 pt-4 pb-6 max-sm:px-4">
          <KindChoice
            kind={kind}
            onChange={(next) => {
              setKind(next)
              forget()
            }}
          />
          <div className="mt-5 grid grid-cols-[180px_minmax(0,1fr)] items-start gap-3 max-sm:grid-cols-1">
            <Field
              label={texts.name}
              name="provider-name"
              autoComplete="off"
              maxLength={40}
              error={errors.name ?? null}
              value={name}
              onChange={(event) => setTypedName(event.target.value)}
            />
            {isAnyAddress && (
              <Field
                label={texts.address}
                name="provider-address"
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                placeholder={texts.addressPlaceholder}
                hint={texts.addressHint}
                error={errors.baseUrl ?? null}
                value={address}
                onChange={(event) => {
                  setAddress(event.target.value)
                  forget()
                }}
              />
            )}
            <div className={isAnyAddress ? 'col-span-full' : ''}>
              <PasswordField
                label={texts.key}
                name="provider-key"
                autoComplete="off"
                spellCheck={false}
                data-first-focus
                hint={isAnyAddress ? texts.keyOptional : texts.keyHint}
                error={errors.key ?? null}
                value={key}
                onChange={(event) => {
                  setKey(event.target.value)
                  forget()
                }}
              />
              {keyPage && (
                <a
                  href={keyPage}
                  target="_blank"
                  rel="noreferrer"
                  className="text-link mt-2 inline-flex items-center gap-1 text-12"
                >
                  {texts.keyPage} <ExternalLink aria-hidden="true" className="size-3.5" />
                </a>
              )}
            </div>
          </div>
          {isConnected && (
            <FoundList
              models={models}
              choices={choices}
              needsPrice={needsPrice}
              isRefused={add.isError}
              onChoose={setChoices}
              onEnterId={
                isAnyAddress
                  ? (apiModel) => {
                      if (!models.some((model) => model.apiModel === apiModel))
                        setEntered([...entered, enteredModel(apiModel)])
                      setChoices(new Map(choices).set(apiModel, choices.get(apiModel) ?? nothingEntered))
                    }
                  : null
              }
            />
          )}
          {canAddForEveryone && (
            <div className="mt-5 flex items-start justify-between gap-4">
              <div id="for-everyone">
                <p className="font-medium text-13">{texts.everyone}</p>
                <p className="text-12 text-muted">{texts.everyoneText(hasPrices)}</p>
              </div>
              <Switch label={texts.everyone} isOn={isForEveryone} describedBy="for-everyone" onTurn={setForEveryone} />
            </div>
          )}
        </div>
        <ModalFooter error={failure ? alertOf(failure, errors) : null}>
          <span className="mr-auto text-12 text-muted tabular-nums">
            {isConnected && texts.on(chosen.length, models.length)}
          </span>
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button kind="solid" type="submit" busy={isBusy}>
            {isConnected
              ? add.isPending
                ? texts.adding
                : texts.submit
              : look.isPending
                ? texts.connecting
                : texts.connect}
          </Button>
        </ModalFooter>
      </form>
    </Modal>
  )
}

/** The mistake that stands at no field of the form. */
function alertOf(failure: unknown, { name, baseUrl, key, ...others }: FieldErrors): string | null {
  const message = Object.values(others)[0]
  if (message !== undefined) return message
  return (name ?? baseUrl ?? key) ? null : errorMessage(failure, connectTexts.noConnection)
}

/** The host of an address that is being typed; empty until it is one. */
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname.slice(0, 40) : '')

function KindChoice({ kind, onChange }: { kind: AddedKind; onChange(kind: AddedKind): void }) {
  return (
    <RadioGroup.Root
      aria-label={texts.which}
      className="grid grid-cols-3 gap-2 max-sm:grid-cols-1"
      value={kind}
      onValueChange={(value) => {
        const next = addedKinds.find((each) => each === value)
        if (next) onChange(next)
      }}
    >
      {addedKinds.map((each) => (
        <RadioGroup.Item
          key={each}
          value={each}
          className="flex items-start gap-2.5 rounded-12 p-3 text-left shadow-[inset_0_0_0_1px_var(--line)] hover:bg-raised aria-checked:shadow-[inset_0_0_0_2px_var(--ink)]"
        >
          <span className="radio-dot" />
          <span>
            <span className="block font-medium text-13 leading-[18px]">{texts.kinds[each].name}</span>
            <span className="mt-0.5 block text-12 text-muted">{texts.kinds[each].text}</span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
