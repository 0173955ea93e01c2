const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Whether a text contains every one of the words, or parts of words, in any order and script, ignoring case and
 * accents.
 */
export function matchesWords(words: string): (text: string) => boolean {
  const parts = plain(words).split(/\s+/u).filter(Boolean)
  return (text) => {
    const among = plain(text)
    return parts.every((part) => among.includes(part))
  }
}
