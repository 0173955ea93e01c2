const storageKey = 'last-project'

/** The project opened most recently in this browser; null if there is none. */
export function readLastProject(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Remembers the open project, for the address without an id. */
export function rememberLastProject(id: string): void {
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // Storage is blocked: the address without an id opens the newest project.
  }
}
