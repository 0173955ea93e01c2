/** A prompt with words after it, where it does not have them already. */
export function withWords(prompt: string, words: string): string {
  if (prompt.toLowerCase().includes(words.toLowerCase())) return prompt
  const kept = prompt.trimEnd()
  if (kept === '') return words
  return /[,.;:]$/.test(kept) ? `${kept} ${words}` : `${kept}, ${words}`
}
