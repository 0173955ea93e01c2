import type { ModelShape } from '#contract/model.ts'
import { type AspectRatio, nextResolution, type Resolution } from '#domain/models/aspect-ratio.ts'

type Settings = { readonly aspectRatio: AspectRatio; readonly resolution: Resolution }
type Allowed = Pick<ModelShape, 'aspectRatios' | 'resolutions'>

/** What will be sent: the wish where the model can do it, else what the model does instead. The chips show exactly this. */
export function settingsForModel(wish: Settings, model: Allowed | null): Settings {
  if (!model) return wish
  const { aspectRatios, resolutions } = model
  return {
    aspectRatio: aspectRatios.includes(wish.aspectRatio) ? wish.aspectRatio : (aspectRatios[0] ?? '1:1'),
    resolution: resolutions.includes(wish.resolution) ? wish.resolution : (resolutions[0] ?? '1K'),
  }
}

/** The next resolution in the cycle that the model can do. */
export function nextAllowedResolution(now: Resolution, { resolutions }: Pick<Allowed, 'resolutions'>): Resolution {
  let next = nextResolution(now)
  while (next !== now && !resolutions.includes(next)) next = nextResolution(next)
  return next
}
