import { z } from 'zod'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { branchKinds } from './generation.ts'
import { text, time } from './text.ts'

/**
 * What a review link shows: these fields and no others. Nothing of the owner but the first name, nothing of what
 * things cost, no address of a file, and of prompts only what the owner has switched on.
 */
export const sharedImageShape = z.strictObject({
  id: z.uuid(),
  orderNum: z.int(),
  /** Pixels */
  width: z.int(),
  height: z.int(),
  averageColor: z.string().nullable(),
})
export type SharedImageShape = z.infer<typeof sharedImageShape>

export const sharedCardShape = z.strictObject({
  id: z.uuid(),
  /** Null as well where the parent is not shown. */
  parentGenerationId: z.uuid().nullable(),
  parentImageId: z.uuid().nullable(),
  /** How it was made. Null where the link does not show prompts. */
  recipe: z
    .strictObject({
      prompt: z.string(),
      /** The title of the style. */
      style: z.string().nullable(),
      seed: z.int(),
      /** The display name of the model. */
      model: z.string(),
      aspectRatio: z.enum(aspectRatios),
      resolution: z.enum(resolutions),
      rawMode: z.boolean(),
      branchKind: z.enum(branchKinds).nullable(),
    })
    .nullable(),
  canvasX: z.number(),
  canvasY: z.number(),
  createdAt: time,
  /** Those that are there. */
  images: z.array(sharedImageShape),
})
export type SharedCardShape = z.infer<typeof sharedCardShape>

/** A reviewer's comment on a spot of an image. */
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

/** How many have voted for an image, and whether this visitor has. */
export const imageLikesShape = z.strictObject({ imageId: z.uuid(), likes: z.int(), isLikedByYou: z.boolean() })
export type ImageLikesShape = z.infer<typeof imageLikesShape>

/** Which state of what a link shows it is. */
export const boardVersion = z.string().regex(/^\d{1,16}$/)

/** Comments and likes of a link, if they changed since the known version. */
export const sharedFeedbackShape = z.strictObject({
  /** Changes with every change of the comments or likes. */
  version: z.string(),
  /** Null where the caller has this version already. */
  feedback: z
    .strictObject({
      comments: z.array(commentShape),
      /** Only images with at least one like. */
      likes: z.array(imageLikesShape),
    })
    .nullable(),
  board: z.strictObject({
    version: boardVersion,
    /** What is shown may be another than at the version that was asked with: `changes` says what. */
    isChanged: z.boolean(),
  }),
})
export type SharedFeedbackShape = z.infer<typeof sharedFeedbackShape>
export type SharedFeedback = NonNullable<SharedFeedbackShape['feedback']>

/**
 * What a link shows, `GET /api/shared/{id}/board`, as lines of JSON (application/x-ndjson): first this header, then lists of
 * cards in the order of their creation.
 */
export const sharedBoardHeader = z.strictObject({
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
  version: boardVersion,
  /** How many cards follow. */
  count: z.int(),
})
export type SharedBoardHeader = z.infer<typeof sharedBoardHeader>

/** What has changed of what a link shows. */
export const sharedChangesShape = z.strictObject({
  version: boardVersion,
  title: z.string().nullable(),
  /** More changes than are listed one by one: read the board again. */
  isTooMuch: z.boolean(),
  /** New, or another than before. */
  cards: z.array(sharedCardShape),
  /** Ids of cards that are not shown any more. */
  gone: z.array(z.uuid()),
})
export type SharedChangesShape = z.infer<typeof sharedChangesShape>

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

/** Comments and likes of reviewers on a project's images. */
export const reviewShape = z.strictObject({
  comments: z.array(reviewCommentShape),
  /** Images with likes, and the names of the reviewers who like them. */
  likes: z.array(z.strictObject({ imageId: z.uuid(), generationId: z.uuid(), names: z.array(z.string()) })),
  /** The number of the newest event that it reflects. */
  seq: z.int(),
})
export type ReviewShape = z.infer<typeof reviewShape>
