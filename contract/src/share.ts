import { z } from 'zod'
import { shareExpiries } from '#domain/sharing/share-expiry.ts'
import { text, time } from './text.ts'

/** A link for review, as its owner sees it. The address itself is returned once, when it is made. */
export const shareShape = z.strictObject({
  id: z.uuid(),
  projectId: z.uuid(),
  /** The card at the top of the branch; null: the whole project. */
  generationId: z.uuid().nullable(),
  showsPrompts: z.boolean(),
  /** Null: it is open until it is revoked. */
  expiresAt: time.nullable(),
  createdAt: time,
  /** People who have given a name. */
  visitors: z.int(),
})
export type ShareShape = z.infer<typeof shareShape>

export const shareBody = z.strictObject({
  /** The project. */
  id: z.uuid(),
  /** A card of the project: the link shows it and everything below it. Left out: the whole project. */
  generationId: z.uuid().nullish(),
  expiry: z.enum(shareExpiries),
  showsPrompts: z.boolean(),
})

/** What a new link answers: the only time that its secret leaves the server. */
export const madeShareShape = shareShape.extend({
  /** The address from the first slash on; the secret stands behind the #, which browsers do not send. */
  address: z.string(),
})
export type MadeShareShape = z.infer<typeof madeShareShape>

/** What visitors are called by the others. */
export const visitorName = text({ minimum: 1, maximum: 60 })
