import { cardName, imageName } from './card-names.ts'

/** The fields of a card in an outline. */
export type OutlinedCard = {
  readonly id: string
  readonly parentGenerationId: string | null
  readonly parentImageId: string | null
  readonly branchKind: string | null
  readonly prompt: string
  /** Null where its images were brought in. */
  readonly model: string | null
  readonly status: string
  readonly canvasX: number
  readonly canvasY: number
  readonly madeBy: { readonly name: string } | null
  readonly images: readonly {
    readonly id: string
    readonly orderNum: number
    readonly status: string
    readonly feedback: readonly string[]
  }[]
}

/** The characters of a prompt that an outline shows: enough to recognize it; a card has all of it. */
const longestPrompt = 60
/** Deeper cards are indented no further: a long chain would be blanks for the most part. */
const deepestIndent = 8

/** A prompt as quoted data, so that the words of another person are not read as a request. */
function quoted(prompt: string): string {
  const characters = [...prompt.replace(/\s+/g, ' ')]
  return JSON.stringify(
    characters.length <= longestPrompt ? characters.join('') : `${characters.slice(0, longestPrompt - 1).join('')}…`,
  )
}

const marks = [
  ['star', '★'],
  ['like', '♥'],
  ['dislike', '✗'],
] as const

/** '★1,3 ♥2': the images with each mark, by their places from 1. */
function markedImages(images: OutlinedCard['images']): string[] {
  return marks.flatMap(([type, sign]) => {
    const places = images.filter(({ feedback }) => feedback.includes(type)).map(({ orderNum }) => orderNum + 1)
    return places.length > 0 ? [`${sign}${places.join(',')}`] : []
  })
}

/** The image that a card branches from, by its short name; the card alone where the image is unknown. */
function originOf(card: OutlinedCard, parent: OutlinedCard | undefined): string | null {
  if (card.parentGenerationId === null) return null
  const image = parent?.images.find(({ id }) => id === card.parentImageId)
  return image && parent ? imageName(parent.id, image.orderNum) : cardName(card.parentGenerationId)
}

function lineOf(card: OutlinedCard, depth: number, parent: OutlinedCard | undefined): string {
  const ready = card.images.filter(({ status }) => status === 'completed').length
  const origin = originOf(card, parent)
  return [
    `${' '.repeat(Math.min(depth, deepestIndent))}${cardName(card.id)}`,
    ...(origin === null ? [] : [`<${origin}`]),
    ...(card.branchKind === null ? [] : [card.branchKind]),
    quoted(card.prompt),
    card.model ?? 'brought in',
    card.status === 'completed' ? `${ready}` : `${ready}/${card.images.length} ${card.status}`,
    ...markedImages(card.images),
    ...(card.madeBy ? [`by ${JSON.stringify(card.madeBy.name)}`] : []),
    `@${Math.round(card.canvasX)},${Math.round(card.canvasY)}`,
  ].join(' ')
}

/**
 * The cards of a board as indented lines, each below the card that it branches from; siblings in the order of the list. A card whose
 * parent is not in the list is a root. @param cards The oldest first.
 */
export function outlineOf(cards: readonly OutlinedCard[]): string[] {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const children = Map.groupBy(cards, ({ parentGenerationId }) =>
    parentGenerationId !== null && byId.has(parentGenerationId) ? parentGenerationId : null,
  )
  const lines: string[] = []
  // A stack and no recursion: a chain of cards can be longer than the stack of calls.
  const waiting = (children.get(null) ?? []).toReversed().map((card) => ({ card, depth: 0 }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { card, depth } = next
    lines.push(lineOf(card, depth, byId.get(card.parentGenerationId ?? '')))
    for (const child of (children.get(card.id) ?? []).toReversed()) waiting.push({ card: child, depth: depth + 1 })
  }
  return lines
}

/** The cards of a branch: its first one and everything below it, in the order of the list. */
export function branchOf<Card extends Pick<OutlinedCard, 'id' | 'parentGenerationId'>>(
  cards: readonly Card[],
  firstId: string,
): Card[] {
  const children = Map.groupBy(cards, ({ parentGenerationId }) => parentGenerationId)
  const inside = new Set<string>()
  const waiting = [firstId]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (inside.has(id)) continue
    inside.add(id)
    for (const child of children.get(id) ?? []) waiting.push(child.id)
  }
  return cards.filter(({ id }) => inside.has(id))
}
