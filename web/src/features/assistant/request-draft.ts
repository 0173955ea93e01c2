import type { StartRunBody } from '#contract/programs/assistant.ts'
import { type AssistantMode, assistantModes } from '#domain/agents/assistant-run.ts'
import { joinWords, wordsLeft } from '#web/data/drafts/parse-draft.ts'
import { createKeptValues } from '#web/data/storage/kept-values.ts'

/** Something of the canvas that a request is about. */
export type Subject = StartRunBody['subjects'][number] & { readonly label: string }

/** Unsent request. */
export type Draft = {
  readonly text: string
  readonly mode: AssistantMode
  /** As it was typed. */
  readonly budget: string
  /** Null: the whole canvas. */
  readonly purseId: string | null
  readonly mentioned: readonly Subject[]
}

const emptyDraft: Draft = { text: '', mode: 'ask', budget: '20', purseId: null, mentioned: [] }

function isSubject(stored: unknown): stored is Subject {
  const { kind, id, label } = Object(stored) as Partial<Record<keyof Subject, unknown>>
  return ['card', 'frame', 'image'].includes(String(kind)) && typeof id === 'string' && typeof label === 'string'
}

function parseDraft(stored: unknown): Draft {
  const { text, mode, budget, purseId, mentioned } = Object(stored) as Partial<Record<keyof Draft, unknown>>
  return {
    text: typeof text === 'string' ? text : emptyDraft.text,
    mode: assistantModes.find((each) => each === mode) ?? emptyDraft.mode,
    budget: typeof budget === 'string' ? budget : emptyDraft.budget,
    purseId: typeof purseId === 'string' ? purseId : null,
    mentioned: Array.isArray(mentioned) ? mentioned.filter(isSubject) : [],
  }
}

/** The draft of two pages: the words and subjects of both, and the bounds of the later one where it has chosen some. */
function joinDrafts(earlier: Draft, later: Draft): Draft {
  const known = new Set(later.mentioned.map(({ id }) => id))
  const chosen = <Name extends 'mode' | 'budget' | 'purseId'>(name: Name): Draft[Name] =>
    (later[name] === emptyDraft[name] ? earlier : later)[name]
  return {
    text: joinWords(earlier.text, later.text),
    mode: chosen('mode'),
    budget: chosen('budget'),
    purseId: chosen('purseId'),
    mentioned: [...earlier.mentioned.filter(({ id }) => !known.has(id)), ...later.mentioned],
  }
}

/** The drafts in this tab, by the id of the project; they survive a reload. */
export const requestDrafts = createKeptValues('assistant-draft.', { parse: parseDraft, merge: joinDrafts })

/** Returns the draft that remains after one was sent: the mode and its bounds, and anything written meanwhile. */
export const draftAfter = (now: Draft, sent: Draft): Draft => ({
  ...now,
  text: wordsLeft(now.text, sent.text),
  mentioned: now.mentioned.filter((subject) => !sent.mentioned.includes(subject)),
})
