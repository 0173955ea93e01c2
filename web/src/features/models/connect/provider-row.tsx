import { useMutation } from '@tanstack/react-query'
import { Check, ChevronDown, ChevronRight, CircleAlert, KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ModelShape } from '#contract/models/model.ts'
import type { ConnectionCheckShape } from '#contract/models/model-connection.ts'
import type { ModelKeyShape } from '#contract/models/model-key.ts'
import { providerFacts } from '#domain/models/providers.ts'
import { removeModelKey, saveModelKey, testModelKey } from '#web/data/models/model-keys.ts'
import { showModel } from '#web/data/models/models.ts'
import { KeyForm } from '#web/features/models/keys/key-form.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { showToast } from '#web/ui/toast.ts'
import { type ModelLine, ModelTable, showRefusal, turnModel } from './model-table.tsx'
import { checkText, connectTexts, doesText } from './texts.ts'

const texts = connectTexts.provider

/** The state of a provider's key: its result, or a sentence where it was not tested. */
type KeyState = ConnectionCheckShape | { readonly state: 'good' | 'bad'; readonly text: string } | null

type ProviderRowProps = {
  name: string
  /** A few words below the name: which models, or how many. */
  models: string
  /** The owner of the key in use; null where the provider needs none. */
  keyText: string | null
  /** Whether `keyText` names a key, shown with its sign. */
  hasKey: boolean
  state: KeyState
  /** Tests the key; null where there is none, or the user may not. */
  test: { run(): void; isBusy: boolean } | null
  /** Opens the form for a key; null for people who may not change it. */
  onKey: ((opener: HTMLElement) => void) | null
  /** The form, while it is open. */
  form: ReactNode
  /** The contents of the opened row. */
  children: ReactNode
}

/** One provider of the page: its models, its key, and the result of the last test. */
export function ProviderRow(props: ProviderRowProps) {
  const { name, models, keyText, hasKey, state, test, onKey, form, children } = props
  const [isOpen, setOpen] = useState(false)
  const [asksWhy, setAsksWhy] = useState(false)
  const reason = state && 'reason' in state ? state.reason : null
  const isRefused = state?.state === 'refused'
  return (
    <li className="border-hairline border-b">
      <div className="flex min-h-[68px] items-center gap-3 py-2.5 max-sm:flex-wrap max-sm:gap-x-2 max-sm:gap-y-1">
        <IconButton
          size="small"
          className="-ml-2"
          label={isOpen ? texts.close(name) : texts.open(name)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown /> : <ChevronRight />}
        </IconButton>
        <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-48px)]">
          <h2 className="truncate font-semibold text-14">{name}</h2>
          <p className="text-12 text-muted">{models}</p>
        </div>
        <div className="grid w-[216px] justify-items-start gap-0.5 max-lg:w-[190px] max-sm:ml-8 max-sm:w-auto max-sm:flex-1">
          <p className={`flex items-center gap-1.5 ${hasKey ? 'font-mono text-12' : 'text-13 text-muted'}`}>
            {hasKey && <KeyRound aria-hidden="true" className="size-3.5 text-muted" />}
            {keyText}
          </p>
          {test?.isBusy ? (
            <p role="status" className="text-12 text-muted">
              {texts.testing}
            </p>
          ) : (
            state && <StateLine state={state} />
          )}
        </div>
        <div className="flex w-[168px] justify-end gap-1 max-sm:w-auto">
          {isRefused && reason !== null ? (
            <Button
              kind="quiet"
              size="small"
              aria-label={texts.whyOf(name)}
              aria-expanded={asksWhy}
              onClick={() => setAsksWhy(!asksWhy)}
            >
              {texts.why}
            </Button>
          ) : (
            test && (
              <Button kind="quiet" size="small" busy={test.isBusy} aria-label={texts.testOf(name)} onClick={test.run}>
                {texts.test}
              </Button>
            )
          )}
          {onKey && !form && (
            <Button
              kind={isRefused ? 'solid' : 'line'}
              size="small"
              aria-label={hasKey ? texts.replaceOf(name) : texts.addKeyTo(name)}
              onClick={(event) => onKey(event.currentTarget)}
            >
              {hasKey ? texts.replace : texts.addKey}
            </Button>
          )}
        </div>
      </div>
      {asksWhy && isRefused && (
        <p className="mb-4 ml-9 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-12 bg-raised px-4 py-3 text-13 max-sm:ml-0">
          <span className="min-w-0 flex-1">{reason}</span>
          {test && (
            <Button kind="line" size="small" busy={test.isBusy} onClick={test.run}>
              {texts.testAgain}
            </Button>
          )}
        </p>
      )}
      {form && <div className="mb-5 ml-9 max-w-[560px] max-sm:ml-0">{form}</div>}
      {isOpen && (
        <div className="mb-4 ml-9 rounded-12 bg-panel px-4 py-1 shadow-[0_0_0_1px_var(--hairline)] max-sm:ml-0 max-sm:px-3">
          {children}
        </div>
      )}
    </li>
  )
}

