import { useState } from 'react'
import type { CreateTokenBody } from '#contract/api-token.ts'
import { Choice, Field } from '#web/ui/field.tsx'
import { programTexts } from './texts.ts'

const texts = programTexts.form

/** A cap as it is typed. */
export type TypedCap = { readonly credits: string; readonly per: 'month' | 'total' }

/** The budget of a typed cap; null: none; 'wrong': no number of credits. */
export function budgetOf({ credits, per }: TypedCap): CreateTokenBody['budget'] | 'wrong' {
  const typed = credits.trim().replace(',', '.')
  if (typed === '') return null
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(typed) || Number(typed) === 0) return 'wrong'
  return { credits: Number(typed), per }
}

type CapFieldsProps = { cap: TypedCap; onChange(cap: TypedCap): void; error: string | null; disabled?: boolean }

/** How much a token may spend. */
export function CapFields({ cap, onChange, error, disabled = false }: CapFieldsProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field
        label={texts.cap}
        name="cap"
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        value={cap.credits}
        error={error}
        hint={texts.capHint}
        end={<span className="text-muted">{texts.credits}</span>}
        onChange={({ target }) => onChange({ ...cap, credits: target.value })}
      />
      <Choice
        label={texts.per}
        value={cap.per}
        disabled={disabled}
        onChange={(value) => onChange({ ...cap, per: value === 'total' ? 'total' : 'month' })}
      >
        <option value="month">{texts.pers.month}</option>
        <option value="total">{texts.pers.total}</option>
      </Choice>
    </div>
  )
}

/** The state of a typed cap: with its error, once it was sent. */
export function useCap(initial: TypedCap) {
  const [cap, setCap] = useState(initial)
  const [wasSent, setSent] = useState(false)
  const budget = budgetOf(cap)
  return {
    cap,
    setCap,
    budget,
    error: wasSent && budget === 'wrong' ? texts.capWrong : null,
    send: () => setSent(true),
  }
}
