import { z } from 'zod'
import { maxStyleReferences, styleCollections, styleFamilies } from '#domain/styles/style.ts'
import { text, uuid } from '../text.ts'

/** One style of the picker: a sample, or one of the user's own. */
export const styleShape = z.strictObject({
  id: z.uuid(),
  collection: z.enum(styleCollections),
  family: z.enum(styleFamilies),
  title: z.string(),
  username: z.string(),
  /** The display name of the model that it suits. */
  model: z.string(),
  /** The text that is added to the prompt. */
  promptFragment: z.string(),
  coverUrl: z.string(),
  /** Six of a sample style; the reference pictures of a user's style. */
  exampleUrls: z.array(z.string()),
  /** Only for a user's style: ids of uploads or images, in order. */
  referenceIds: z.array(z.uuid()),
  isPinned: z.boolean(),
  /** Whether the user may change and delete it. */
  isOwn: z.boolean(),
})
export type StyleShape = z.infer<typeof styleShape>

/** The fields of a private style that its owner writes. */
export const styleBody = z.strictObject({
  title: text({ minimum: 1, maximum: 60 }),
  promptFragment: text({ minimum: 1, maximum: 500 }),
  family: z.enum(styleFamilies).default('krea-1'),
  /** Ids of uploads or images of the user. */
  referenceIds: z.array(uuid).max(maxStyleReferences).default([]),
})
export type StyleBody = z.infer<typeof styleBody>
export type StyleInput = z.input<typeof styleBody>
