import { searchTerms, searchText } from './search-text.ts'

/** A part of a text, and whether a search has found it. */
export type MatchedPart = { readonly text: string; readonly isMatch: boolean }

/**
 * Splits a text at what a query finds in it, without case and accents. The parts together are the text. Each character is
 * compared on its own: where a letter is written otherwise at the end of a word, as the Greek sigma, the part is not marked.
 */
export function matchedParts(text: string, query: string): MatchedPart[] {
  const characters = [...text]
  const folded = characters.map((character) => (/\s/u.test(character) ? ' ' : searchText(character)))
  // The character that each letter of the folded text comes from.
  const origins = folded.flatMap((letters, index) => Array.from(letters, () => index))
  const whole = folded.join('')
  const found = new Set<number>()
  for (const term of searchTerms(query))
    for (let at = whole.indexOf(term); at >= 0; at = whole.indexOf(term, at + 1))
      for (let letter = at; letter < at + term.length; letter += 1) found.add(origins[letter] ?? -1)
  const parts: { text: string; isMatch: boolean }[] = []
  for (const [index, character] of characters.entries()) {
    const last = parts.at(-1)
    const isMatch = found.has(index)
    if (last?.isMatch === isMatch) last.text += character
    else parts.push({ text: character, isMatch })
  }
  return parts
}
