import type { StartRunBody } from '#contract/assistant.ts'
import { type AssistantMode, assistantModes } from '#domain/agents/assistant-run.ts'
import { tabStorage } from '#web/data/storage/current-storage.ts'

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

const keyOf = (projectId: string) => `assistant-draft.${projectId}`

function isSubject(stored: unknown): stored is Subject {
  const { kind, id, label } = Object(stored) as Partial<Record<keyof Subject, unknown>>
  return ['card', 'frame', 'image'].includes(String(kind)) && typeof id === 'string' && typeof label === 'string'
}

/** The draft for a canvas in this tab; it survives a reload. */
export function readDraft(projectId: string): Draft {
  const stored = Object(tabStorage.read(keyOf(projectId))) as Partial<Record<keyof Draft, unknown>>
  const { text, mode, budget, purseId, mentioned } = stored
  return {
    text: typeof text === 'string' ? text : emptyDraft.text,
    mode: assistantModes.find((each) => each === mode) ?? emptyDraft.mode,
    budget: typeof budget === 'string' ? budget : emptyDraft.budget,
    purseId: typeof purseId === 'string' ? purseId : null,
    mentioned: Array.isArray(mentioned) ? mentioned.filter(isSubject) : [],
  }
}

/** Stores the draft for a canvas. */
export const keepDraft = (projectId: string, draft: Draft): void => tabStorage.write(keyOf(projectId), draft)

/** Returns the draft that remains after one was sent: the mode and its bounds, and anything written meanwhile. */
export const draftAfter = (now: Draft, sent: Draft): Draft => ({
  ...now,
  ...(now.text === sent.text && { text: '' }),
  mentioned: now.mentioned.filter((subject) => !sent.mentioned.includes(subject)),
})
