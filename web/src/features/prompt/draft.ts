import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import { type Attachment, attachmentKinds } from '#domain/prompt/attachment.ts'
import { noSpread, parseSpread, type Spread } from '#domain/series/spread.ts'
import { browserStorage } from '#web/data/browser-storage.ts'
import { session } from '#web/data/session.ts'
import { createStore } from '#web/data/store.ts'

/** What is being written, before Go. */
export type Draft = PictureSettings & {
  readonly prompt: string
  readonly attachments: readonly Attachment[]
  readonly spread: Spread
}

export const emptyDraft: Draft = {
  prompt: '',
  aspectRatio: '2:3',
  resolution: '1K',
  rawMode: false,
  attachments: [],
  spread: noSpread,
}

/** Reads a stored draft; whatever does not fit is replaced by the default. */
export function parseDraft(stored: string | null): Draft {
  try {
    const { prompt, aspectRatio, resolution, rawMode, attachments, spread } = JSON.parse(stored ?? '{}') as Record<
      string,
      unknown
    >
    return {
      prompt: typeof prompt === 'string' ? prompt : emptyDraft.prompt,
      aspectRatio: aspectRatios.find((ratio) => ratio === aspectRatio) ?? emptyDraft.aspectRatio,
      resolution: resolutions.find((known) => known === resolution) ?? emptyDraft.resolution,
      rawMode: rawMode === true,
      attachments: Array.isArray(attachments) ? attachments.filter(isAttachment) : [],
      spread: parseSpread(spread),
    }
  } catch {
    return emptyDraft
  }
}

/** A picture of another site would be asked for with the next reload, so only paths of this one are taken. */
function isAttachment(value: unknown): value is Attachment {
  if (typeof value !== 'object' || value === null) return false
  const { kind, id, name, thumbnailUrl, pictureCount } = value as Record<string, unknown>
  return (
    attachmentKinds.some((known) => known === kind) &&
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof thumbnailUrl === 'string' &&
    (pictureCount === undefined || typeof pictureCount === 'number') &&
    /^\/(?![/\\])/.test(thumbnailUrl)
  )
}

/** Each person's draft is their own, also where several use one browser. */
const storageKey = () => {
  const state = session.get()
  return state.status === 'signed-in' ? `draft ${state.user.id}` : null
}

const readDraft = () => {
  const key = storageKey()
  return key === null ? emptyDraft : parseDraft(browserStorage.read(key))
}

/** The draft of whoever is signed in; it survives a reload. */
export const draft = createStore<Draft>(readDraft())

let owner = storageKey()
session.subscribe(() => {
  if (storageKey() === owner) return
  owner = storageKey()
  draft.set(readDraft())
})

/** Changes parts of the draft. */
export function changeDraft(change: Partial<Draft>): void {
  draft.set({ ...draft.get(), ...change })
  const key = storageKey()
  if (key !== null) browserStorage.write(key, JSON.stringify(draft.get()))
}
