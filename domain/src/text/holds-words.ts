const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text holds every one of the words, a part of a word too, in any order and script, whatever the case and accents. */
export function holdsWords(words: string): (text: string) => boolean {
  const parts = plain(words).split(/\s+/u).filter(Boolean)
  return (text) => {
    const among = plain(text)
    return parts.every((part) => among.includes(part))
  }
}
