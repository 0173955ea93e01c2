import { countOf } from '#domain/format.ts'

/** Contents of a deletion: counts of cards, frames and notes, and the rings with their names. */
export type Deleted = {
  readonly cards: number
  readonly frames: number
  readonly notes: number
  readonly rings: readonly DeletedRing[]
}

type DeletedRing = {
  readonly name: string
  /** A program can come in by a token of it. */
  readonly hasToken: boolean
}

const isCards = ({ cards, frames, notes, rings }: Deleted) => cards > 0 && frames + notes + rings.length === 0
const isRings = ({ cards, frames, notes }: Deleted) => cards + frames + notes === 0

/** '2 cards, 1 note and 1 ring'. */
function listOf({ cards, frames, notes, rings }: Deleted): string {
  const counts = [
    [cards, 'card'],
    [frames, 'frame'],
    [notes, 'note'],
    [rings.length, 'ring'],
  ] as const
  const parts = counts.flatMap(([count, one]) => (count > 0 ? [countOf(count, one)] : []))
  return new Intl.ListFormat('en-GB').format(parts)
}

function titleOf(chosen: Deleted): string {
  const { cards, rings } = chosen
  if (isCards(chosen))
    return cards === 1
      ? 'Delete this generation and all its branches?'
      : `Delete these ${cards} generations and all their branches?`
  if (!isRings(chosen)) return `Delete ${listOf(chosen)}?`
  return rings.length === 1 ? `Remove the ring of ${rings[0]?.name}?` : `Remove these ${rings.length} rings?`
}

const trashText = (cards: number, images: number) =>
  `${countOf(cards, 'card')} with ${countOf(images, 'image')} ${cards === 1 ? 'goes' : 'go'} to the trash and ${
    cards === 1 ? 'stays' : 'stay'
  } there for 30 days.`

/** Consequence for the tokens of rings; none: nothing. */
function tokenText(rings: readonly DeletedRing[]): string[] {
  const [first, ...others] = rings.filter(({ hasToken }) => hasToken)
  if (!first) return []
  if (others.length > 0) return ['Their tokens end: agents that are brought back by Undo need others.']
  const whose = rings.length === 1 ? 'Its token' : `The token of ${first.name}`
  return [`${whose} ends: an agent that is brought back by Undo needs another one.`]
}

/** The deletion of what is selected on the canvas: the question before it, and what is shown after it. */
export const deleteTexts = {
  title: titleOf,
  /** `inBranches`: the cards that go to the trash, with those below the selected ones, and their images. */
  text(chosen: Deleted, inBranches: { readonly cards: number; readonly images: number }): string {
    const { rings } = chosen
    if (isRings(chosen)) return [...tokenText(rings), `${rings.length === 1 ? 'Its' : 'Their'} cards stay.`].join(' ')
    const whose =
      rings.length === 1 ? `The ring of ${rings[0]?.name} is removed.` : `${rings.length} rings are removed.`
    return [
      ...(inBranches.cards > 0 ? [trashText(inBranches.cards, inBranches.images)] : []),
      ...(rings.length > 0 ? [whose, ...tokenText(rings)] : []),
    ].join(' ')
  },
  confirm(chosen: Deleted): string {
    if (!isRings(chosen)) return 'Delete'
    return chosen.rings.length === 1 ? 'Remove the ring' : 'Remove the rings'
  },
  /** The name of the step. */
  step: (gone: Deleted) => `${isRings(gone) ? 'Removed' : 'Deleted'} ${listOf(gone)}`,
  restoredStep: (gone: Deleted) => `Put back ${listOf(gone)}`,
  done: 'Deleted',
  doneText: (gone: Deleted) =>
    isCards(gone) ? `Deleted ${gone.cards} generation(s) and their branches` : `Deleted ${listOf(gone)}`,
  undo: 'Undo',
}
