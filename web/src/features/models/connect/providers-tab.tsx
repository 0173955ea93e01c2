import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { ModelShape } from '#contract/models/model.ts'
import type { ConnectionModelShape, ConnectionShape } from '#contract/models/model-connection.ts'
import { isKeyed, keyPageOf } from '#domain/models/providers.ts'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { useCredits } from '#web/data/credits.ts'
import { fieldErrorsOf } from '#web/data/http/api-error.ts'
import {
  changeConnection,
  chooseConnectionModels,
  connectionsQuery,
  refreshConnection,
  removeConnection,
  testConnection,
} from '#web/data/models/connections.ts'
import { modelKeysQuery } from '#web/data/models/model-keys.ts'
import { modelsQuery, showModel } from '#web/data/models/models.ts'
import { KeyForm } from '#web/features/models/keys/key-form.tsx'
import { modelTexts } from '#web/features/models/picker/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { AccountNeeded, ListLoading, LoadFailed } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { type ModelLine, ModelTable, showRefusal, turnModel } from './model-table.tsx'
import { KeyedProvider, lineOf, modelsText, ProviderRow } from './provider-row.tsx'
import { connectTexts, doesText } from './texts.ts'

/** Every provider: those of the catalogue that take a key, those that were added, and those that need no key. */
export function ProvidersTab() {
  const models = useQuery(modelsQuery)
  const keys = useQuery(modelKeysQuery)
  const connections = useQuery(connectionsQuery)
  const isGuest = useIsGuest()
  const hasPrices = useCredits() !== null
  const reads = [models, keys, connections]
  if (!models.data || !keys.data || !connections.data)
    return reads.some(({ isError }) => isError) ? (
      <LoadFailed
        {...connectTexts.failed}
        onTryAgain={() => reads.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch())}
      />
    ) : (
      <ListLoading label={connectTexts.loading} rows={8} />
    )

  const catalogue = models.data.filter(({ connection }) => connection === null)
  const groups = Map.groupBy(catalogue, ({ provider }) => provider)
  const hidden = new Set(models.data.filter(({ isShown }) => !isShown).map(({ value }) => value))
  const common = { hasPrices, mayChange: !isGuest }
  return (
    <>
      {isGuest && (
        <div className="border-hairline border-b py-5">
          <AccountNeeded text={connectTexts.guest} />
        </div>
      )}
      <ul className="pt-2">
        {keys.data.map((modelKey) => (
          <KeyedProvider
            key={modelKey.provider}
            modelKey={modelKey}
            models={groups.get(modelKey.provider) ?? []}
            {...common}
          />
        ))}
        {connections.data.items.map((connection) => (
          <AddedProvider
            key={connection.id}
            connection={connection}
            isOperator={connections.data.canAddForEveryone}
            hidden={hidden}
            hasPrices={hasPrices}
          />
        ))}
        {[...groups]
          .filter(([provider]) => !isKeyed(provider))
          .map(([provider, ofProvider]) => (
            <KeylessProvider
              key={provider}
              name={modelTexts.provider(provider)}
              models={ofProvider}
              hasPrices={hasPrices}
            />
          ))}
      </ul>
    </>
  )
}

type KeylessProviderProps = { name: string; models: readonly ModelShape[]; hasPrices: boolean }

/** An engine of this machine or network, or the built-in painter. */
function KeylessProvider({ name, models, hasPrices }: KeylessProviderProps) {
  const missing = models.find((model) => model.missing !== null)?.missing
  return (
    <ProviderRow
      name={name}
      models={modelsText(models)}
      hasKey={false}
      keyText={connectTexts.provider.needsNoKey}
      state={models.some(({ notice }) => notice !== null) ? { state: 'bad', text: connectTexts.provider.silent } : null}
      test={null}
      onKey={null}
      form={null}
    >
      <ModelTable name={name} lines={models.map(lineOf)} hasPrices={hasPrices} />
      {missing && <p className="border-hairline border-t py-3 text-12 text-muted">{missing}</p>}
    </ProviderRow>
  )
}

const providerTexts = connectTexts.provider

type AddedProviderProps = {
  connection: ConnectionShape
  /** Whether the user runs this server, and may say who may use it. */
  isOperator: boolean
  /** The models that the user does not want in their picker. */
  hidden: ReadonlySet<string>
  hasPrices: boolean
}

