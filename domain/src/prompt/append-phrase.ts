/** Appends a phrase to a prompt: after a comma, or alone where the prompt is blank. */
export function appendPhrase(prompt: string, phrase: string): string {
  const before = prompt.trimEnd().replace(/,+$/u, '').trimEnd()
  return before === '' ? phrase : `${before}, ${phrase}`
}
