import { type ReactNode, useEffect, useId, useState } from 'react'
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
    <div className="edit-slider">
      <label htmlFor={id}>{label}</label>
      <input
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
      <output htmlFor={id}>{text}</output>
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
    <div className="edit-setting">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="edit-select" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ value: each, text }) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
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
    <label className="edit-number">
      <span>{label}</span>
      <input
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
