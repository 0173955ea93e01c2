import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { FoundModelShape } from '#contract/models/model-connection.ts'
import { Button } from '#web/ui/button.tsx'
import { connectTexts, doesText } from './texts.ts'

const texts = connectTexts.dialog

/** The entries of a model whose provider says no price; empty fields are empty texts. */
export type EnteredFacts = { readonly credits: string; readonly seconds: string }
/** The models that are switched on, by the provider's id. */
export type Choices = ReadonlyMap<string, EnteredFacts>

export const nothingEntered: EnteredFacts = { credits: '', seconds: '' }

/** Enter in the list would add the provider. */
const preventSubmit = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()

type FoundListProps = {
  models: readonly FoundModelShape[]
  choices: Choices
  /** Whether models for everybody have a price here, so that one must be entered where the provider says none. */
  needsPrice: boolean
  /** Whether adding was refused: prices that are missing are marked. */
  isRefused: boolean
  /** Adds a model that the provider does not list; null where its list is complete. */
  onEnterId: ((apiModel: string) => void) | null
  onChoose(choices: Choices): void
}

/** The models that a provider lists, each with a tick. */
export function FoundList({ models, choices, needsPrice, isRefused, onEnterId, onChoose }: FoundListProps) {
  const [words, setWords] = useState('')
  const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean)
  const shown = models.filter(({ name, apiModel }) => {
    const text = `${name} ${apiModel}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  const set = (some: readonly FoundModelShape[], isOn: boolean) => {
    const next = new Map(choices)
    for (const { apiModel } of some)
      if (isOn) next.set(apiModel, next.get(apiModel) ?? nothingEntered)
      else next.delete(apiModel)
    onChoose(next)
  }
  const areAllOn = shown.length > 0 && shown.every(({ apiModel }) => choices.has(apiModel))
  return (
    <div className="mt-5 overflow-hidden rounded-12 shadow-[inset_0_0_0_1px_var(--hairline)]">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2.5 gap-y-2 border-hairline border-b py-1.5 pr-2 pl-3.5 max-sm:py-2.5">
        <p role="status" className="flex items-center gap-2.5 text-12 text-muted">
          <span className="flex items-center gap-1.5 font-medium text-ink">
            <Check aria-hidden="true" className="size-3.5" />
            {texts.connected}
          </span>
          {texts.found(models.length)}
        </p>
        {models.length > 1 && (
          <div className="ml-auto flex items-center gap-1 max-sm:w-full max-sm:flex-row-reverse">
            <Button kind="quiet" size="small" onClick={() => set(shown, !areAllOn)}>
              {areAllOn ? texts.none : texts.all}
            </Button>
            <div className="flex h-8 w-[160px] items-center gap-2 rounded-8 bg-raised px-2.5 text-13 focus-within:outline-2 focus-within:outline-ink max-sm:flex-1">
              <Search aria-hidden="true" className="text-muted" />
              <input
                dir="auto"
                aria-label={connectTexts.table.filter}
                placeholder={connectTexts.table.filter}
                className="min-w-0 flex-1 bg-transparent outline-none"
                value={words}
                onChange={(event) => setWords(event.target.value)}
                onKeyDown={preventSubmit}
              />
            </div>
          </div>
        )}
      </div>
      <ul className="max-h-[264px] overflow-y-auto">
        {shown.map((model) => (
          <FoundRow
            key={model.apiModel}
            model={model}
            entered={choices.get(model.apiModel) ?? null}
            needsPrice={needsPrice}
            isRefused={isRefused}
            onTurn={(isOn) => set([model], isOn)}
            onEnter={(facts) => onChoose(new Map(choices).set(model.apiModel, facts))}
          />
        ))}
        {models.length === 0 && (
          <li className="px-3.5 py-3 text-13 text-muted">{onEnterId ? texts.noneFound : texts.noneForKey}</li>
        )}
        {models.length > 0 && shown.length === 0 && (
          <li className="px-3.5 py-3 text-13 text-muted">{connectTexts.table.noMatch}</li>
        )}
      </ul>
      {onEnterId && <IdField onEnter={onEnterId} />}
    </div>
  )
}

type FoundRowProps = {
  model: FoundModelShape
  /** Null while it is off. */
  entered: EnteredFacts | null
  needsPrice: boolean
  isRefused: boolean
  onTurn(isOn: boolean): void
  onEnter(facts: EnteredFacts): void
}

function FoundRow({ model, entered, needsPrice, isRefused, onTurn, onEnter }: FoundRowProps) {
  const { name, apiModel, costUsd } = model
  const lacksPrice = entered !== null && needsPrice && model.credits === null
  return (
    <li className="px-3.5 text-13 [contain-intrinsic-size:auto_44px] [content-visibility:auto]">
      <label className="flex min-h-11 items-center gap-3 py-1">
        <input
          type="checkbox"
          className="tick"
          checked={entered !== null}
          aria-label={name}
          onChange={(event) => onTurn(event.target.checked)}
          onKeyDown={preventSubmit}
        />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="mr-2 font-medium">{name}</span>
          {apiModel !== name && <span className="font-mono text-12 text-muted max-sm:block">{apiModel}</span>}
        </span>
        <span className="w-[150px] text-12 text-muted max-sm:hidden">{doesText(model)}</span>
        <span className="w-18 text-right text-12 tabular-nums">
          {costUsd === null ? texts.noPrice : texts.dollars(costUsd)}
        </span>
      </label>
      {lacksPrice && (
        <div className="flex flex-wrap gap-3 pb-2.5 pl-[30px]">
          <FactField
            label={connectTexts.table.creditsOf(name)}
            unit={connectTexts.table.credits}
            isMissing={isRefused && entered.credits.trim() === ''}
            value={entered.credits}
            onChange={(credits) => onEnter({ ...entered, credits })}
          />
          <FactField
            label={connectTexts.table.secondsOf(name)}
            unit={connectTexts.table.seconds}
            isMissing={false}
            value={entered.seconds}
            onChange={(seconds) => onEnter({ ...entered, seconds })}
          />
        </div>
      )}
    </li>
  )
}

type FactFieldProps = { label: string; unit: string; isMissing: boolean; value: string; onChange(value: string): void }

function FactField({ label, unit, isMissing, value, onChange }: FactFieldProps) {
  return (
    <span className="input h-8! w-[124px] text-12">
      <input
        aria-label={label}
        aria-invalid={isMissing || undefined}
        inputMode="decimal"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span aria-hidden="true" className="text-muted">
        {unit}
      </span>
    </span>
  )
}

/** A field for the id of a model that the server does not list. */
function IdField({ onEnter }: { onEnter(apiModel: string): void }) {
  const [typed, setTyped] = useState('')
  const enter = () => {
    if (typed.trim() === '') return
    onEnter(typed.trim())
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    enter()
  }
  return (
    <div className="flex items-center gap-2 border-hairline border-t p-2 pl-3.5">
      <input
        dir="auto"
        aria-label={texts.byId}
        placeholder={texts.byId}
        spellCheck={false}
        maxLength={200}
        className="h-8 min-w-0 flex-1 bg-transparent text-13 outline-none"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button kind="line" size="small" onClick={enter}>
        {texts.addById}
      </Button>
    </div>
  )
}
