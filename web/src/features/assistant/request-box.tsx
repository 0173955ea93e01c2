import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowUp, Square, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { RunShape } from '#contract/programs/assistant.ts'
import { type AssistantMode, assistantModes } from '#domain/agents/assistant-run.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import { startRun, stopRun } from '#web/data/assistant.ts'
import { creditsQuery } from '#web/data/credits.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { useStore } from '#web/data/store.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { imageInHand } from '#web/features/board/cards/image-in-hand.ts'
import { IconButton } from '#web/ui/button.tsx'
import { replaceText } from '#web/ui/replace-text.ts'
import { type SuggestionKeys, Suggestions } from '#web/ui/suggestions.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { Draft, Subject } from './request-draft.ts'
import { modeTexts, assistantTexts as texts } from './texts.ts'

type RequestBoxProps = {
  session: BoardSession
  draft: Draft
  onChange(draft: Draft): void
  conversationId: string | null
  /** The run that works now; null while none does. */
  working: RunShape | null
  /** Whether there is a model that can be asked. */
  onStarted(sent: Draft): void
}

const failed = (error: unknown) =>
  showToast({ kind: 'error', title: texts.notDone, description: errorMessage(error, texts.noConnection) })

/** The field for a request, with what it is about, the mode, and what it may spend. */
export function RequestBox({ session, draft, onChange, conversationId, working, onStarted }: RequestBoxProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const keys = useRef<SuggestionKeys | null>(null)
  const [caret, setCaret] = useState(0)
  const [isMentioning, setMentioning] = useState(false)
  const hasCredits = useQuery(creditsQuery).data !== null
  const chosen = useSelected(session, draft.mentioned)
  const subjects = [...chosen.shown, ...draft.mentioned].slice(0, maxSubjects)
  const mention = isMentioning ? mentionBefore(draft.text, caret) : null
  const matches = mention ? matchingSubjects(session, mention.words) : []
  const budget = Number(draft.budget.replace(',', '.'))
  const isBudgetWrong = draft.budget.trim() === '' || !(budget >= 0.01)
  const needsBudget = draft.mode === 'auto' && draft.purseId === null && hasCredits

  const start = useMutation({
    mutationFn: (sent: Draft) =>
      startRun(session.board.projectId, {
        request: sent.text.trim(),
        subjects: subjects.map(({ kind, id }) => ({ kind, id })),
        mode: sent.mode,
        budget: needsBudget ? Math.round(budget * 100) / 100 : null,
        purseId: sent.mode === 'auto' ? sent.purseId : null,
        conversationId,
      }),
    onSuccess: (_run, sent) => onStarted(sent),
    onError: failed,
  })
  const stop = useMutation({ mutationFn: (id: string) => stopRun(id, 'keep'), onError: failed })

  const canSend = draft.text.trim() !== '' && !start.isPending && working === null && !(needsBudget && isBudgetWrong)
  const send = () => canSend && start.mutate(draft)
  const choose = (subject: Subject) => {
    if (!mention || !field.current) return
    replaceText(field.current, [mention.from, caret], '')
    const text = field.current.value
    const known = [...subjects, ...draft.mentioned].some((each) => subjectKey(each) === subjectKey(subject))
    onChange({ ...draft, text, mentioned: known ? draft.mentioned : [...draft.mentioned, subject] })
    setMentioning(false)
  }
  const leaveOut = (subject: Subject) => {
    chosen.leaveOut(subject)
    onChange({ ...draft, mentioned: draft.mentioned.filter((each) => subjectKey(each) !== subjectKey(subject)) })
    field.current?.focus()
  }

  return (
    <div className="request-box relative grid flex-none gap-2 border-t border-hairline p-3 [&>textarea]:placeholder:text-faint [&>textarea]:placeholder:opacity-100">
      {matches.length > 0 && (
        <Suggestions
          field={field}
          keys={keys}
          fieldLabel={texts.request}
          label={texts.mentions}
          announced={texts.mentionsFound(matches.length)}
          items={matches}
          idOf={(item) => subjectKey(item).replaceAll(' ', '-')}
          render={(item) => <span className="truncate">{item.label}</span>}
          onChoose={choose}
          onLeave={() => setMentioning(false)}
        />
      )}
      {subjects.length > 0 && (
        <ul className="flex max-h-[84px] min-w-0 flex-wrap gap-1 overflow-y-auto" aria-label={texts.about}>
          {subjects.map((subject) => (
            <li
              key={subjectKey(subject)}
              className="inline-flex h-6 max-w-full items-center gap-0.5 rounded-6 bg-raised px-2 text-12 pointer-coarse:h-11"
            >
              <span className="truncate">{subject.label}</span>
              <button
                className="-mr-2 grid size-6 flex-none place-items-center text-muted hover:text-ink pointer-coarse:size-11"
                type="button"
                aria-label={texts.removeSubject(subject.label)}
                onClick={() => leaveOut(subject)}
              >
                <X className="size-[13px]" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        dir="auto"
        ref={field}
        aria-label={texts.request}
        placeholder={texts.placeholder}
        rows={2}
        maxLength={8_000}
        value={draft.text}
        onChange={({ target }) => {
          onChange({ ...draft, text: target.value })
          setCaret(target.selectionStart)
          setMentioning(true)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => setMentioning(false)}
        onKeyDown={(event: KeyboardEvent) => {
          keys.current?.(event)
          if (event.key !== 'Enter' || event.shiftKey || event.defaultPrevented || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      <div className="flex items-center justify-between">
        <ModeSwitch mode={draft.mode} onChange={(mode) => onChange({ ...draft, mode })} />
        {working ? (
          <IconButton
            className="not-aria-disabled:bg-(--solid) not-aria-disabled:text-(--on-solid)"
            label={texts.stop}
            aria-busy={stop.isPending || undefined}
            onClick={() => stop.mutate(working.id)}
          >
            <Square />
          </IconButton>
        ) : (
          <IconButton
            className="not-aria-disabled:bg-(--solid) not-aria-disabled:text-(--on-solid)"
            label={texts.send}
            keys="↵"
            aria-disabled={!canSend || undefined}
            onClick={send}
          >
            <ArrowUp />
          </IconButton>
        )}
      </div>
      <p className="text-12 text-muted">{modeTexts[draft.mode].text}</p>
      {draft.mode === 'auto' && <Bounds session={session} draft={draft} hasCredits={hasCredits} onChange={onChange} />}
    </div>
  )
}

function ModeSwitch({ mode, onChange }: { mode: AssistantMode; onChange(mode: AssistantMode): void }) {
  return (
    <fieldset className="flex gap-0.5 rounded-8 bg-raised p-0.5" aria-label={texts.mode}>
      {assistantModes.map((each) => (
        <button
          className="min-h-7 rounded-6 px-3 py-0 text-[12px] font-medium text-muted aria-pressed:bg-panel aria-pressed:text-ink aria-pressed:ring aria-pressed:ring-line pointer-coarse:min-h-11"
          key={each}
          type="button"
          aria-pressed={each === mode}
          data-tooltip={modeTexts[each].text}
          onClick={() => onChange(each)}
        >
          {modeTexts[each].name}
        </button>
      ))}
    </fieldset>
  )
}

type BoundsProps = { session: BoardSession; draft: Draft; hasCredits: boolean; onChange(draft: Draft): void }

/** The budget of a run without questions: a budget, or a purse of the canvas. */
function Bounds({ session, draft, hasCredits, onChange }: BoundsProps) {
  const id = useId()
  const purses = useStore(session.board.purses).filter(({ state }) => state === 'open')
  if (!hasCredits && purses.length === 0) return null
  return (
    <div className="request-bounds flex flex-wrap items-center gap-2 text-12">
      {purses.length > 0 && (
        <select
          className="min-w-0 flex-[1_0_100%] pointer-coarse:h-11"
          aria-label={texts.from}
          value={draft.purseId ?? ''}
          onChange={({ target }) => onChange({ ...draft, purseId: target.value === '' ? null : target.value })}
        >
          <option value="">{texts.wholeCanvas}</option>
          {purses.map(({ id: purseId, name, most, spent }) => (
            <option key={purseId} value={purseId}>
              {texts.purse(name, Math.max(0, most - spent))}
            </option>
          ))}
        </select>
      )}
      {draft.purseId === null && hasCredits && (
        <>
          <label htmlFor={id}>{texts.budget}</label>
          <input
            className="ml-auto w-[84px] text-right pointer-coarse:h-11"
            id={id}
            inputMode="decimal"
            autoComplete="off"
            value={draft.budget}
            onChange={({ target }) => onChange({ ...draft, budget: target.value })}
          />
        </>
      )}
    </div>
  )
}

/** The selection of the canvas as subjects, without what was left out until it changes. */
function useSelected(session: BoardSession, mentioned: readonly Subject[]) {
  const { cards, items } = useStore(session.selection)
  const pressed = useStore(session.pressed)
  const of = [...cards, ...items, pressed].join(' ')
  const [left, setLeft] = useState<{ readonly of: string; readonly keys: readonly string[] }>({ of, keys: [] })
  const leftKeys = left.of === of ? left.keys : []
  const known = new Set([...leftKeys, ...mentioned.map(subjectKey)])
  return {
    shown: selectedSubjects(session).filter((subject) => !known.has(subjectKey(subject))),
    leaveOut: (subject: Subject) => setLeft({ of, keys: [...leftKeys, subjectKey(subject)] }),
  }
}

const subjectKey = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): string => `${kind} ${id}`

/** The most things that a request is about. */
const maxSubjects = 20
const maxMatches = 7

const cardLabel = ({ board }: BoardSession, id: string): string => board.words(id)?.prompt || texts.noWords

/** The selected cards and frames; of a single card the image in hand, where one was pressed. */
function selectedSubjects(session: BoardSession): Subject[] {
  const { board, selection, pressed } = session
  const frames = [...selection.get().items].flatMap((id) => {
    const frame = board.facts.frame(id)
    return frame ? [{ kind: 'frame' as const, id, label: frame.title }] : []
  })
  const hand = pressed.get() === null ? null : imageInHand(session)
  if (hand && hand.imageId === pressed.get()) {
    const place = board.getGeneration(hand.cardId)?.images.find(({ id }) => id === hand.imageId)?.orderNum ?? 0
    const label = texts.image(place + 1, cardLabel(session, hand.cardId))
    return [{ kind: 'image', id: hand.imageId, label }, ...frames]
  }
  const cards = [...selection.get().cards].map((id) => ({ kind: 'card' as const, id, label: cardLabel(session, id) }))
  return [...cards, ...frames].slice(0, maxSubjects)
}

/** The words after the last `@` before the caret; null where none is being written. */
function mentionBefore(text: string, caret: number): { readonly from: number; readonly words: string } | null {
  const found = /(?:^|\s)@([^\s@]{0,40})$/.exec(text.slice(0, caret))
  if (!found) return null
  const words = found[1] ?? ''
  return { from: caret - words.length - 1, words }
}

/** The things that a mention may mean: frames by their titles, cards by their prompts, and the images of the first such card. */
function matchingSubjects(session: BoardSession, words: string): Subject[] {
  const { board } = session
  const isWanted = words === '' ? () => true : matchesWords(words)
  const frames = [...board.items.get().frames.values()]
    .filter(({ title }) => isWanted(title))
    .map(({ id, title }) => ({ kind: 'frame' as const, id, label: title }))
  const cards = [...board.cards.keys()]
    .filter((id) => isWanted(board.words(id)?.prompt ?? ''))
    .map((id) => ({ kind: 'card' as const, id, label: cardLabel(session, id) }))
  const [first] = cards
  const images = first
    ? (board.getGeneration(first.id)?.images ?? [])
        .filter(({ status }) => status === 'completed')
        .map(({ id, orderNum }) => ({ kind: 'image' as const, id, label: texts.image(orderNum + 1, first.label) }))
    : []
  return [...frames.slice(0, 3), ...cards.slice(0, 4), ...images].slice(0, maxMatches)
}
