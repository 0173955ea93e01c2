import type { StartRunBody } from '#contract/assistant.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { imageInHand } from '#web/features/board/cards/image-in-hand.ts'
import { assistantTexts as texts } from './texts.ts'

/** Something of the canvas that a request is about. */
export type Subject = StartRunBody['subjects'][number] & { readonly label: string }

export const subjectKey = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): string => `${kind} ${id}`

/** The most things that a request is about. */
export const mostSubjects = 20
const mostMatches = 7

const cardLabel = ({ board }: BoardSession, id: string): string => board.words(id)?.prompt || texts.noWords

/** The selected cards and frames; of a single card the image in hand, where one was pressed. */
export function selectedSubjects(session: BoardSession): Subject[] {
  const { board, selection, items, pressed } = session
  const frames = [...items.selected.get()].flatMap((id) => {
    const frame = board.facts.frame(id)
    return frame ? [{ kind: 'frame' as const, id, label: frame.title }] : []
  })
  const hand = pressed.get() === null ? null : imageInHand(session)
  if (hand && hand.imageId === pressed.get()) {
    const place = board.getGeneration(hand.cardId)?.images.find(({ id }) => id === hand.imageId)?.orderNum ?? 0
    const label = texts.image(place + 1, cardLabel(session, hand.cardId))
    return [{ kind: 'image', id: hand.imageId, label }, ...frames]
  }
  const cards = [...selection.get()].map((id) => ({ kind: 'card' as const, id, label: cardLabel(session, id) }))
  return [...cards, ...frames].slice(0, mostSubjects)
}

/** The words after the last `@` before the caret; null where none is being written. */
export function mentionBefore(text: string, caret: number): { readonly from: number; readonly words: string } | null {
  const found = /(?:^|\s)@([^\s@]{0,40})$/.exec(text.slice(0, caret))
  if (!found) return null
  const words = found[1] ?? ''
  return { from: caret - words.length - 1, words }
}

/** What a mention may mean: frames by their titles, cards by their prompts, and the images of the first such card. */
export function matchingSubjects(session: BoardSession, words: string): Subject[] {
  const { board } = session
  const isWanted = words === '' ? () => true : matchesWords(words)
  const frames = [...board.items.get().frames.values()]
    .filter(({ title }) => isWanted(title))
    .map(({ id, title }) => ({ kind: 'frame' as const, id, label: title }))
  const cards = [...board.cards.keys()]
    .filter((id) => isWanted(board.words(id)?.prompt ?? ''))
    .map((id) => ({ kind: 'card' as const, id, label: cardLabel(session, id) }))
  const [first] = cards
  const images = first
    ? (board.getGeneration(first.id)?.images ?? [])
        .filter(({ status }) => status === 'completed')
        .map(({ id, orderNum }) => ({ kind: 'image' as const, id, label: texts.image(orderNum + 1, first.label) }))
    : []
  return [...frames.slice(0, 3), ...cards.slice(0, 4), ...images].slice(0, mostMatches)
}
