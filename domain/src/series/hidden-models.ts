/** A race of models as far as it says whose name is to stay hidden. */
type Race = {
  readonly kind: string
  readonly hidesNames: boolean
  readonly winnerImageId: string | null
  /** Milliseconds since 1970. */
  readonly begunAt: number
  readonly steps: readonly {
    readonly generationId: string | null
    readonly prompt: string
    readonly model: string
  }[]
}

/** A race that has no winner yet, and whose models are known by letters until then. */
export type HiddenRace = {
  /** Milliseconds since 1970. */
  readonly begunAt: number
  readonly cardIds: ReadonlySet<string>
  readonly prompts: ReadonlySet<string>
  /** What stands for each model, by its display name. */
  readonly letters: ReadonlyMap<string, string>
}

/** A card as it is asked whether its model's name is hidden. */
export type NamedCard = {
  readonly id: string
  readonly parentId: string | null
  readonly prompt: string
  /** The display name. */
  readonly model: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A, B, … Z, A2, B2, …: one for each model, in the order in which they are named. */
export function raceLetters(models: readonly string[]): ReadonlyMap<string, string> {
  const letterAt = (place: number) => {
    const round = Math.floor(place / alphabet.length)
    return `${alphabet[place % alphabet.length]}${round === 0 ? '' : round + 1}`
  }
  return new Map([...new Set(models)].map((model, place) => [model, letterAt(place)]))
}

/** The races among some series whose models are still hidden. */
export const hiddenRaces = (list: readonly Race[]): HiddenRace[] =>
  list
    .filter(({ kind, hidesNames, winnerImageId }) => kind === 'race' && hidesNames && winnerImageId === null)
    .map(({ begunAt, steps }) => ({
      begunAt,
      cardIds: new Set(steps.flatMap(({ generationId }) => generationId ?? [])),
      prompts: new Set(steps.map(({ prompt }) => prompt)),
      letters: raceLetters(steps.map(({ model }) => model)),
    }))

/** Of a card alone: it runs in the race, or is one of its cards made once more. */
const letterIn = ({ begunAt, cardIds, prompts, letters }: HiddenRace, card: NamedCard): string | null => {
  const isLike = card.createdAt >= begunAt && prompts.has(card.prompt)
  return cardIds.has(card.id) || isLike ? (letters.get(card.model) ?? null) : null
}

/**
 * The letter that stands for a card's model; null where its name is shown. Hidden are the cards of a race, those made like
 * them since, and what was branched from either with the same model: each of them would tell the name.
 * @param find The card of an id, to go up by.
 */
export function hiddenLetter(
  card: NamedCard,
  races: readonly HiddenRace[],
  find: (id: string) => NamedCard | undefined,
): string | null {
  if (races.length === 0) return null
  const seen = new Set<string>()
  let at: NamedCard | undefined = card
  while (at && at.model === card.model && !seen.has(at.id)) {
    for (const race of races) {
      const letter = letterIn(race, at)
      if (letter !== null) return letter
    }
    seen.add(at.id)
    at = at.parentId === null ? undefined : find(at.parentId)
  }
  return null
}
