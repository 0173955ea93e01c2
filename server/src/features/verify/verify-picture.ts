import { sql } from 'drizzle-orm'
import type { VerificationShape } from '#contract/sharing/verify.ts'
import {
  countInliers,
  createFingerprintQuery,
  descriptorsOf,
  type FingerprintQuery,
} from '#domain/pictures/fingerprint/fingerprint.ts'
import { type Result, success } from '#domain/result.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import { imageFingerprints } from '#server/db/schema/fingerprints.ts'
import { integerArray } from '#server/db/sql/expressions.ts'
import { query } from '#server/db/sql/query.ts'
import type { Admit } from '#server/operations/admission.ts'
import { previewOfFile, type RefusedPicture } from '#server/pictures/clean-picture.ts'
import { grayOf } from '#server/pictures/fingerprint-picture.ts'
import { parseFingerprint } from '../similar-images/fingerprint-rows.ts'

/** Candidates: the stored images that share the most descriptors with a picture. */
const maxCandidates = 40

/** A proof of a round. Approved: at least one reviewer approved it, and none asked for changes. */
type ApprovalProof = { round: number; proof: number; isApproved: boolean }

const proofColumns = { round: 'number', proof: 'number', isApproved: 'boolean' } as const

/** The newest proof that meets a condition, an approved one first. */
async function findProof(db: SystemDatabase, condition: ReturnType<typeof sql>): Promise<ApprovalProof | null> {
  const { rows } = await query<ApprovalProof>(
    db,
    proofColumns,
    sql`select rounds.number as round, proofs.number as proof,
        coalesce(bool_and(decisions.decision = 'approve'), false) as "isApproved"
      from round_proofs proofs
      join review_rounds rounds on rounds.id = proofs.round_id
      left join round_decisions decisions on decisions.round_id = proofs.round_id and decisions.proof = proofs.number
      where ${condition}
      group by rounds.id, proofs.number
      order by "isApproved" desc, rounds.created_at desc
      limit 1`,
  )
  return rows[0] ?? null
}

/** Whether the file is the stored file of an image. */
async function isStoredFile(db: SystemDatabase, sha256: string): Promise<boolean> {
  const { rows } = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select id from generated_images where file_sha256 = ${sha256} limit 1`,
  )
  return rows.length > 0
}

/** Finds the image that a picture is a copy of; null where there is none. */
async function findOriginal(db: SystemDatabase, picture: FingerprintQuery): Promise<string | null> {
  const descriptors = descriptorsOf(picture)
  if (descriptors.length === 0) return null
  const array = integerArray(descriptors)
  const sharedCount = sql`(select count(*) from unnest(descriptors) descriptor where descriptor = any(${array}))`
  const rows = await db
    .select()
    .from(imageFingerprints)
    .where(sql`${imageFingerprints.descriptors} && ${array}`)
    .orderBy(sql`${sharedCount} desc`, imageFingerprints.imageId)
    .limit(maxCandidates)
  const [best] = rows
    .map((row) => ({ imageId: row.imageId, inliers: countInliers(picture, parseFingerprint(row)) }))
    .filter(({ inliers }) => inliers > 0)
    .sort((a, b) => b.inliers - a.inliers)
  return best?.imageId ?? null
}

const proofFields = (proof: ApprovalProof | null) => (proof ? { round: proof.round, proof: proof.proof } : {})
const nameOf = ({ proof, round }: ApprovalProof) => `proof ${proof} of round ${round}`

/**
 * Verifies a file against the images and proofs of this installation, without its owner or its prompt. A file that differs from an
 * approved one by a byte is not the approved one.
 */
export async function verifyPicture(
  db: SystemDatabase,
  { path, sha256, admit }: { readonly path: string; readonly sha256: string; readonly admit: Admit },
): Promise<Result<VerificationShape, RefusedPicture>> {
  const ownProof = await findProof(db, sql`proofs.sha256 = ${sha256}`)
  if (ownProof?.isApproved)
    return success({
      match: 'exact',
      approved: true,
      ...proofFields(ownProof),
      message: `This is the approved file: ${nameOf(ownProof)}.`,
    })
  if (ownProof || (await isStoredFile(db, sha256)))
    return success({
      match: 'exact',
      approved: false,
      ...proofFields(ownProof),
      message: ownProof
        ? `This is the file of ${nameOf(ownProof)}, which is not approved.`
        : 'This file comes from here. It is not the approved one: it was never a proof.',
    })
  const preview = await previewOfFile(path, admit)
  if (!preview.ok) return preview
  const imageId = await findOriginal(db, createFingerprintQuery(await grayOf(preview.value)))
  if (imageId === null)
    return success({ match: 'none', approved: false, message: 'This installation does not know this picture.' })
  const proof = await findProof(db, sql`proofs.image_id = ${imageId}`)
  return success({
    match: 'variant',
    approved: false,
    ...proofFields(proof),
    message: proof
      ? `This is not the approved one: it was made from the picture of ${nameOf(proof)}, and has been changed since.`
      : 'This is not the approved one: it was made from a picture of here, which was encoded again, resized or cropped.',
  })
}
