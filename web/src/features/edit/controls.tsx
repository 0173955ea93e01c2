import { type ReactNode, type RefCallback, type RefObject, useEffect, useId, useState } from 'react'
import { type EffectName, effectIn, effectNames, effectTitle } from '#domain/edit/effects.ts'
import type { AdjustmentName } from '#domain/edit/operation.ts'
import { SettingRow } from './editor-parts.tsx'
import { editorTexts } from './texts.ts'
import type { Editor } from './use-editor.ts'
import './controls.css'

type SliderProps = {
  label: string
  value: number
  least: number
  most: number
  step?: number
  /** The value as text: '8 px'. */
  text: string
  onChange(value: number): void
}

/** A slider on one line: its name, the track, its value. A track through zero is filled from its middle. */
export function Slider({ label, value, least, most, step = 1, text, onChange }: SliderProps) {
  const id = useId()
  const share = (of: number) => ((of - least) / (most - least)) * 100
  const zero = share(Math.min(most, Math.max(least, 0)))
  const [from, to] = [Math.min(zero, share(value)), Math.max(zero, share(value))]
  return (
    <div className="edit-slider grid min-h-6 items-center">
      <label className="text-muted" htmlFor={id}>
        {label}
      </label>
      <input
        className="cursor-pointer"
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={text}
        style={{ '--from': `${from}%`, '--to': `${to}%` } as React.CSSProperties}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onDoubleClick={() => onChange(Math.min(most, Math.max(least, 0)))}
      />
      <output className="text-right tabular-nums" htmlFor={id}>
        {text}
      </output>
    </div>
  )
}

type SegmentsProps<Value extends string> = {
  label: string
  values: readonly { readonly value: Value; readonly text: string; readonly icon?: ReactNode }[]
  value: Value
  className?: string
  onChange(value: Value): void
}

/** A choice of a few values beside each other. */
export function Segments<Value extends string>({ label, values, value, className, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className={`edit-segments ${className ?? ''}`} aria-label={label}>
      {values.map(({ value: each, text, icon }) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
          {icon}
          {text}
        </button>
      ))}
    </fieldset>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly { readonly value: string; readonly text: string }[]
  onChange(value: string): void
}

/** A choice of one of many, on one line with its name. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <SettingRow>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="h-8 w-full rounded-8 bg-panel px-2 py-0 text-[13px] text-ellipsis inset-ring inset-ring-edge"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(({ value: each, text }) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </SettingRow>
  )
}

type NumberFieldProps = {
  label: string
  value: number
  least: number
  most: number
  onChange(value: number): void
}

/** A whole number; what is typed counts once the field is left, or Enter is pressed. */
export function NumberField({ label, value, least, most, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped(String(value)), [value])
  const commit = () => {
    const number = Math.round(Number(typed))
    if (typed.trim() === '' || !Number.isFinite(number)) return setTyped(String(value))
    const kept = Math.min(most, Math.max(least, number))
    setTyped(String(kept))
    if (kept !== value) onChange(kept)
  }
  return (
    <label className="edit-number flex items-center gap-1.5 rounded-8 px-2 text-[12px] inset-ring inset-ring-edge">
      <span className="text-muted">{label}</span>
      <input
        className="min-w-[4ch] bg-transparent tabular-nums outline-none"
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
          if (by === 0) return
          event.preventDefault()
          onChange(Math.min(most, Math.max(least, value + by * (event.shiftKey ? 10 : 1))))
        }}
      />
    </label>
  )
}

/** The looks that this machine computes. */
export function LookChoice({ editor: { draft, change } }: { editor: Editor }) {
  const chosen = effectIn(draft.words)
  return (
    <fieldset className="edit-looks flex gap-1" aria-label={editorTexts.look}>
      {effectNames.map((name) => (
        <button
          key={name}
          type="button"
          className="edit-chip inline-flex h-8 flex-none items-center gap-1.5 rounded-8 px-3 text-13 font-medium pointer-coarse:h-11 [&>svg]:w-4 [&>svg]:text-muted"
          aria-pressed={name === chosen}
          onClick={() => change({ words: lookTitle(name) })}
        >
          {lookTitle(name)}
        </button>
      ))}
    </fieldset>
  )
}

/** 'Black and white' */
const lookTitle = (name: EffectName) => effectTitle(name).replace(/^./, (letter) => letter.toUpperCase())

/** Factor by which a picture is enlarged. */
export const FactorChoice = ({ editor: { draft, change } }: { editor: Editor }) => (
  <Segments
    label={editorTexts.factor}
    className="grid auto-cols-[1fr] grid-flow-col"
    value={String(draft.factor) as '2' | '4'}
    values={[
      { value: '2', text: editorTexts.times(2) },
      { value: '4', text: editorTexts.times(4) },
    ]}
    onChange={(factor) => change({ factor: factor === '4' ? 4 : 2 })}
  />
)

/** One of the sliders of 'Adjust'; in its middle nothing is changed. */
export function AdjustmentSlider({ editor: { draft, change }, name }: { editor: Editor; name: AdjustmentName }) {
  const { [name]: value = 0, ...others } = draft.adjustments
  return (
    <Slider
      label={editorTexts.adjustments[name]}
      value={value}
      least={-100}
      most={100}
      text={value > 0 ? `+${value}` : String(value).replace('-', '−')}
      onChange={(next) => change({ adjustments: next === 0 ? others : { ...others, [name]: next } })}
    />
  )
}

/** The ref of an element that keeps the dialog around it: the dialog has the focus at first, and its keys work then as well. */
export const dialogOf =
  (dialog: RefObject<Element | null>): RefCallback<Element> =>
  (node) => {
    dialog.current = node?.closest('[role="dialog"]') ?? null
  }
