import { applyTextDifference } from './apply-text-difference.ts'
import type { Difference, ListChange } from './difference.ts'
import type { Recipe } from './recipe.ts'

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, place) => id === b[place])

/** The list that was changed becomes what it became; any other one loses what was removed and gains what was added. */
function withListChange(list: readonly string[], change: ListChange | undefined): readonly string[] {
  if (!change) return list
  if (isSame(list, change.before)) return change.after
  const left = list.filter((id) => !change.removed.includes(id))
  return [...left, ...change.added.filter((id) => !left.includes(id))]
}

/**
 * The same change made to a generation. Made to the one that it was taken from it gives the other exactly; made to any other
 * it leaves alone what it does not touch.
 */
export function applyDifference(recipe: Recipe, difference: Difference): Recipe {
  const { settings } = recipe
  return {
    prompt: difference.prompt ? applyTextDifference(recipe.prompt, difference.prompt) : recipe.prompt,
    model: difference.model?.after ?? recipe.model,
    settings: {
      style: difference.style ? difference.style.after : settings.style,
      aspectRatio: difference.aspectRatio?.after ?? settings.aspectRatio,
      resolution: difference.resolution?.after ?? settings.resolution,
      rawMode: difference.rawMode?.after ?? settings.rawMode,
      seed: difference.seed?.after ?? settings.seed,
    },
    imagePrompts: withListChange(recipe.imagePrompts, difference.imagePrompts),
    styleReferences: withListChange(recipe.styleReferences, difference.styleReferences),
    parentImageId: difference.parentImageId ? difference.parentImageId.after : recipe.parentImageId,
  }
}
