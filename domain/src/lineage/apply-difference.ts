import { changedControls } from '../models/controls.ts'
import { applyTextDifference } from './apply-text-difference.ts'
import type { Difference, ListChange } from './difference.ts'
import type { Recipe } from './recipe.ts'

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, place) => id === b[place])

/** The changed list becomes the new list; any other one loses the removed items and gains the added ones. */
function withListChange(list: readonly string[], change: ListChange | undefined): readonly string[] {
  if (!change) return list
  if (isSame(list, change.before)) return change.after
  const left = list.filter((id) => !change.removed.includes(id))
  return [...left, ...change.added.filter((id) => !left.includes(id))]
}

/**
 * Applies a change to a generation. Applied to its original it gives exactly the other generation; applied to any other
 * it leaves unrelated fields unchanged.
 */
export function applyDifference(recipe: Recipe, difference: Difference): Recipe {
  const { settings } = recipe
  const controls = difference.controls ? changedControls(settings.controls, difference.controls) : settings.controls
  return {
    prompt: difference.prompt ? applyTextDifference(recipe.prompt, difference.prompt) : recipe.prompt,
    edit: difference.edit ? difference.edit.after : recipe.edit,
    model: difference.model?.after ?? recipe.model,
    settings: {
      style: difference.style ? difference.style.after : settings.style,
      aspectRatio: difference.aspectRatio?.after ?? settings.aspectRatio,
      resolution: difference.resolution?.after ?? settings.resolution,
      rawMode: difference.rawMode?.after ?? settings.rawMode,
      seed: difference.seed?.after ?? settings.seed,
      ...(controls && { controls }),
    },
    imagePrompts: withListChange(recipe.imagePrompts, difference.imagePrompts),
    styleReferences: withListChange(recipe.styleReferences, difference.styleReferences),
    parentImageId: difference.parentImageId ? difference.parentImageId.after : recipe.parentImageId,
  }
}
