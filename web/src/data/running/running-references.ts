/** Where a running generation is to be found. */
export type RunningReference = { readonly generationId: string; readonly projectId: string }

const storageKey = (userId: string) => `running:${userId}`

/** The generations that were running when this browser was last here. */
export function readRunningReferences(userId: string): readonly RunningReference[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]') as RunningReference[]
  } catch {
    return []
  }
}

/** Remembers what runs, so that a reload does not lose it. */
export function writeRunningReferences(userId: string, references: readonly RunningReference[]): void {
  try {
    if (references.length === 0) localStorage.removeItem(storageKey(userId))
    else localStorage.setItem(storageKey(userId), JSON.stringify(references))
  } catch {
    // Storage is blocked: what runs is known until the page is left.
  }
}
