import { useMutation, useQuery } from '@tanstack/react-query'
import { Bot, ChevronDown, PanelRight, Pencil, Undo2 } from 'lucide-react'
import { type CSSProperties, type FormEvent, useEffect, useRef, useState } from 'react'
import type { PurseShape, PurseStepShape } from '#contract/programs/purse.ts'
import { parseCredits } from '#domain/credits/parse-credits.ts'
import { centreOn } from '#domain/geometry/camera.ts'
import { cardRect } from '#domain/layout/card.ts'
import { maxPurseNameLength } from '#domain/purses/purse.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { makePurseToken, purseStepsQuery } from '#web/data/purses.ts'
import { type BoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { selectOnly } from '#web/features/board/selection.ts'
import { type ClientName, clientNames, instructionsFor } from '#web/features/programs/client-instructions.ts'
import { CopiedCode, SecretModal } from '#web/features/programs/secret-modal.tsx'
import { programTexts } from '#web/features/programs/texts.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Choice, Field } from '#web/ui/field.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
import { PageMark } from '#web/ui/page-mark.tsx'
import { offeredMore, tryChange, undoAll, usePurse, useRunningIn } from './purse-actions.ts'
import { purseTexts } from './texts.ts'
import './purses.css'

/** The work of an agent in a ring: its spending, its requests, and each step with its reason and price. */
export function PursePanel({ session }: { session: BoardSession }) {
  const purseId = useOverlay(session, 'purse')?.purseId ?? ''
  const purse = usePurse(session, purseId)
  const node = useRef<HTMLElement>(null)
  const close = () => session.overlays.close('purse')
  useKeys('panel', [['Escape', close]], { within: node, reach: 'both' })
  const [secret, setSecret] = useState<string | null>(null)
  const isThere = purse !== undefined
  const wasThere = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more for another purse
  useEffect(() => {
    if (isThere) node.current?.focus({ preventScroll: true })
    // Made on this page, its event may still be on its way; removed, it is gone.
    else if (wasThere.current) session.overlays.close('purse')
    wasThere.current = isThere
  }, [session, purseId, isThere])
  if (!purse) return null
  return (
    <section
      ref={node}
      role="dialog"
      aria-label={purse.name}
      tabIndex={-1}
      className="floating-panel popover side-panel purse-panel covers-canvas"
    >
      <PageMark part="side-panel" />
      <PanelHead session={session} purse={purse} onClose={close} />
      <div className="purse-scroll">
        <Spent purse={purse} />
        {purse.missing !== null && purse.state === 'open' && <Ask purse={purse} missing={purse.missing} />}
        {purse.token === null && purse.state !== 'ended' && <PurseToken purse={purse} onMade={setSecret} />}
        <Steps session={session} purse={purse} />
        {purse.state !== 'ended' && <Raise key={purse.most} purse={purse} />}
        {purse.token !== null && purse.state !== 'ended' && <PurseToken purse={purse} onMade={setSecret} />}
      </div>
      <PanelFoot session={session} purse={purse} />
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </section>
  )
}

function PanelHead({ session, purse, onClose }: { session: BoardSession; purse: PurseShape; onClose(): void }) {
  const [isNaming, setNaming] = useState(false)
  const about =
    purse.state === 'ended'
      ? purseTexts.ended(purse)
      : purse.token === null
        ? purseTexts.noProgram
        : purseTexts.program(purse.token.name)
  return (
    <header>
      <span className="purse-avatar">
        <Bot aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        {isNaming ? (
          <NameField session={session} purse={purse} onEnd={() => setNaming(false)} />
        ) : (
          <h2 className="truncate font-semibold text-14">{purse.name}</h2>
        )}
        <p className="truncate text-12 text-muted">
          {purse.state === 'paused' ? `${purseTexts.paused}. ${about}` : about}
        </p>
      </div>
      <IconButton size="small" label={purseTexts.rename} onClick={() => setNaming(true)}>
        <Pencil />
      </IconButton>
      <IconButton size="small" label={purseTexts.hide} keys="Esc" onClick={onClose}>
        <PanelRight />
      </IconButton>
    </header>
  )
}

/** The name of a ring while it is changed: Enter and leaving the field save it, Escape closes the panel without it. */
function NameField({ session, purse, onEnd }: { session: BoardSession; purse: PurseShape; onEnd(): void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const save = (text: string) => {
    const name = [...text.trim()].slice(0, maxPurseNameLength).join('')
    if (name !== '' && name !== purse.name)
      editBoard(session.board, [{ kind: 'name-purse', purseId: purse.id, name }], purseTexts.renamed(name))
    onEnd()
  }
  return (
    <input
      ref={field}
      dir="auto"
      className="w-full rounded-6 bg-well px-1.5 py-0.5 font-semibold text-14 outline-none ring-1 ring-focus"
      aria-label={purseTexts.give.name}
      defaultValue={purse.name}
      maxLength={maxPurseNameLength}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && save(currentTarget.value)}
      onBlur={({ currentTarget }) => save(currentTarget.value)}
    />
  )
}

function Spent({ purse }: { purse: PurseShape }) {
  const { amount, of } = purseTexts.spent(purse)
  const isRunning = useRunningIn(purse.id) !== ''
  const part = purse.most === 0 ? 1 : Math.min(1, purse.spent / purse.most)
  return (
    <div className="purse-spent">
      <p className="tabular-nums">
        <b>{amount}</b> <span className="text-muted">{of}</span>
      </p>
      <div
        aria-hidden="true"
        className="purse-meter"
        data-running={isRunning || undefined}
        style={{ '--part': part } as CSSProperties}
      >
        <i />
      </div>
    </div>
  )
}

/** The refused request of the agent: more than there is. */
function Ask({ purse, missing }: { purse: PurseShape; missing: number }) {
  const more = offeredMore(missing)
  return (
    <div role="status" className="purse-ask">
      <p>
        <b>{purseTexts.ask}</b> {purseTexts.askText(purse)}
      </p>
      <div className="mt-2.5 flex gap-2">
        <Button
          kind="solid"
          size="small"
          onClick={() => void tryChange({ id: purse.id, most: Math.max(purse.most, purse.spent) + more })}
        >
          {purseTexts.allow(more)}
        </Button>
        <Button kind="line" size="small" onClick={() => void tryChange({ id: purse.id, state: 'paused' })}>
          {purseTexts.stop}
        </Button>
      </div>
    </div>
  )
}

/** The buttons for all of its steps, once there are some. */
function PanelFoot({ session, purse }: { session: BoardSession; purse: PurseShape }) {
  const { data: steps } = useQuery(purseStepsQuery(purse.id))
  const reason = steps?.length === 0 ? purseTexts.noSteps : null
  return (
    <footer>
      <Button kind="line" size="small" reason={reason} onClick={() => void undoAll(session, purse)}>
        <Undo2 aria-hidden="true" /> {purseTexts.undo}
      </Button>
      <Button
        kind="quiet"
        size="small"
        reason={reason}
        onClick={() => session.overlays.open({ kind: 'timeline', purseId: purse.id })}
      >
        {purseTexts.replay}
      </Button>
    </footer>
  )
}

/** The amount in the ring, to be raised or lowered. */
function Raise({ purse }: { purse: PurseShape }) {
  const [text, setText] = useState(String(purse.most / 100))
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const most = parseCredits(text)
    setError(most === null ? purseTexts.give.invalid : null)
    if (most !== null && most !== purse.most) void tryChange({ id: purse.id, most })
  }
  return (
    <form className="purse-raise" onSubmit={submit}>
      <Field
        label={purseTexts.raise}
        name="purse-credits"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={error}
        end={<span className="pr-3 text-12 text-muted">{purseTexts.give.unit}</span>}
        onChange={({ target }) => setText(target.value)}
      />
      {/* Beside the field, also where an error stands below it. */}
      <Button kind="line" size="small" type="submit" className="mt-[30px]">
        {purseTexts.save}
      </Button>
    </form>
  )
}