/** A provider that was added in the app: the user's own, or one for everybody. */
function AddedProvider({ connection, isOperator, hidden, hasPrices }: AddedProviderProps) {
  const { id, kind, name, audience, canChange, lastFour, check } = connection
  const [editing, setEditing] = useState<'nothing' | 'key' | 'name'>('nothing')
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLElement>(null)
  const onError = (error: unknown) => showRefusal(`${name}: ${connectTexts.notDone}`, error)
  const test = useMutation({ mutationFn: () => testConnection(id), onError })
  const look = useMutation({
    mutationFn: () => refreshConnection(id),
    onSuccess: (models) => showToast({ kind: 'success', ...providerTexts.looked(name, models) }),
    onError,
  })
  const remove = useMutation({
    mutationFn: () => removeConnection(id),
    onSuccess: (models) => showToast({ kind: 'success', ...connectTexts.removal.done(name, models) }),
    onError,
  })
  const close = () => {
    setEditing('nothing')
    requestAnimationFrame(() => opener.current?.focus())
  }

  const isOn = (model: ConnectionModelShape) => model.isShown && !hidden.has(model.value)
  const lineOf = (model: ConnectionModelShape): ModelLine => ({
    value: model.value,
    name: model.name,
    badge: model.isGone ? connectTexts.table.gone : null,
    does: doesText(model),
    seconds: model.seconds,
    credits: model.credits,
    isOn: isOn(model),
    enter:
      canChange && model.costUsd === null
        ? (facts) =>
            void chooseConnectionModels({ id, models: [{ apiModel: model.apiModel, ...facts }] }).catch(onError)
        : null,
    turn: (turned) =>
      void turnModel(model.name, {
        isOn: turned,
        async turn(next) {
          // What the owner offers is one thing, what a person wants in their own picker another: on means both.
          if (canChange && next !== model.isShown)
            await chooseConnectionModels({ id, models: [{ apiModel: model.apiModel, isShown: next }] })
          if (!canChange || (next && hidden.has(model.value))) await showModel({ model: model.value, isShown: next })
        },
      }),
  })

  const on = connection.models.filter(isOn).length
  return (
    <ProviderRow
      name={name}
      models={providerTexts.found(connection.models.length, on)}
      hasKey={lastFour !== null || !canChange}
      keyText={keyTextOf(connection)}
      state={check}
      test={canChange ? { run: () => test.mutate(), isBusy: test.isPending } : null}
      onKey={
        canChange
          ? (button) => {
              opener.current = button
              setEditing('key')
            }
          : null
      }
      form={
        editing === 'key' && (
          <KeyForm
            name={name}
            field={id}
            keyPage={keyPageOf(kind) ?? undefined}
            save={(key) => changeConnection({ id, key })}
            onClose={close}
          />
        )
      }
    >
      <ModelTable name={name} lines={connection.models.map(lineOf)} hasPrices={hasPrices} />
      {editing === 'name' ? (
        <RenameForm connection={connection} onClose={close} />
      ) : (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-hairline border-t py-1.5 text-12 text-muted">
          {canChange && isOperator ? (
            <AudienceChoice connection={connection} />
          ) : (
            <p>
              {audience === 'me'
                ? providerTexts.onlyYou
                : canChange
                  ? providerTexts.everyone
                  : providerTexts.byOperator}
            </p>
          )}
          {connection.baseUrl && <p className="[overflow-wrap:anywhere]">{connection.baseUrl}</p>}
          {check?.leftUsd !== undefined && (
            <p className="tabular-nums max-sm:basis-full">{providerTexts.left(check.leftUsd, name)}</p>
          )}
          {canChange && (
            <div className="ml-auto flex flex-wrap gap-1">
              <Button kind="quiet" size="small" busy={look.isPending} onClick={() => look.mutate()}>
                {providerTexts.look}
              </Button>
              <Button
                kind="quiet"
                size="small"
                onClick={(event) => {
                  opener.current = event.currentTarget
                  setEditing('name')
                }}
              >
                {providerTexts.rename}
              </Button>
              <Button
                kind="quiet"
                size="small"
                busy={remove.isPending}
                aria-label={providerTexts.removeOf(name)}
                onClick={() => setAsking(true)}
              >
                {providerTexts.remove}
              </Button>
            </div>
          )}
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={connectTexts.removal.title(name)}
          text={connectTexts.removal.text(connection.models.length)}
          confirmLabel={connectTexts.removal.confirm}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </ProviderRow>
  )
}

function keyTextOf({ audience, lastFour, canChange }: ConnectionShape): string {
  if (!canChange) return providerTexts.server
  if (lastFour === null) return providerTexts.noKey
  return audience === 'me' ? providerTexts.yours(lastFour) : providerTexts.serverEnds(lastFour)
}

/** Who may use its models. To take them from everybody is asked first: images of others that wait fail then. */
function AudienceChoice({ connection: { id, name, audience } }: { connection: ConnectionShape }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (chosen: ConnectionShape['audience']) => changeConnection({ id, audience: chosen }),
    onError: (error) => showRefusal(`${name}: ${connectTexts.notDone}`, error),
  })
  return (
    <>
      <label className="flex items-center gap-2">
        {providerTexts.whoMayUse}
        <select
          aria-label={providerTexts.whoMayUseOf(name)}
          className="min-h-8 cursor-pointer rounded-8 bg-transparent font-medium text-ink max-sm:min-h-11 max-sm:[--select-height:44px]"
          value={audience}
          disabled={isPending}
          onChange={(event) => (event.target.value === 'everyone' ? mutate('everyone') : setAsking(true))}
        >
          <option value="everyone">{providerTexts.everyoneHere}</option>
          <option value="me">{providerTexts.meAlone}</option>
        </select>
      </label>
      {isAsking && (
        <ConfirmDialog
          title={providerTexts.takeBack.title(name)}
          text={providerTexts.takeBack.text}
          confirmLabel={providerTexts.takeBack.confirm}
          onConfirm={() => mutate('me')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function RenameForm({ connection: { id, name }, onClose }: { connection: ConnectionShape; onClose(): void }) {
  const [typed, setTyped] = useState(name)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => changeConnection({ id, name: typed }),
    onSuccess: onClose,
    onError(refusal) {
      if (fieldErrorsOf(refusal).name === undefined) showRefusal(`${name}: ${connectTexts.notDone}`, refusal)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form
      noValidate
      className="flex items-end gap-2 border-hairline border-t py-3 max-sm:flex-wrap"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="w-full max-w-[280px]">
        <Field
          label={providerTexts.name}
          autoFocus
          maxLength={40}
          value={typed}
          error={fieldErrorsOf(error).name ?? null}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button kind="solid" type="submit" busy={isPending}>
        {providerTexts.save}
      </Button>
      <Button kind="quiet" onClick={onClose}>
        {providerTexts.cancel}
      </Button>
    </form>
  )
}
