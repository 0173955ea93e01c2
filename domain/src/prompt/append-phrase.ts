/** A phrase added to a prompt: after a comma, or alone where nothing but space stands yet. */
export function appendPhrase(prompt: string, phrase: string): string {
  const before = prompt.trimEnd().replace(/,+$/u, '').trimEnd()
  return before === '' ? phrase : `${before}, ${phrase}`
}
