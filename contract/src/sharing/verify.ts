import { z } from 'zod'

/** Bytes of a file that is verified. */
export const maxVerifiedBytes = 30_000_000

/**
 * Says what an installation knows of a picture. `exact`: this very file was made or brought in here. `variant`: a picture of here, encoded
 * again, resized, or cropped by up to a fifth.
 */
export const verificationShape = z.strictObject({
  match: z.enum(['exact', 'variant', 'none']),
  /** Whether this very file is a proof that a reviewer has approved, and nobody has asked to change since. */
  approved: z.boolean(),
  /** The newest round in which the picture was a proof, and its number there. */
  round: z.int().optional(),
  proof: z.int().optional(),
  /** The same for people. */
  message: z.string(),
})
export type VerificationShape = z.infer<typeof verificationShape>
