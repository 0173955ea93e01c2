import { z } from 'zod'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'

/** The settings that a saved prompt is used with; what is left out stays as it is. */
export const savedSettings = z.strictObject({
  aspectRatio: z.enum(aspectRatios).exactOptional(),
  resolution: z.enum(resolutions).exactOptional(),
  rawMode: z.boolean().exactOptional(),
  style: z.uuid().exactOptional(),
})
export type SavedSettings = z.infer<typeof savedSettings>
