import { z } from 'zod'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { newId, plainString, text, uuid } from '../text.ts'
import { line } from './name.ts'

/** Saved prompts on a page. */
export const savedPromptsPerPage = 100
/** Saved prompts of a user, and in a file. */
export const maxSavedPrompts = 10_000
const maxTags = 20

/** The settings that a saved prompt is used with; what is left out stays as it is. */
export const savedSettings = z.strictObject({
  aspectRatio: z.enum(aspectRatios).exactOptional(),
  resolution: z.enum(resolutions).exactOptional(),
  rawMode: z.boolean().exactOptional(),
  style: z.uuid().exactOptional(),
})
export type SavedSettings = z.infer<typeof savedSettings>

/** A prompt that the user has saved under a name. */
export const savedPromptShape = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  /** The model's `value`; null: the one that is chosen. */
  model: z.string().nullable(),
  /** Null: those that are chosen. */
  settings: savedSettings.nullable(),
  usedCount: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type SavedPromptShape = z.infer<typeof savedPromptShape>

/** Without commas: files list tags between them. */
const tag = line({ maximum: 40 }).refine((value) => !value.includes(','), 'A tag contains no comma.')
const fields = {
  name: line({ maximum: 100 }),
  text: text({ minimum: 1, maximum: 4_000 }),
  tags: z
    .array(tag)
    .max(maxTags)
    .overwrite((tags) => [...new Set(tags)]),
  model: plainString(100).min(1).nullable(),
  settings: savedSettings.nullable(),
}

const written = z.strictObject({
  name: fields.name,
  text: fields.text,
  tags: fields.tags.default([]),
  model: fields.model.default(null),
  settings: fields.settings.default(null),
})

export const createSavedPromptBody = written.extend({ id: newId })
export type SavedPromptBody = Omit<z.infer<typeof createSavedPromptBody>, 'id'>

/** The fields that change; a missing one stays as it is. */
export const changeSavedPromptBody = z.strictObject(fields).partial().extend({ id: uuid })
export type SavedPromptChange = Omit<z.infer<typeof changeSavedPromptBody>, 'id'>

/** A saved prompt in a file: ids and times of another account mean nothing. */
export const savedPromptEntry = written.extend({
  usedCount: z.int().min(0).max(2_147_483_647).default(0),
  id: z.unknown().optional(),
  createdAt: z.unknown().optional(),
  updatedAt: z.unknown().optional(),
})
export type SavedPromptEntry = SavedPromptBody & { readonly usedCount: number }

export const savedPromptsQuery = z.strictObject({
  /** Parts of the name, the text or the tags, in any case: the eight longest words are looked for. */
  q: text({ minimum: 0, maximum: 200 }).optional(),
  /** `nextCursor` of the previous page. */
  cursor: z.string().max(200).optional(),
})
export type SavedPromptsQuery = z.infer<typeof savedPromptsQuery>

export const savedPromptFormats = ['json', 'text', 'csv'] as const
export type SavedPromptFormat = (typeof savedPromptFormats)[number]
