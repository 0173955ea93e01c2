/** The fields of a series that decide which names are hidden: a race hides them, and a re-run repeats its cards. */
export type HidingSeries = {
  readonly kind: string
  readonly hidesNames: boolean
  readonly winnerImageId: string | null
  /** Milliseconds since 1970. */
  readonly begunAt: number
  readonly steps: readonly {
    readonly generationId: string | null
    /** The card that this step repeats; null for a new one. */
    readonly repeats: string | null
    readonly prompt: string
    readonly model: string
  }[]
}

/** A race without a winner, whose models have aliases until then. */
export type HiddenRace = {
  /** Milliseconds since 1970. */
  readonly begunAt: number
  readonly cardIds: ReadonlySet<string>
  readonly prompts: ReadonlySet<string>
  /** The alias of each model, by its name. */
  readonly aliases: ReadonlyMap<string, string>
  /** Cards that were re-run since, anywhere on the board, with the ones that they repeat. */
  readonly repeated: ReadonlyMap<string, string>
}

/** The fields of a card that decide whether its model's name is hidden. */
export type NamedCard = {
  readonly id: string
  readonly parentId: string | null
  readonly prompt: string
  /** The name, as in the races. */
  readonly model: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** The alias that is shown instead of a model's name. */
export const hiddenName = (alias: string) => `Model ${alias}`

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A, B, … Z, A2, B2, …: one for each model, in their order. */
export function raceAliases(models: readonly string[]): ReadonlyMap<string, string> {
  const aliasAt = (place: number) => {
    const round = Math.floor(place / alphabet.length)
    return `${alphabet[place % alphabet.length]}${round === 0 ? '' : round + 1}`
  }
  return new Map([...new Set(models)].map((model, place) => [model, aliasAt(place)]))
}

/** Whether a series is a race that hides its models' names still. */
export const isOpenRace = ({
  kind,
  hidesNames,
  winnerImageId,
}: Pick<HidingSeries, 'kind' | 'hidesNames' | 'winnerImageId'>) =>
  kind === 'race' && hidesNames && winnerImageId === null

const repeatedCards = (list: readonly HidingSeries[]) =>
  new Map(
    list.flatMap(({ steps }) =>
      steps.flatMap(({ generationId, repeats }) =>
        generationId !== null && repeats !== null ? [[generationId, repeats] as const] : [],
      ),
    ),
  )

/** The races of a project whose models are still hidden. */
export function hiddenRaces(list: readonly HidingSeries[]): HiddenRace[] {
  const races = list.filter(isOpenRace)
  if (races.length === 0) return []
  const repeated = repeatedCards(list)
  return races.map(({ begunAt, steps }) => ({
    begunAt,
    cardIds: new Set(steps.flatMap(({ generationId }) => generationId ?? [])),
    prompts: new Set(steps.map(({ prompt }) => prompt)),
    aliases: raceAliases(steps.map(({ model }) => model)),
    repeated,
  }))
}

/** For a card alone: it runs in the race, or repeats one of its cards. */
const aliasIn = ({ begunAt, cardIds, prompts, aliases }: HiddenRace, card: NamedCard): string | null => {
  const isLike = card.createdAt >= begunAt && prompts.has(card.prompt)
  return cardIds.has(card.id) || isLike ? (aliases.get(card.model) ?? null) : null
}

/** The alias of a card's model. */
export type Hidden = {
  readonly alias: string
  /** The race that hides the name. */
  readonly race: HiddenRace
}

/**
 * The alias of a card's model; null where its name is shown. Hidden are the cards of a race, those made like them
 * since, repeats of these cards, and branches of any of them with the same model: each of them would reveal the name.
 * @param find Returns the card of an id, to walk up the ancestors.
 */
export function hiddenModel(
  card: NamedCard,
  races: readonly HiddenRace[],
  find: (id: string) => NamedCard | undefined,
): Hidden | null {
  const [anyRace] = races
  if (!anyRace) return null
  const seen = new Set<string>()
  const toSee: NamedCard[] = [card]
  for (let at = toSee.pop(); at; at = toSee.pop()) {
    if (seen.has(at.id)) continue
    seen.add(at.id)
    for (const race of races) {
      const alias = aliasIn(race, at)
      if (alias !== null) return { alias, race }
    }
    for (const id of [at.parentId, anyRace.repeated.get(at.id) ?? null]) {
      const before = id === null ? undefined : find(id)
      if (before?.model === card.model) toSee.push(before)
    }
  }
  return null
}
