const maxTitleLength = 50

/** A project made by Go is titled with the first 50 characters (Unicode code points) of its prompt. */
export function titleFromPrompt(prompt: string): string {
  return [...prompt.trim().replace(/\s+/gu, ' ')].slice(0, maxTitleLength).join('').trim()
}
