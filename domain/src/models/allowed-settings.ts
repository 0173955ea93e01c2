import { thisMachine } from '../edit/edit-record.ts'
import type { EditOperation } from '../edit/operation.ts'
import { countOf } from '../format.ts'
import type { AspectRatio, Resolution } from './aspect-ratio.ts'
import { type ControlValues, controlsFault } from './controls.ts'
import type { Model } from './model.ts'

export type RequestedSettings = {
  readonly aspectRatio: AspectRatio
  readonly resolution: Resolution
  readonly rawMode: boolean
  readonly controls?: ControlValues | undefined
  readonly hasStyle: boolean
  /** Number of pictures that are given for their content. */
  readonly imagePrompts: number
  /** The number that is given for its look alone; a model counts both kinds together. */
  readonly styleReferences: number
}

const kindOf = ({ imagePrompts, styleReferences }: RequestedSettings) => {
  if (styleReferences === 0) return 'image prompt'
  return imagePrompts === 0 ? 'image style' : 'picture'
}

/**
 * Why the model does not support the settings, as a sentence for the user; null when it does. A branch from a parent
 * picture is never refused here: a model that cannot edit takes the parent as a reference.
 */
export function impossibleSettings(model: Model, asked: RequestedSettings): string | null {
  const { capabilities, name } = model
  if (asked.rawMode && !capabilities.supportsRaw) return `${name} has no raw mode.`
  if (asked.hasStyle && !capabilities.supportsStyles) return `${name} takes no styles.`
  if (asked.imagePrompts > 0 && !capabilities.supportsImagePrompts) return `${name} takes no image prompts.`
  if (asked.styleReferences > 0 && !capabilities.supportsImagePrompts) return `${name} takes no image styles.`
  const given = asked.imagePrompts + asked.styleReferences
  if (given > model.mostImagePrompts)
    return `${name} takes at most ${countOf(model.mostImagePrompts, kindOf(asked))}; ${given} were given.`
  if (asked.aspectRatio !== '1:1' && !capabilities.supportsCustomRatios)
    return `${name} chooses its own aspect ratio; only 1:1 can be asked for.`
  if (!model.resolutions.includes(asked.resolution))
    return `${name} paints at ${model.resolutions.join(' or ')}; ${asked.resolution} can't be asked for.`
  const fault = controlsFault(model.controls, asked.controls)
  return fault === null ? null : `${name} ${fault}.`
}

/**
 * The same of a picture, where the operation is null, or of an edit: its shape follows from its source, and a restyle gives the model the
 * phrase of the style as words.
 */
export function impossibleRequest(
  model: Model,
  operation: EditOperation | null,
  asked: RequestedSettings,
): string | null {
  if (operation !== null)
    return impossibleSettings(model, {
      ...asked,
      aspectRatio: '1:1',
      resolution: model.resolutions[0] ?? '1K',
      hasStyle: asked.hasStyle && operation !== 'restyle',
    })
  return model.editsAlone || model.value === thisMachine
    ? `${model.name} edits pictures; it makes none from words.`
    : impossibleSettings(model, asked)
}
