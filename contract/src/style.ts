import { z } from 'zod'
import { mostStyleReferences, styleCollections, styleFamilies } from '#domain/styles/style.ts'
import { text } from './text.ts'

/** One style of the picker: a sample, or one of one's own. */
export const styleShape = z.strictObject({
  id: z.uuid(),
  collection: z.enum(styleCollections),
  family: z.enum(styleFamilies),
  title: z.string(),
  username: z.string(),
  /** The display name of the model it suits. */
  model: z.string(),
  /** What is added to the prompt. */
  promptFragment: z.string(),
  coverUrl: z.string(),
  /** Six of a sample; the reference pictures of one's own. */
  exampleUrls: z.array(z.string()),
  /** Of one's own alone: ids of uploads or images, in order. */
  referenceIds: z.array(z.uuid()),
  isPinned: z.boolean(),
  /** Whether it may be changed and deleted. */
  isOwn: z.boolean(),
})
export type StyleShape = z.infer<typeof styleShape>

/** A private style as its owner writes it. */
export const styleBody = z.strictObject({
  title: text({ minimum: 1, maximum: 60 }),
  promptFragment: text({ minimum: 1, maximum: 500 }),
  family: z.enum(styleFamilies).default('krea-1'),
  /** Ids of uploads or of one's own images. */
  referenceIds: z.array(z.uuid()).max(mostStyleReferences).default([]),
})
export type StyleBody = z.infer<typeof styleBody>
export type StyleInput = z.input<typeof styleBody>
