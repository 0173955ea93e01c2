import { z } from 'zod'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { branchKinds } from './generation.ts'
import { text, time } from './text.ts'

/**
 * What goes out to whoever has a link: these fields and no others. Nothing of the owner but the first name, nothing of what
 * things cost, no address of a file, and of prompts only what the owner has switched on.
 */
export const sharedImageShape = z.strictObject({
  id: z.uuid(),
  orderNum: z.int(),
  /** Pixels */
  width: z.int(),
  height: z.int(),
  averageColor: z.string().nullable(),
  likes: z.int(),
  isLikedByYou: z.boolean(),
})
export type SharedImageShape = z.infer<typeof sharedImageShape>

export const sharedCardShape = z.strictObject({
  id: z.uuid(),
  /** Null as well where the parent is not shown. */
  parentGenerationId: z.uuid().nullable(),
  parentImageId: z.uuid().nullable(),
  branchKind: z.enum(branchKinds).nullable(),
  /** Null where the link does not show prompts; so are the style and the seed. */
  prompt: z.string().nullable(),
  style: z.string().nullable(),
  seed: z.int().nullable(),
  /** The display name of the model. */
  model: z.string(),
  aspectRatio: z.enum(aspectRatios),
  resolution: z.enum(resolutions),
  rawMode: z.boolean(),
  canvasX: z.number(),
  canvasY: z.number(),
  createdAt: time,
  /** Those that are there. */
  images: z.array(sharedImageShape),
})
export type SharedCardShape = z.infer<typeof sharedCardShape>

/** What somebody says of a spot of an image. */
export const commentShape = z.strictObject({
  id: z.uuid(),
  imageId: z.uuid(),
  /** Fractions of the image's width and height. */
  x: z.number(),
  y: z.number(),
  text: z.string(),
  /** The name that the visitor has typed. */
  author: z.string(),
  isResolved: z.boolean(),
  createdAt: time,
})
export type CommentShape = z.infer<typeof commentShape>

export const sharedBoardShape = z.strictObject({
  id: z.uuid(),
  /** Null where prompts are hidden: most titles are made of one. */
  title: z.string().nullable(),
  /** The owner's first name. */
  ownerName: z.string(),
  scope: z.enum(['project', 'branch']),
  showsPrompts: z.boolean(),
  expiresAt: time.nullable(),
  /** The name that this visitor has typed; null before. */
  visitorName: z.string().nullable(),
  cards: z.array(sharedCardShape),
  comments: z.array(commentShape),
})
export type SharedBoardShape = z.infer<typeof sharedBoardShape>

const fraction = z.number().min(0).max(1)

export const commentBody = z.strictObject({
  /** The link. */
  id: z.uuid(),
  imageId: z.uuid(),
  x: fraction,
  y: fraction,
  text: text({ minimum: 1, maximum: 2_000 }),
})

/** A comment as the owner sees it: from which link, and on which card. */
export const reviewCommentShape = commentShape.extend({ shareId: z.uuid(), generationId: z.uuid() })
export type ReviewCommentShape = z.infer<typeof reviewCommentShape>

/** All that visitors have said of a project's images. */
export const reviewShape = z.strictObject({
  comments: z.array(reviewCommentShape),
  /** Images that somebody likes, with the names of those who do. */
  likes: z.array(z.strictObject({ imageId: z.uuid(), generationId: z.uuid(), names: z.array(z.string()) })),
  /** The number of the newest event that it reflects. */
  seq: z.int(),
})
export type ReviewShape = z.infer<typeof reviewShape>
