/** Scripts in which one character is a word. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** FNV-1a, 32 bits, as a signed integer: the range of an integer column of the database. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value | 0
}

const pieces = (characters: readonly string[], length: number) =>
  Array.from({ length: Math.max(0, characters.length - length + 1) }, (_, at) =>
    characters.slice(at, at + length).join(''),
  )

const keysOf = (owner: string, grams: readonly string[]) => [...new Set(grams.map((gram) => hash(`${owner} ${gram}`)))]

/**
 * The keys under which a text is found: of every two and three consecutive characters, and of single ones where one is
 * a word. They include the user's id, so that a search does not scan the prompts of other users. Two pieces may share a
 * key: hits are compared with the text.
 * @param text As `searchText` returns it.
 */
export function keysOfText(owner: string, text: string): number[] {
  const characters = [...text]
  const grams = [
    ...characters.filter((character) => dense.test(character)),
    ...pieces(characters, 2),
    ...pieces(characters, 3),
  ]
  return keysOf(
    owner,
    grams.filter((gram) => !gram.includes(' ')),
  )
}

/**
 * The keys of a text that contains all of these terms; none where a term is a single letter, which is in nearly every
 * text.
 */
export function keysOfTerms(owner: string, terms: readonly string[]): number[] {
  const grams = terms.flatMap((term) => {
    const characters = [...term]
    const [first = ''] = characters
    if (characters.length === 1) return dense.test(first) ? [first] : []
    return pieces(characters, Math.min(3, characters.length))
  })
  return keysOf(owner, grams)
}