function StateLine({ state }: { state: NonNullable<KeyState> }) {
  const now = useNow()
  const isGood = state.state === 'answers' || state.state === 'good'
  const text = 'text' in state ? state.text : checkText(state, now)
  return (
    <p className={`flex items-center gap-1.5 font-medium text-12 ${isGood ? '' : 'text-danger'}`}>
      {isGood ? (
        <Check aria-hidden="true" className="size-3.5" />
      ) : (
        <CircleAlert aria-hidden="true" className="size-3.5" />
      )}
      {text}
    </p>
  )
}

const minuteMs = 60_000

/** The present time in milliseconds, read again each minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A model of the server's catalogue as a line of a table; its switch is the user's own. */
export const lineOf = (model: ModelShape): ModelLine => ({
  value: model.value,
  name: model.name,
  badge: model.badge,
  does: doesText({
    does: model.does,
    mostImagePrompts: model.capabilities.supportsImagePrompts ? model.mostImagePrompts : 0,
    styles: model.capabilities.supportsStyles,
  }),
  seconds: model.stats.speed,
  credits: model.stats.credits,
  isOn: model.isShown,
  enter: null,
  turn: (isOn) =>
    void turnModel(model.name, { isOn, turn: (shown) => showModel({ model: model.value, isShown: shown }) }),
})

/** The models in a few words: their names, and how many are on once some are off. */
export function modelsText(models: readonly { readonly name: string; readonly isShown: boolean }[]): string {
  const on = models.filter(({ isShown }) => isShown).length
  return on === models.length ? texts.models(models.map(({ name }) => name)) : texts.count(models.length, on)
}

const keyTextOf = ({ lastFour, onServer }: ModelKeyShape) =>
  lastFour !== null ? texts.yours(lastFour) : onServer ? texts.server : texts.noKey

type KeyedProviderProps = {
  modelKey: ModelKeyShape
  models: readonly ModelShape[]
  hasPrices: boolean
  /** Whether the user may have keys: guests may not. */
  mayChange: boolean
}

/** A provider of the catalogue, opened by the user's own key or by the server's. */
export function KeyedProvider({ modelKey, models, hasPrices, mayChange }: KeyedProviderProps) {
  const { provider, lastFour, onServer } = modelKey
  const name = providerFacts[provider].label
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLElement>(null)
  const hasKey = lastFour !== null || onServer
  const test = useMutation({
    mutationFn: () => testModelKey(provider),
    onError: (error) => showRefusal(`${name}: ${connectTexts.notDone}`, error),
  })
  const remove = useMutation({
    mutationFn: () => removeModelKey(provider),
    onSuccess() {
      test.reset()
      showToast({ kind: 'success', ...connectTexts.removal.keyDone(name) })
    },
    onError: (error) => showRefusal(`${name}: ${connectTexts.notDone}`, error),
  })
  const close = () => {
    setEditing(false)
    requestAnimationFrame(() => opener.current?.focus())
  }

  return (
    <ProviderRow
      name={name}
      models={modelsText(models)}
      hasKey={hasKey}
      keyText={keyTextOf(modelKey)}
      state={test.data ?? untestedState(modelKey, models)}
      test={hasKey && mayChange ? { run: () => test.mutate(), isBusy: test.isPending } : null}
      onKey={
        mayChange
          ? (button) => {
              opener.current = button
              setEditing(true)
            }
          : null
      }
      form={
        isEditing && (
          <KeyForm
            name={name}
            field={provider}
            keyPage={providerFacts[provider].key.page}
            save={async (key) => {
              await saveModelKey(provider, key)
              test.reset()
            }}
            onClose={close}
          />
        )
      }
    >
      <ModelTable name={name} lines={models.map(lineOf)} hasPrices={hasPrices} />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-hairline border-t py-1.5 text-12 text-muted">
        <p>
          {lastFour !== null && onServer ? (
            texts.usedFirst
          ) : (
            <>
              {onServer ? texts.serverKeyIn : texts.serverKeyCanBeIn}{' '}
              <code className="rounded-4 bg-raised px-1 py-0.5 text-ink">{providerFacts[provider].key.setting}</code>.
            </>
          )}
        </p>
        {lastFour !== null && mayChange && (
          <Button kind="quiet" size="small" busy={remove.isPending} onClick={() => setAsking(true)}>
            {texts.removeKey}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={connectTexts.removal.keyTitle(name)}
          text={connectTexts.removal.keyText({ models: models.length, onServer })}
          confirmLabel={connectTexts.removal.confirm}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </ProviderRow>
  )
}

/** The state that is known without a test: pictures wait for the provider, or how the key was checked when it was saved. */
function untestedState({ lastFour, check }: ModelKeyShape, models: readonly ModelShape[]): KeyState {
  if (models.some(({ notice }) => notice !== null)) return { state: 'bad', text: texts.silent }
  if (lastFour === null) return null
  return { state: 'good', text: check === 'accepted' ? texts.accepted : texts.unchecked }
}
