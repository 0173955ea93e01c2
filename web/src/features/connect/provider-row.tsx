import { Check, ChevronDown, ChevronRight, CircleAlert, KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { ConnectionCheckShape } from '#contract/model-connection.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { checkText, connectTexts } from './texts.ts'

const texts = connectTexts.provider

/** What is known of a provider's key: its result, or a sentence where it was not tested. */
export type KeyState = ConnectionCheckShape | { readonly state: 'good' | 'bad'; readonly text: string } | null

type ProviderRowProps = {
  name: string
  /** A few words below the name: which models, or how many. */
  models: string
  /** Whose key is in use; null where the provider needs none. */
  keyText: string | null
  /** Whether `keyText` names a key, shown with its sign. */
  hasKey: boolean
  state: KeyState
  /** Tests the key; null where there is none, or the user may not. */
  test: { run(): void; isBusy: boolean } | null
  /** Opens the form for a key; null for people who may not change it. */
  onKey: ((opener: HTMLElement) => void) | null
  /** The form, while it is open. */
  form: ReactNode
  /** What is shown when the row is opened. */
  children: ReactNode
}

/** One provider of the page: its models, its key, and the result of the last test. */
export function ProviderRow(props: ProviderRowProps) {
  const { name, models, keyText, hasKey, state, test, onKey, form, children } = props
  const [isOpen, setOpen] = useState(false)
  const [asksWhy, setAsksWhy] = useState(false)
  const reason = state && 'reason' in state ? state.reason : null
  const isRefused = state?.state === 'refused'
  return (
    <li className="border-hairline border-b">
      <div className="flex min-h-[68px] items-center gap-3 py-2.5 max-sm:flex-wrap max-sm:gap-x-2 max-sm:gap-y-1">
        <IconButton
          size="small"
          className="-ml-2"
          label={isOpen ? texts.close(name) : texts.open(name)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown /> : <ChevronRight />}
        </IconButton>
        <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-48px)]">
          <h2 className="truncate font-semibold text-14">{name}</h2>
          <p className="text-12 text-muted">{models}</p>
        </div>
        <div className="grid w-[216px] justify-items-start gap-0.5 max-lg:w-[190px] max-sm:ml-8 max-sm:w-auto max-sm:flex-1">
          <p className={`flex items-center gap-1.5 ${hasKey ? 'font-mono text-12' : 'text-13 text-muted'}`}>
            {hasKey && <KeyRound aria-hidden="true" className="size-3.5 text-muted" />}
            {keyText}
          </p>
          {test?.isBusy ? (
            <p role="status" className="text-12 text-muted">
              {texts.testing}
            </p>
          ) : (
            state && <StateLine state={state} />
          )}
        </div>
        <div className="flex w-[168px] justify-end gap-1 max-sm:w-auto">
          {isRefused && reason !== null ? (
            <Button
              kind="quiet"
              size="small"
              aria-label={texts.whyOf(name)}
              aria-expanded={asksWhy}
              onClick={() => setAsksWhy(!asksWhy)}
            >
              {texts.why}
            </Button>
          ) : (
            test && (
              <Button kind="quiet" size="small" busy={test.isBusy} aria-label={texts.testOf(name)} onClick={test.run}>
                {texts.test}
              </Button>
            )
          )}
          {onKey && !form && (
            <Button
              kind={isRefused ? 'solid' : 'line'}
              size="small"
              aria-label={hasKey ? texts.replaceOf(name) : texts.addKeyTo(name)}
              onClick={(event) => onKey(event.currentTarget)}
            >
              {hasKey ? texts.replace : texts.addKey}
            </Button>
          )}
        </div>
      </div>
      {asksWhy && isRefused && (
        <p className="mb-4 ml-9 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-12 bg-raised px-4 py-3 text-13 max-sm:ml-0">
          <span className="min-w-0 flex-1">{reason}</span>
          {test && (
            <Button kind="line" size="small" busy={test.isBusy} onClick={test.run}>
              {texts.testAgain}
            </Button>
          )}
        </p>
      )}
      {form && <div className="mb-5 ml-9 max-w-[560px] max-sm:ml-0">{form}</div>}
      {isOpen && (
        <div className="mb-4 ml-9 rounded-12 bg-panel px-4 py-1 shadow-[0_0_0_1px_var(--hairline)] max-sm:ml-0 max-sm:px-3">
          {children}
        </div>
      )}
    </li>
  )
}

function StateLine({ state }: { state: NonNullable<KeyState> }) {
  const now = useNow()
  const isGood = state.state === 'answers' || state.state === 'good'
  const text = 'text' in state ? state.text : checkText(state, now)
  return (
    <p className={`flex items-center gap-1.5 font-medium text-12 ${isGood ? '' : 'text-danger'}`}>
      {isGood ? (
        <Check aria-hidden="true" className="size-3.5" />
      ) : (
        <CircleAlert aria-hidden="true" className="size-3.5" />
      )}
      {text}
    </p>
  )
}

const minuteMs = 60_000

/** The present time in milliseconds, read again each minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
