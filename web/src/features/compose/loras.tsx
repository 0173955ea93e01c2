import { X } from 'lucide-react'
import { useState } from 'react'
import type { ModelShape } from '#contract/models/model.ts'
import { type ChosenLora, isLoraAddress, loraWeights, maxLoras } from '#domain/models/controls.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { loraName } from '#web/viewing/control-texts.ts'
import { moreTexts as texts } from './texts.ts'

type Weights = { readonly least: number; readonly most: number }

type LorasProps = {
  control: NonNullable<NonNullable<ModelShape['controls']>['loras']>
  chosen: readonly ChosenLora[]
  onChoose(loras: readonly ChosenLora[]): void
  onAddWords(words: string): void
}

/** From so many on there is a field to find one. */
const manyLoras = 8

/** Small networks beside the model: which, how strong, and the words that call them. */
export function Loras({ control, chosen, onChoose, onAddWords }: LorasProps) {
  const { options, byAddress, weights = loraWeights, atOnce = maxLoras } = control
  const usual = Math.min(loraWeights.usual, weights.most)
  const [wanted, setWanted] = useState('')
  const holds = matchesWords(wanted)
  const shown = options.filter(({ name }) => holds(name))
  const isFull = chosen.length >= atOnce
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium text-13">{texts.loras}</legend>
      {options.length >= manyLoras && (
        <Field
          label={texts.findLora}
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {byAddress && (
        <ByAddress
          chosen={chosen.filter(({ name }) => !options.some((each) => each.name === name))}
          weights={weights}
          isFull={isFull}
          onAdd={(name) => onChoose([...chosen, { name, weight: usual }])}
          onWeight={(name, weight) => onChoose(chosen.map((each) => (each.name === name ? { name, weight } : each)))}
          onRemove={(name) => onChoose(chosen.filter((each) => each.name !== name))}
        />
      )}
      {options.length > 0 && (
        <ul className="grid max-h-[264px] content-start overflow-y-auto rounded-8 bg-well p-1">
          {shown.map(({ name, triggers }) => {
            const own = chosen.find((each) => each.name === name)
            return (
              <li key={name} className="grid gap-2 px-2 py-1">
                <label className="flex min-h-8 cursor-pointer items-center gap-2 text-13 max-sm:min-h-11">
                  <input
                    type="checkbox"
                    className="tick"
                    checked={own !== undefined}
                    disabled={!own && isFull}
                    onChange={(event) =>
                      onChoose(
                        event.target.checked
                          ? [...chosen, { name, weight: usual }]
                          : chosen.filter((each) => each.name !== name),
                      )
                    }
                  />
                  <span className="min-w-0 truncate">{name}</span>
                </label>
                {own && (
                  <ChosenOne
                    lora={own}
                    triggers={triggers}
                    weights={weights}
                    onWeight={(weight) =>
                      onChoose(chosen.map((each) => (each.name === name ? { name, weight } : each)))
                    }
                    onAddWords={onAddWords}
                  />
                )}
              </li>
            )
          })}
          {shown.length === 0 && <li className="px-2 py-1 text-13 text-muted">{texts.noLora}</li>}
        </ul>
      )}
      {isFull && <p className="text-12 text-muted">{texts.maxLoras(atOnce)}</p>}
    </fieldset>
  )
}

type ChosenOneProps = {
  lora: ChosenLora
  triggers: readonly string[]
  weights: Weights
  onWeight(weight: number): void
  onAddWords(words: string): void
}

function ChosenOne({ lora: { name, weight }, triggers, weights, onWeight, onAddWords }: ChosenOneProps) {
  return (
    <div className="grid gap-2 pb-2 pl-6">
      <Weight name={name} weight={weight} weights={weights} onWeight={onWeight} />
      {triggers.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5">
          <span className="text-12 text-muted">{texts.triggers}</span>
          {triggers.map((words) => (
            <Button
              key={words}
              kind="line"
              size="small"
              aria-label={texts.addWords(words)}
              onClick={() => onAddWords(words)}
            >
              {words}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

type WeightProps = { name: string; weight: number; weights: Weights; onWeight(weight: number): void }

function Weight({ name, weight, weights, onWeight }: WeightProps) {
  return (
    <label className="flex items-center gap-3 text-12 text-muted">
      <input
        type="range"
        className="min-w-0 flex-1 accent-(--accent)"
        aria-label={texts.weightOf(name)}
        min={weights.least}
        max={weights.most}
        step={0.05}
        value={weight}
        onChange={(event) => onWeight(Number(event.target.value))}
      />
      <span className="w-10 text-right tabular-nums">{weight}</span>
    </label>
  )
}

type ByAddressProps = {
  chosen: readonly ChosenLora[]
  weights: Weights
  isFull: boolean
  onAdd(address: string): void
  onWeight(address: string, weight: number): void
  onRemove(address: string): void
}

/** LoRAs that the provider loads from an address, each with its weight. */
function ByAddress({ chosen, weights, isFull, onAdd, onWeight, onRemove }: ByAddressProps) {
  const [typed, setTyped] = useState('')
  const address = typed.trim()
  const isNew = isLoraAddress(address) && !chosen.some(({ name }) => name === address)
  const add = () => {
    if (!isNew || isFull) return
    onAdd(address)
    setTyped('')
  }
  return (
    <div className="grid gap-2">
      {chosen.length > 0 && (
        <ul className="grid gap-1 rounded-8 bg-well p-1">
          {chosen.map(({ name, weight }) => (
            <li key={name} className="grid gap-1 px-2 py-1">
              <div className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate text-13" title={name}>
                  {loraName(name)}
                </span>
                <IconButton label={texts.removeLora(loraName(name))} onClick={() => onRemove(name)}>
                  <X />
                </IconButton>
              </div>
              <Weight
                name={loraName(name)}
                weight={weight}
                weights={weights}
                onWeight={(changed) => onWeight(name, changed)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label={texts.loraAddress}
            hint={texts.loraAddressHint}
            error={address !== '' && !isLoraAddress(address) ? texts.noLoraAddress : null}
            type="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            disabled={isFull}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
        </div>
        <Button kind="line" className="mt-[26px]" disabled={!isNew || isFull} onClick={add}>
          {texts.addLora}
        </Button>
      </div>
    </div>
  )
}