/** '10:41', and the whole time for a pointer. */
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

function Steps({ session, purse }: { session: BoardSession; purse: PurseShape }) {
  const { data: steps, isError, refetch } = useQuery(purseStepsQuery(purse.id))
  const running = useRunningIn(purse.id).split(' ')
  if (!steps && isError)
    return (
      <div className="purse-note" role="alert">
        <p>{purseTexts.failed}</p>
        <Button kind="line" size="small" onClick={() => void refetch()}>
          {purseTexts.tryAgain}
        </Button>
      </div>
    )
  if (!steps)
    return (
      <div className="purse-note" role="status" aria-label={purseTexts.loading}>
        <span className="shimmer block h-10 rounded-8" />
      </div>
    )
  if (steps.length === 0) return <p className="purse-note text-muted">{purseTexts.noSteps}</p>
  return (
    <ul className="purse-steps" aria-label={purseTexts.stepsLabel}>
      {steps.map((step) => (
        <Step key={step.id} session={session} step={step} isRunning={running.includes(step.generationId)} />
      ))}
    </ul>
  )
}

const glideMs = 200

function Step({ session, step, isRunning }: { session: BoardSession; step: PurseStepShape; isRunning: boolean }) {
  const { at, why, price, generationId } = step
  const show = () => {
    const card = session.board.cards.get(generationId)
    if (!card) return
    const { controller } = session
    selectOnly(session, generationId)
    controller.glideTo(centreOn(cardRect(card), controller.viewport(), controller.get().zoom), glideMs)
  }
  return (
    <li>
      <time dateTime={at}>{clockTime.format(new Date(at))}</time>
      <div className="min-w-0 flex-1">
        <button type="button" className="purse-step" data-tooltip={purseTexts.showCard} onClick={show}>
          {purseTexts.step(step, isRunning)}
        </button>
        {why !== null && <p className="text-12 text-muted [overflow-wrap:anywhere]">“{why}”</p>}
      </div>
      <span className="text-muted tabular-nums">{price > 0 ? purseTexts.price(price) : ''}</span>
    </li>
  )
}

