import { z } from 'zod'
import { linkGrants } from '#domain/sharing/link-grant.ts'
import { shareExpiries } from '#domain/sharing/share-expiry.ts'
import { text, time, uuid } from '../text.ts'

/** A review link as its owner sees it. The address itself is returned once, when the link is created. */
export const shareShape = z.strictObject({
  id: z.uuid(),
  projectId: z.uuid(),
  /** The first card of the shared branch; null: the link shows no branch. */
  generationId: z.uuid().nullable(),
  /** The shared frame; null: the link shows no frame. While the frame is removed, the link shows nothing. */
  frameId: z.uuid().nullable(),
  /** Whether the link shows the starred images alone. */
  showsStarred: z.boolean(),
  showsPrompts: z.boolean(),
  /** What reviewers may do; each includes what stands before it. */
  grants: z.enum(linkGrants),
  /** Whether reviewers who see the prompts may copy what the link shows, with the original files, into an account of theirs. */
  allowsCopies: z.boolean(),
  /** Whether every picture has a visible mark. */
  hasWatermark: z.boolean(),
  /** Whether it is opened with a passphrase. */
  hasPassphrase: z.boolean(),
  /** Null: open until it is revoked. */
  expiresAt: time.nullable(),
  createdAt: time,
  /** The number of reviewers who gave a name. */
  visitors: z.int(),
})
export type ShareShape = z.infer<typeof shareShape>

/** Characters of a passphrase. */
const minPassphrase = 6
export const maxPassphrase = 200

export const shareBody = z
  .strictObject({
    /** The project. */
    id: uuid,
    /** A card of the project: the link shows it and everything below it. Default: the whole project. */
    generationId: uuid.nullish(),
    /** A frame of the project: the link shows the cards and notes that lie in it at the time. */
    frameId: uuid.nullish(),
    /** Shows the images that are starred at the time, and no others. */
    showsStarred: z.boolean().default(false),
    expiry: z.enum(shareExpiries),
    showsPrompts: z.boolean(),
    /** Default: `comment`, and `approve` from the first round on. */
    grants: z.enum(linkGrants).optional(),
    /** Asked for when the link is opened. Stored as passwords are: it can not be read again. */
    passphrase: text({ minimum: minPassphrase, maximum: maxPassphrase }).nullish(),
    /** False: no copies into other accounts, which have the original files. Links serve no originals otherwise. */
    allowsCopies: z.boolean().default(true),
    /** Puts a visible mark on every picture; nothing can be copied then. */
    hasWatermark: z.boolean().default(false),
  })
  .refine(
    ({ generationId, frameId, showsStarred }) =>
      [generationId != null, frameId != null, showsStarred].filter(Boolean).length <= 1,
    { path: ['generationId'], message: 'Needs a card, a frame, the starred images, or none of them.' },
  )

/** The reply to a new link: the only time that its secret leaves the server. */
export const madeShareShape = shareShape.extend({
  /** The path of the address; the secret is behind the #, which browsers do not send. */
  address: z.string(),
})
export type MadeShareShape = z.infer<typeof madeShareShape>

/** The name that a reviewer is shown by. */
export const visitorName = text({ minimum: 1, maximum: 60 })
