import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { errorMessage } from '#web/data/http/api-error.ts'
import { Switch } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { connectTexts } from './texts.ts'

const texts = connectTexts.table

/** One model of a table. */
export type ModelLine = {
  readonly value: string
  readonly name: string
  readonly badge: string | null
  readonly does: string
  readonly seconds: number | null
  /** Hundredths of a credit; null where no price is known. */
  readonly credits: number | null
  /** Whether it can be chosen in the picker. */
  readonly isOn: boolean
  /** Enters the price and the speed, which the provider does not say; null where it does, or for other people. */
  readonly enter: ((facts: { credits?: number; seconds?: number }) => void) | null
  turn(isOn: boolean): void
}

type ModelTableProps = { name: string; lines: readonly ModelLine[]; hasPrices: boolean }

/**
 * Models with their switches. Rows out of sight are not laid out, so that hundreds cost no more than a screenful.
 */
export function ModelTable({ name, lines, hasPrices }: ModelTableProps) {
  return (
    <>
      <div
        aria-hidden="true"
        className="flex h-9 items-center gap-4 pl-[52px] font-medium text-12 text-muted max-sm:gap-2.5"
      >
        <span className="flex-1">{texts.model}</span>
        <span className="w-[300px] max-xl:w-[210px] max-lg:hidden">{texts.does}</span>
        <span className="w-16 text-right max-sm:w-14">{texts.seconds}</span>
        {hasPrices && <span className="w-16 text-right max-sm:w-14">{texts.credits}</span>}
      </div>
      <ul aria-label={texts.label(name)}>
        {lines.map((line) => (
          <ModelRow key={line.value} line={line} hasPrices={hasPrices} />
        ))}
      </ul>
      {lines.length === 0 && <p className="border-hairline border-t py-3 text-13 text-muted">{texts.none}</p>}
    </>
  )
}

function ModelRow({ line, hasPrices }: { line: ModelLine; hasPrices: boolean }) {
  const { name, badge, does, seconds, credits, isOn, enter, turn } = line
  return (
    <li className="flex min-h-11 items-center gap-4 border-hairline border-t py-1.5 text-13 [contain-intrinsic-size:auto_44px] [content-visibility:auto] max-sm:gap-2.5">
      <Switch label={texts.canBeChosen(name)} isOn={isOn} onTurn={turn} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{name}</span>
        {badge && <span className="badge">{badge}</span>}
      </span>
      <span className="w-[300px] text-muted max-xl:w-[210px] max-lg:hidden">{does}</span>
      {enter ? (
        <NumberCell label={texts.secondsOf(name)} value={seconds} onEnter={(entered) => enter({ seconds: entered })} />
      ) : (
        <span className="w-16 text-right text-muted tabular-nums max-sm:w-14">
          {seconds ?? texts.unknown}
          <span className="sr-only"> {texts.seconds}</span>
        </span>
      )}
      {hasPrices &&
        (enter ? (
          <NumberCell
            label={texts.creditsOf(name)}
            value={credits === null ? null : credits / 100}
            onEnter={(entered) => enter({ credits: Math.round(entered * 100) })}
          />
        ) : (
          <span className="w-16 text-right tabular-nums max-sm:w-14">
            {credits === null ? texts.unknown : texts.price(credits)}
            <span className="sr-only"> {texts.credits}</span>
          </span>
        ))}
    </li>
  )
}

type NumberCellProps = { label: string; value: number | null; onEnter(value: number): void }

/** A number that is stored when the field is left or Enter is pressed; Escape and a wrong entry restore the old one. */
function NumberCell({ label, value, onEnter }: NumberCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const finish = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const entered = Number(currentTarget.value)
    setTyped(null)
    if (currentTarget.value !== '' && Number.isFinite(entered) && entered >= 0 && entered !== value) onEnter(entered)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') event.currentTarget.value = ''
    if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur()
  }
  return (
    <input
      aria-label={label}
      inputMode="decimal"
      placeholder={texts.unknown}
      className="h-8 w-16 rounded-6 bg-transparent px-2 text-right tabular-nums shadow-[inset_0_0_0_1px_var(--line)] outline-none focus:shadow-[inset_0_0_0_2px_var(--focus)] max-sm:w-14"
      value={typed ?? (value === null ? '' : String(value))}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={onKeyDown}
    />
  )
}

/** Shows that a call was refused, with the server's reason. */
export const showRefusal = (title: string, error: unknown) =>
  showToast({ kind: 'error', title, description: errorMessage(error, connectTexts.noConnection) })

/**
 * Turns a model's switch: at once, and with a toast that undoes it.
 * @param turn Stores the choice; rejects with the server's error.
 */
export async function turnModel(
  name: string,
  { isOn, turn }: { isOn: boolean; turn(isOn: boolean): Promise<void> },
): Promise<void> {
  try {
    await turn(isOn)
    showToast({
      kind: 'success',
      title: isOn ? texts.on(name) : texts.off(name),
      action: {
        label: texts.undo,
        run: () => void turn(!isOn).catch((error: unknown) => showRefusal(`${name}: ${connectTexts.notDone}`, error)),
      },
    })
  } catch (error) {
    showRefusal(`${name}: ${connectTexts.notDone}`, error)
  }
}
