import { useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { moreTexts as texts } from './texts.ts'

type NumberFieldProps = {
  label: string
  range: { readonly least: number | null; readonly most: number | null; readonly usual: number | null }
  isWhole?: true
  value: number | undefined
  /** Undefined: the field is empty. Not called while something else is in it. */
  onChange(value: number | undefined): void
}

/** A number, or nothing: then the model decides. */
export function NumberField({ label, range: { least, most, usual }, isWhole, value, onChange }: NumberFieldProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const read = (typed: string): number | undefined | null => {
    if (typed.trim() === '') return undefined
    const number = Number(typed.replace(',', '.'))
    const fits = Number.isFinite(number) && number >= (least ?? -Infinity) && number <= (most ?? Infinity)
    return fits && (!isWhole || Number.isInteger(number)) ? number : null
  }
  const isWrong = read(text) === null
  return (
    <Field
      label={label}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      placeholder={usual === null ? '' : String(usual)}
      hint={texts.range(least, most, usual)}
      error={isWrong ? texts.outOfRange(least, most) : null}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        const number = read(event.target.value)
        if (number !== null) onChange(number)
      }}
    />
  )
}