const texts = purseTexts.token

/** Makes the token of a ring. Its secret is shown by the caller: the purse is another one as soon as it has a token. */
function PurseToken({ purse, onMade }: { purse: PurseShape; onMade(secret: string): void }) {
  const [name, setName] = useState<string>(purseTexts.defaultProgram)
  const make = useMutation({
    mutationFn: () => makePurseToken(purse.id, name),
    onSuccess: ({ secret }) => onMade(secret),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !make.isPending) make.mutate()
  }
  const isAgain = purse.token !== null
  const form = (
    <form className="grid gap-2" onSubmit={submit}>
      <p className="text-12 text-muted">{isAgain ? purseTexts.connectAgainText : purseTexts.connectText}</p>
      <Field
        label={purseTexts.programName}
        name="program-name"
        autoComplete="off"
        maxLength={maxPurseNameLength}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {make.error && (
        <p role="alert" className="text-13 text-danger">
          {errorMessage(make.error, purseTexts.tryLater)}
        </p>
      )}
      <div>
        <Button kind={isAgain ? 'line' : 'solid'} size="small" type="submit" busy={make.isPending}>
          {make.isPending ? purseTexts.making : purseTexts.makeToken}
        </Button>
      </div>
    </form>
  )
  if (isAgain)
    return (
      <details className="purse-connect">
        <summary>
          {purseTexts.connectAgain} <ChevronDown aria-hidden="true" />
        </summary>
        {form}
      </details>
    )
  return (
    <section className="purse-connect" aria-label={purseTexts.connect}>
      <p className="font-medium text-13">{purseTexts.connect}</p>
      {form}
    </section>
  )
}

/** The secret, once, with how a client is connected. Closes by its button alone, so that no slip loses it. */
function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const [client, setClient] = useState<ClientName>('Claude Code')
  const steps = instructionsFor(client, { address: `${location.origin}/mcp`, token: secret })
  return (
    <SecretModal
      secret={secret}
      texts={{ ...texts, copied: programTexts.created.copied }}
      label={texts.secret}
      returnTo=".purse-panel"
      footer={
        <Button kind="solid" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <Choice label={texts.client} value={client} onChange={(chosen) => setClient(chosen as ClientName)}>
        {clientNames.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Choice>
      {steps.map(({ title, note, code }) => (
        <section key={title} aria-label={title}>
          <p className="text-13">
            {title} {note && <span className="text-muted">{note}</span>}
          </p>
          <CopiedCode code={code} label={texts.copyCode(title)} />
        </section>
      ))}
    </SecretModal>
  )
}
