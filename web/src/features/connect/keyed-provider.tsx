import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ModelShape } from '#contract/model.ts'
import type { ModelKeyShape } from '#contract/model-key.ts'
import { keySettings } from '#domain/models/provider-keys.ts'
import { providerLabel } from '#domain/models/provider-label.ts'
import { removeModelKey, saveModelKey, testModelKey } from '#web/data/models/model-keys.ts'
import { showModel } from '#web/data/models/models.ts'
import { KeyForm } from '#web/features/model-keys/key-form.tsx'
import { keyPages } from '#web/features/model-keys/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { type ModelLine, ModelTable, showRefusal, turnModel } from './model-table.tsx'
import { type KeyState, ProviderRow } from './provider-row.tsx'
import { connectTexts, doesText } from './texts.ts'

const texts = connectTexts.provider

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

/** Which models, in a few words: their names, and how many are on once some are off. */
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
  const name = providerLabel[provider]
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
            keyPage={keyPages[provider]}
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
              <code className="rounded-4 bg-raised px-1 py-0.5 text-ink">{keySettings[provider]}</code>.
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

/** What is known without a test: pictures wait for the provider, or how the key was checked when it was saved. */
function untestedState({ lastFour, check }: ModelKeyShape, models: readonly ModelShape[]): KeyState {
  if (models.some(({ notice }) => notice !== null)) return { state: 'bad', text: texts.silent }
  if (lastFour === null) return null
  return { state: 'good', text: check === 'accepted' ? texts.accepted : texts.unchecked }
}
