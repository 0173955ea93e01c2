import { cutText } from '#domain/text/cut-text.ts'

/** The beginning of a prompt, at most so many UTF-16 units, without half a character at its end; and a sentence if it is cut. */
export function shortenPrompt(
  prompt: string,
  longest: number,
  reader: string,
): { readonly prompt: string; readonly warnings: readonly string[] } {
  if (prompt.length <= longest) return { prompt, warnings: [] }
  return {
    prompt: cutText(prompt, longest),
    warnings: [`${reader} reads at most ${longest.toLocaleString('en')} characters; the rest was left out.`],
  }
}
