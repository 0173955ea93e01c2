import { type AspectRatio, nextResolution, type Resolution } from './aspect-ratio.ts'
import { type ControlValues, controlsForModel, type ModelControls } from './controls.ts'
import type { ModelCapabilities } from './model.ts'

/** The settings that a user chooses beside the prompt. */
export type PictureSettings = {
  readonly aspectRatio: AspectRatio
  readonly resolution: Resolution
  readonly rawMode: boolean
  /** Of the model's controls; absent where nothing was chosen. */
  readonly controls?: ControlValues | undefined
}

/** The settings that a model supports. */
export type AllowedSettings = {
  readonly aspectRatios: readonly AspectRatio[]
  readonly resolutions: readonly Resolution[]
  readonly capabilities: Pick<ModelCapabilities, 'supportsRaw'>
  readonly controls?: ModelControls | undefined
}

/**
 * The settings that will be sent: the user's choice where the model supports it, else the model's alternative. The
 * chips show exactly these.
 */
export function settingsForModel(wanted: PictureSettings, model: AllowedSettings | null): PictureSettings {
  if (!model) return wanted
  const { aspectRatios, resolutions, capabilities } = model
  const controls = controlsForModel(wanted.controls, model.controls)
  return {
    aspectRatio: aspectRatios.includes(wanted.aspectRatio) ? wanted.aspectRatio : (aspectRatios[0] ?? '1:1'),
    resolution: resolutions.includes(wanted.resolution) ? wanted.resolution : (resolutions[0] ?? '1K'),
    rawMode: wanted.rawMode && capabilities.supportsRaw,
    ...(controls && { controls }),
  }
}

/** The next resolution in the cycle that the model supports. */
export function nextAllowedResolution(now: Resolution, allowed: readonly Resolution[]): Resolution {
  let next = nextResolution(now)
  while (next !== now && !allowed.includes(next)) next = nextResolution(next)
  return next
}
