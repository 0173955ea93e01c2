import { z } from 'zod'
import { largestSeed } from '#domain/generation/seed.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { branchKinds } from './generation.ts'
import { plainString, text } from './text.ts'

/**
 * What is read of our own record in a picture, which may have been anywhere since: unknown fields are passed over, and what
 * does not fit takes its default. The settings of a picture that was downloaded plainly stand there as well.
 */
const step = z.object({
  prompt: text({ minimum: 1, maximum: 4_000 }),
  model: plainString(100).min(1),
  seed: z.int().min(0).max(largestSeed).catch(0),
  branchKind: z.enum(branchKinds).nullable().catch(null),
  settings: z
    .object({
      aspectRatio: z.enum(aspectRatios).catch('1:1'),
      resolution: z.enum(resolutions).catch('1K'),
      rawMode: z.boolean().catch(false),
    })
    .catch({ aspectRatio: '1:1', resolution: '1K', rawMode: false }),
})
export type RecordedStep = z.infer<typeof step>

/** A picture's record, with those of what it was made from, the root first. */
export const pictureRecord = step.extend({ ancestors: z.array(step).max(100).catch([]) })
export type PictureRecord = z.infer<typeof pictureRecord>

/** What is made again of a picture that was brought along: its card, or all that led to it as well. */
export const rebuildScopes = ['card', 'branch'] as const
export type RebuildScope = (typeof rebuildScopes)[number]
