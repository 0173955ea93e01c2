import { useState } from 'react'
import type { CreateTokenBody } from '#contract/programs/api-token.ts'
import { parseCredits } from '#domain/credits/parse-credits.ts'
import type { TokenScope } from '#domain/tokens/token-scope.ts'
import { Choice, Field } from '#web/ui/field.tsx'
import { programTexts } from './texts.ts'

const texts = programTexts.form

/** A cap as it is typed. */
export type TypedCap = { readonly credits: string; readonly per: 'month' | 'total' }

/** The budget of a typed cap; null: none; 'wrong': no number of credits. */
export function budgetOf({ credits, per }: TypedCap): CreateTokenBody['budget'] | 'wrong' {
  if (credits.trim() === '') return null
  const hundredths = parseCredits(credits)
  return hundredths === null || hundredths === 0 ? 'wrong' : { credits: hundredths / 100, per }
}

type ScopeChoiceProps = {
  offered: readonly TokenScope[]
  chosen: ReadonlySet<TokenScope>
  onChange(chosen: ReadonlySet<TokenScope>): void
}

/** The scopes of a program. */
export function ScopeChoice({ offered, chosen, onChange }: ScopeChoiceProps) {
  const turn = (scope: TokenScope) => {
    const next = new Set(chosen)
    if (!next.delete(scope)) next.add(scope)
    onChange(next)
  }
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-13">{texts.may}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 max-sm:grid-cols-1">
        {offered.map((scope) => (
          <label key={scope} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5">
            <input type="checkbox" className="tick mt-0.5" checked={chosen.has(scope)} onChange={() => turn(scope)} />
            <span className="font-medium text-13">
              {programTexts.scopes[scope].name}
              <span className="block font-normal text-12 text-muted">{programTexts.scopes[scope].text}</span>
            </span>
          </label>
        ))}
      </div>
      {chosen.size === 0 && (
        <p role="alert" className="mt-2 text-12 text-danger">
          {texts.noScope}
        </p>
      )}
    </fieldset>
  )
}

type CapFieldsProps = { cap: TypedCap; onChange(cap: TypedCap): void; error: string | null; disabled?: boolean }

/** The budget of a token. */
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
        // A field that can not be filled in is not wrong.
        error={disabled ? null : error}
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
