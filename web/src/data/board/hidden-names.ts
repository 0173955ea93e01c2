import type { GenerationShape } from '#contract/generation.ts'
import { type Hidden, type HiddenRace, hiddenModel, hiddenName, type NamedCard } from '#domain/series/hidden-models.ts'
import { type Entry, layoutOfEntry, wordsOfEntry } from './entry.ts'

const named = (id: string, entry: Entry): NamedCard => {
  const { parentId, createdAt } = layoutOfEntry(entry)
  return { id, parentId, createdAt, ...wordsOfEntry(entry) }
}
const namedGeneration = ({ id, parentGenerationId, prompt, model, createdAt }: GenerationShape): NamedCard => ({
  id,
  parentId: parentGenerationId,
  prompt,
  model,
  createdAt: Date.parse(createdAt),
})

/** A card with an alias, without the messages of its provider: they name models and their makers. */
function disguised(generation: GenerationShape, name: string): GenerationShape {
  const images = generation.images.map((image) =>
    image.warnings.length === 0 && image.error === null
      ? image
      : {
          ...image,
          warnings: image.warnings.slice(0, 1).map(() => boardDataTexts.hiddenWords),
          error: image.error && { ...image.error, message: boardDataTexts.hiddenWords },
        },
  )
  return { ...generation, model: name, images }
}

/**
 * The aliases of models while races hide their names. Before the races are known, every name is hidden.
 * @param find A card of the board, deleted ones included.
 */
export function createHiddenNames(find: (id: string) => Entry | undefined) {
  let races: readonly HiddenRace[] | null = null

  const findNamed = (id: string) => {
    const entry = find(id)
    return entry && named(id, entry)
  }
  const hiddenOf = (card: NamedCard | undefined): Hidden | null =>
    card && races ? hiddenModel(card, races, findNamed) : null
  const standIn = (card: NamedCard | undefined): string | null => {
    if (races === null) return boardDataTexts.unknownModel
    const hidden = hiddenOf(card)
    return hidden && hiddenName(hidden.alias)
  }
  const isNothingHidden = () => races?.length === 0

  return {
    /** The alias of a card's model; null where its name is shown. */
    of: (id: string): string | null => (isNothingHidden() ? null : standIn(findNamed(id))),

    /** The display names of the models among which a hidden card's own is. */
    candidates: (id: string): readonly string[] => [...(hiddenOf(findNamed(id))?.race.aliases.keys() ?? [])],

    /** The generation as it may be shown. The same object where nothing is hidden. */
    redactModel(generation: GenerationShape): GenerationShape {
      const name = isNothingHidden() ? null : standIn(namedGeneration(generation))
      return name === null ? generation : disguised(generation, name)
    },

    isNothingHidden,

    /** @param next The races that hide names; null: unknown. */
    set(next: readonly HiddenRace[] | null) {
      races = next
    },
  }
}

const boardDataTexts = {
  /** The placeholder of a model's name, while it is unknown whether a race hides it. */
  unknownModel: 'Model',
  /** The placeholder of a provider's message, while a race hides the model. */
  hiddenWords: 'What the provider says of it is shown with the model’s name.',
} as const
