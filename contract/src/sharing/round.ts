import { z } from 'zod'
import { decisionLogKinds, maxProofs, proofDecisions, proofStates } from '#domain/sharing/round.ts'
import { text, time, uuid } from '../text.ts'

/** SHA-256 as hex. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The decision of one reviewer about a proof, as it is now. */
const decisionShape = z.strictObject({
  /** The name that the reviewer typed. */
  author: z.string(),
  decision: z.enum(proofDecisions),
  words: z.string().nullable(),
  decidedAt: time,
})

/** A numbered proof, frozen when its round was started. */
const proofShape = z.strictObject({
  /** From 1 on, in the order of the request. */
  number: z.int(),
  imageId: z.uuid(),
  /** Of the stored original at that time: an approval is of this file and no other. */
  sha256,
  /** Pixels; null: the image was deleted for good. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  averageColor: z.string().nullable(),
  /** `changes`: a reviewer asks for changes, whatever others say. */
  state: z.enum(proofStates),
})

const roundFields = {
  id: z.uuid(),
  /** From 1 on, for each link. */
  number: z.int(),
  /** SHA-256 of the numbers, images and hashes of all its proofs: an approval is bound to it as well. */
  setSha256: sha256,
  /** The date by which decisions are wanted; null: none. */
  until: time.nullable(),
  createdAt: time,
  /** Null: open, so that reviewers can decide and take decisions back. */
  closedAt: time.nullable(),
}

/** A round as its reviewers see it. */
export const sharedRoundShape = z.strictObject({
  ...roundFields,
  proofs: z.array(proofShape.extend({ decisions: z.array(decisionShape.extend({ isYours: z.boolean() })) })),
})
export type SharedRoundShape = z.infer<typeof sharedRoundShape>
export type SharedProofShape = SharedRoundShape['proofs'][number]

/** The rounds of a link for its reviewers. */
export const sharedRoundsShape = z.strictObject({
  /** Whether the link lets its reviewers decide. */
  canDecide: z.boolean(),
  /** The newest first. */
  items: z.array(sharedRoundShape),
})
export type SharedRoundsShape = z.infer<typeof sharedRoundsShape>

/** One entry of the log, which is never changed. */
const logEntryShape = decisionShape.omit({ decision: true }).extend({
  proof: z.int(),
  kind: z.enum(decisionLogKinds),
  /** The file that was decided on. */
  sha256,
})

/** A round as its owner sees it. */
export const roundShape = z.strictObject({
  ...roundFields,
  shareId: z.uuid(),
  proofs: z.array(
    proofShape.extend({
      /** The card of the image; null: it was deleted for good. */
      generationId: z.uuid().nullable(),
      decisions: z.array(decisionShape),
    }),
  ),
  /** Every decision and withdrawal, the newest first. */
  log: z.array(logEntryShape),
})
export type RoundShape = z.infer<typeof roundShape>
export type ProofShape = RoundShape['proofs'][number]

export const startRoundBody = z.strictObject({
  /** The link. */
  id: uuid,
  /** Images that the link shows, in the order of their numbers. */
  imageIds: z
    .array(uuid)
    .min(1)
    .max(maxProofs)
    .refine((ids) => new Set(ids).size === ids.length, 'Names an image twice.'),
  /** The date by which decisions are wanted: its owner is reminded a day before. */
  until: time.nullish(),
})

const number = (maximum: number) => z.coerce.number().int().min(1).max(maximum)

/** Numbers of rounds in addresses. */
export const roundNumber = number(1_000_000)

export const decisionTarget = z.strictObject({
  /** The link. */
  id: uuid,
  number: roundNumber,
  proof: number(maxProofs),
})

export const decisionBody = decisionTarget.extend({
  decision: z.enum(proofDecisions),
  words: text({ minimum: 1, maximum: 1_000 }).nullish(),
})
