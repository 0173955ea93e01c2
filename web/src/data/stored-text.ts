/** Reads what the browser keeps under a name; null where there is nothing, or storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text under a name. Where storage is blocked, it lasts until the page is left. */
export function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Nothing to do: what is on the screen is there.
  }
}
