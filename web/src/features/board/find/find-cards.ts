import type { BoardStore } from '#web/data/board/board-store.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The cards whose prompt and model hold every word, a part of a word too, whatever the script; in reading order: top to
 * bottom, then left to right.
 */
export function findCards({ cards, words }: Pick<BoardStore, 'cards' | 'words'>, wanted: string): string[] {
  const parts = plain(wanted).split(/\s+/).filter(Boolean)
  if (parts.length === 0) return []
  const hits = [...cards.values()].filter(({ id }) => {
    const found = words(id)
    const text = found ? plain(`${found.prompt} ${found.model}`) : ''
    return parts.every((part) => text.includes(part))
  })
  return hits.sort((a, b) => a.y - b.y || a.x - b.x).map(({ id }) => id)
}
