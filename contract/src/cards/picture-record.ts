import { z } from 'zod'
import { maxSeed } from '#domain/generation/seed.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { controlValuesShape } from '../models/controls.ts'
import { plainString, text } from '../text.ts'
import { editShape } from './edit.ts'
import { branchKinds } from './generation.ts'

/**
 * Our own record inside a picture, parsed tolerantly because the file may have been edited elsewhere: unknown fields
 * are ignored, and invalid values take their defaults. The settings of a picture that was downloaded without provenance
 * are stored in the same form.
 */
const step = z.object({
  prompt: text({ minimum: 1, maximum: 4_000 }),
  /** The words as they were written, where words were drawn from lists, and before a language model improved them. */
  writtenPrompt: text({ minimum: 1, maximum: 4_000 }).optional().catch(undefined),
  improvedFrom: text({ minimum: 1, maximum: 4_000 }).optional().catch(undefined),
  /** The edit without its mask, which stays with its owner. */
  edit: z.object(editShape.shape).nullable().catch(null),
  /** Null where the picture was brought in. */
  model: plainString(100).min(1).nullable(),
  seed: z.int().min(0).max(maxSeed).catch(0),
  branchKind: z.enum(branchKinds).nullable().catch(null),
  settings: z
    .object({
      aspectRatio: z.enum(aspectRatios).catch('1:1'),
      resolution: z.enum(resolutions).catch('1K'),
      rawMode: z.boolean().catch(false),
      controls: controlValuesShape.optional().catch(undefined),
    })
    .catch({ aspectRatio: '1:1', resolution: '1K', rawMode: false }),
})
export type RecordedStep = z.infer<typeof step>

/** The record of a picture with the records of its ancestors, the root first. */
export const pictureRecord = step.extend({ ancestors: z.array(step).max(100).catch([]) })
export type PictureRecord = z.infer<typeof pictureRecord>

/** The part to rebuild from an imported picture: its card alone, or its whole path. */
export const rebuildScopes = ['card', 'branch'] as const
export type RebuildScope = (typeof rebuildScopes)[number]
