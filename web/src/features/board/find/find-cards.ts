import { holdsWords } from '#domain/text/holds-words.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'

/**
 * The cards whose prompt and model hold every word, a part of a word too, whatever the script; in reading order: top to
 * bottom, then left to right.
 */
export function findCards({ cards, words }: Pick<BoardStore, 'cards' | 'words'>, wanted: string): string[] {
  if (wanted.trim() === '') return []
  const isWanted = holdsWords(wanted)
  const hits = [...cards.values()].filter(({ id }) => {
    const found = words(id)
    return found !== undefined && isWanted(`${found.prompt} ${found.model}`)
  })
  return hits.sort((a, b) => a.y - b.y || a.x - b.x).map(({ id }) => id)
}
