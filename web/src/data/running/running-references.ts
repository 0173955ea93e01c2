import { browserStorage } from '../browser-storage.ts'

/** Where a running generation is to be found. */
export type RunningReference = { readonly generationId: string; readonly projectId: string }

const storageKey = (userId: string) => `running:${userId}`

/** The generations that were running when this browser was last here. */
export const readRunningReferences = (userId: string): readonly RunningReference[] =>
  (browserStorage.readJson(storageKey(userId)) as RunningReference[] | null) ?? []

/** Remembers what runs, so that a reload does not lose it. */
export function writeRunningReferences(userId: string, references: readonly RunningReference[]): void {
  if (references.length === 0) browserStorage.remove(storageKey(userId))
  else browserStorage.writeJson(storageKey(userId), references)
}
