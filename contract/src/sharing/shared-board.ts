import { z } from 'zod'
import { editOperations } from '#domain/edit/operation.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { linkGrants } from '#domain/sharing/link-grant.ts'
import { shareScopeKinds } from '#domain/sharing/share-scope.ts'
import { boardItems } from '../board/board-item.ts'
import { branchKinds } from '../cards/generation.ts'
import { controlValuesShape } from '../models/controls.ts'
import { text, time, uuid } from '../text.ts'

/**
 * The fields that a review link shows: these fields and no others. Of the owner only the first name, no prices, no file addresses,
 * and prompts only if the owner has switched them on.
 */
export const sharedImageShape = z.strictObject({
  id: z.uuid(),
  orderNum: z.int(),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
  averageColor: z.string().nullable(),
  /** The words that were drawn for this image; null where they are those of its card, and where the link shows no prompts. */
  prompt: z.string().nullable(),
})
export type SharedImageShape = z.infer<typeof sharedImageShape>

export const sharedCardShape = z.strictObject({
  id: z.uuid(),
  /** Also null where the parent is not shown. */
  parentGenerationId: z.uuid().nullable(),
  /** Also null where the parent image is not shown. */
  parentImageId: z.uuid().nullable(),
  /** The recipe of the card. Null where the link does not show prompts. */
  recipe: z
    .strictObject({
      /** The words of the first image that is shown. */
      prompt: z.string(),
      /** The names of references in the words, without their pictures. */
      references: z.array(z.string()),
      /** The title of the style. */
      style: z.string().nullable(),
      seed: z.int(),
      /** The display name of the model; null where the images were brought in. */
      model: z.string().nullable(),
      aspectRatio: z.enum(aspectRatios),
      resolution: z.enum(resolutions),
      rawMode: z.boolean(),
      controls: controlValuesShape.exactOptional(),
      branchKind: z.enum(branchKinds).nullable(),
      /** The operation of an edit; its mask is not shown. */
      operation: z.enum(editOperations).nullable(),
    })
    .nullable(),
  canvasX: z.number(),
  canvasY: z.number(),
  createdAt: time,
  /** The completed images. */
  images: z.array(sharedImageShape),
})
export type SharedCardShape = z.infer<typeof sharedCardShape>

const commentText = text({ minimum: 1, maximum: 2_000 })

/** The owner's reply to a comment. */
export const replyShape = z.strictObject({
  id: z.uuid(),
  text: z.string(),
  /** The owner's first name. */
  author: z.string(),
  createdAt: time,
})
export type ReplyShape = z.infer<typeof replyShape>

/** A reviewer's comment on an image. */
export const commentShape = z.strictObject({
  id: z.uuid(),
  imageId: z.uuid(),
  /** Fractions of the image's width and height; null, both: about the whole image. */
  x: z.number().nullable(),
  y: z.number().nullable(),
  text: z.string(),
  /** The name that the reviewer typed. */
  author: z.string(),
  isResolved: z.boolean(),
  createdAt: time,
  /** Oldest first. */
  replies: z.array(replyShape),
})
export type CommentShape = z.infer<typeof commentShape>

/** The number of votes of an image, and whether this reviewer voted. */
export const imageLikesShape = z.strictObject({ imageId: z.uuid(), likes: z.int(), isLikedByYou: z.boolean() })
export type ImageLikesShape = z.infer<typeof imageLikesShape>

/** The version of what a link shows. */
export const boardVersion = z.string().regex(/^\d{1,16}$/)

/** The comments and likes of a link, if they changed since the known version. */
export const sharedFeedbackShape = z.strictObject({
  /** Changes with every comment or like. */
  version: z.string(),
  /** Null where the caller already has this version. */
  feedback: z
    .strictObject({
      /** The newest 500, oldest first. */
      comments: z.array(commentShape),
      /** Only images with at least one like. */
      likes: z.array(imageLikesShape),
    })
    .nullable(),
  board: z.strictObject({
    version: boardVersion,
    /** The shown board may have changed since the version of the request: `changes` has the details. */
    isChanged: z.boolean(),
  }),
})
export type SharedFeedbackShape = z.infer<typeof sharedFeedbackShape>
export type SharedFeedback = NonNullable<SharedFeedbackShape['feedback']>

/**
 * The board of a link, `GET /api/shared/{id}/board`, as lines of JSON (application/x-ndjson): first this header, then
 * lists of cards in the order of their creation.
 */
export const sharedBoardHeader = z.strictObject({
  id: z.uuid(),
  /**
   * Most titles of projects are made of a prompt: null where prompts are hidden, and where the link shows starred images. Of a frame
   * its own title.
   */
  title: z.string().nullable(),
  /** The owner's first name. */
  ownerName: z.string(),
  scope: z.enum(shareScopeKinds),
  showsPrompts: z.boolean(),
  /** What this link lets its reviewers do. */
  grants: z.enum(linkGrants).exactOptional(),
  /** Whether what is shown can be copied into an account. */
  allowsCopies: z.boolean().exactOptional(),
  expiresAt: time.nullable(),
  /** The name that this reviewer typed; null if none yet. */
  visitorName: z.string().nullable(),
  version: boardVersion,
  /** The number of cards that follow. */
  count: z.int(),
  /** Those of the project; of a frame itself and what lies in it; none where the link shows a branch or starred images. */
  ...boardItems,
})
export type SharedBoardHeader = z.infer<typeof sharedBoardHeader>

/** The changes of what a link shows. */
export const sharedChangesShape = z.strictObject({
  version: boardVersion,
  title: z.string().nullable(),
  /** There are more changes than a reply lists: read the board again. */
  isTooMuch: z.boolean(),
  /** New or changed. */
  cards: z.array(sharedCardShape),
  /** Ids of cards that are no longer shown. */
  gone: z.array(z.uuid()),
  /** All frames and notes, where any of them has changed; else null. */
  items: z.strictObject(boardItems).nullable(),
})
export type SharedChangesShape = z.infer<typeof sharedChangesShape>

const fraction = z.number().min(0).max(1)

export const commentBody = z
  .strictObject({
    /** The link. */
    id: uuid,
    imageId: uuid,
    /** The spot; default: the whole image. */
    x: fraction.nullable().default(null),
    y: fraction.nullable().default(null),
    text: commentText,
  })
  .refine(({ x, y }) => (x === null) === (y === null), { path: ['x'], message: 'Needs x and y, or neither.' })

export const replyBody = z.strictObject({
  /** The comment. */
  id: uuid,
  text: commentText,
})

/** A comment as the owner sees it, with its link and its card. */
export const reviewCommentShape = commentShape.extend({
  shareId: z.uuid(),
  generationId: z.uuid(),
  /** Open, and not marked as seen by this user yet. */
  isNew: z.boolean(),
})
export type ReviewCommentShape = z.infer<typeof reviewCommentShape>

/** Comments and likes of reviewers on a project's images. */
export const reviewShape = z.strictObject({
  /** The newest 500, oldest first. */
  comments: z.array(reviewCommentShape),
  /** The number of all comments. */
  total: z.int().exactOptional(),
  /** The number of all comments that are not resolved. */
  openCount: z.int().exactOptional(),
  /** Whether there are comments on other projects of the user that they have not seen yet. */
  hasNewElsewhere: z.boolean().exactOptional(),
  /** Images with likes, and the names of the reviewers who like them. */
  likes: z.array(z.strictObject({ imageId: z.uuid(), generationId: z.uuid(), names: z.array(z.string()) })),
  /** The number of the newest event that the reply includes. */
  seq: z.int(),
})
export type ReviewShape = z.infer<typeof reviewShape>
