import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import { createStore } from '#web/data/store.ts'

/** What is being written, before Go. */
export type Draft = PictureSettings & { readonly prompt: string }

const storageKey = 'draft'
export const emptyDraft: Draft = { prompt: '', aspectRatio: '2:3', resolution: '1K', rawMode: false }

/** Reads a stored draft; whatever does not fit is replaced by the default. */
export function parseDraft(stored: string | null): Draft {
  try {
    const { prompt, aspectRatio, resolution, rawMode } = JSON.parse(stored ?? '{}') as Record<string, unknown>
    return {
      prompt: typeof prompt === 'string' ? prompt : emptyDraft.prompt,
      aspectRatio: aspectRatios.find((ratio) => ratio === aspectRatio) ?? emptyDraft.aspectRatio,
      resolution: resolutions.find((known) => known === resolution) ?? emptyDraft.resolution,
      rawMode: rawMode === true,
    }
  } catch {
    return emptyDraft
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** The draft of this browser; it survives a reload. */
export const draft = createStore<Draft>(parseDraft(readStored()))

/** Changes parts of the draft. */
export function changeDraft(change: Partial<Draft>): void {
  draft.set({ ...draft.get(), ...change })
  try {
    localStorage.setItem(storageKey, JSON.stringify(draft.get()))
  } catch {
    // Storage is blocked: the draft lasts until the page is left.
  }
}
