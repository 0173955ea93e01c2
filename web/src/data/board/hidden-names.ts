import type { GenerationShape } from '#contract/generation.ts'
import { type HiddenRace, hiddenLetter, type NamedCard } from '#domain/series/hidden-models.ts'
import { type Entry, layoutOfEntry, wordsOfEntry } from './entry.ts'
import { boardDataTexts } from './texts.ts'

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

/**
 * The names that stand for models while races hide them.
 * @param find A card of the board, deleted ones included.
 */
export function createHiddenNames(find: (id: string) => Entry | undefined) {
  let races: readonly HiddenRace[] = []

  const findNamed = (id: string) => {
    const entry = find(id)
    return entry && named(id, entry)
  }
  const standIn = (card: NamedCard): string | null => {
    const letter = hiddenLetter(card, races, findNamed)
    return letter === null ? null : boardDataTexts.hiddenModel(letter)
  }

  return {
    /** What stands for a card's model; null where its name is shown. */
    of(id: string): string | null {
      if (races.length === 0) return null
      const card = findNamed(id)
      return card ? standIn(card) : null
    },

    /** The generation as it may be shown: a provider's sentences can hold the name, too. The same object where nothing is hidden. */
    dress(generation: GenerationShape): GenerationShape {
      const name = races.length === 0 ? null : standIn(namedGeneration(generation))
      if (name === null) return generation
      const hide = (text: string) => text.replaceAll(generation.model, name)
      const images = generation.images.map((image) =>
        image.warnings.length === 0 && image.error === null
          ? image
          : {
              ...image,
              warnings: image.warnings.map(hide),
              error: image.error && { ...image.error, message: hide(image.error.message) },
            },
      )
      return { ...generation, model: name, images }
    },

    isAny: () => races.length > 0,

    set(next: readonly HiddenRace[]) {
      races = next
    },
  }
}
