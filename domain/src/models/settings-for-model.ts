import { type AspectRatio, nextResolution, type Resolution } from './aspect-ratio.ts'
import type { ModelCapabilities } from './model.ts'

/** What a person chooses beside the prompt. */
export type PictureSettings = {
  readonly aspectRatio: AspectRatio
  readonly resolution: Resolution
  readonly rawMode: boolean
}

/** What a model can be asked for. */
export type AllowedSettings = {
  readonly aspectRatios: readonly AspectRatio[]
  readonly resolutions: readonly Resolution[]
  readonly capabilities: Pick<ModelCapabilities, 'supportsRaw'>
}

/** What will be sent: the wish where the model can do it, else what the model does instead. The chips show exactly this. */
export function settingsForModel(wish: PictureSettings, model: AllowedSettings | null): PictureSettings {
  if (!model) return wish
  const { aspectRatios, resolutions, capabilities } = model
  return {
    aspectRatio: aspectRatios.includes(wish.aspectRatio) ? wish.aspectRatio : (aspectRatios[0] ?? '1:1'),
    resolution: resolutions.includes(wish.resolution) ? wish.resolution : (resolutions[0] ?? '1K'),
    rawMode: wish.rawMode && capabilities.supportsRaw,
  }
}

/** The next resolution in the cycle that the model can do. */
export function nextAllowedResolution(now: Resolution, allowed: readonly Resolution[]): Resolution {
  let next = nextResolution(now)
  while (next !== now && !allowed.includes(next)) next = nextResolution(next)
  return next
}
