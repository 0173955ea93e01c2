import { sql } from 'drizzle-orm'
import type { VerificationShape } from '#contract/sharing/verify.ts'
import { askedPicture, countAgreeing, wordsOf } from '#domain/pictures/look/same-picture.ts'
import { type Result, success } from '#domain/result.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import { imageLooks } from '#server/db/schema/looks.ts'
import { integerArray } from '#server/db/sql/expressions.ts'
import { query } from '#server/db/sql/query.ts'
import type { Admit } from '#server/operations/admission.ts'
import { previewOfFile, type RefusedPicture } from '#server/pictures/clean-picture.ts'
import { grayOf } from '#server/pictures/look-at-picture.ts'
import { traceOfRow } from '../looks/look-rows.ts'

/** Stored pictures that are compared with the one that is asked about: those with the most words in common. */
const maxCompared = 40

/** A proof of a round, and whether it is approved: somebody has approved it, and nobody has asked for changes. */
type FoundProof = { round: number; proof: number; isApproved: boolean }

const proofColumns = { round: 'number', proof: 'number', isApproved: 'boolean' } as const

/** The newest proof that meets a condition, an approved one first. */
async function findProof(db: SystemDatabase, condition: ReturnType<typeof sql>): Promise<FoundProof | null> {
  const { rows } = await query<FoundProof>(
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

/** Whether an image with exactly this file was made or brought in here. */
async function isKnownFile(db: SystemDatabase, sha256: string): Promise<boolean> {
  const { rows } = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select id from generated_images where file_sha256 = ${sha256} limit 1`,
  )
  return rows.length > 0
}

/** The image that a picture is a copy of; null where it is of none. */
async function findOriginal(db: SystemDatabase, asked: ReturnType<typeof askedPicture>): Promise<string | null> {
  const words = wordsOf(asked)
  if (words.length === 0) return null
  const array = integerArray(words)
  const common = sql<number>`(select count(*) from unnest(words) word where word = any(${array}))`
  const rows = await db
    .select()
    .from(imageLooks)
    .where(sql`${imageLooks.words} && ${array}`)
    .orderBy(sql`${common} desc`, imageLooks.imageId)
    .limit(maxCompared)
  const [best] = rows
    .map((row) => ({ imageId: row.imageId, agreeing: countAgreeing(asked, traceOfRow(row)) }))
    .filter(({ agreeing }) => agreeing > 0)
    .sort((a, b) => b.agreeing - a.agreeing)
  return best?.imageId ?? null
}

const ofProof = (proof: FoundProof | null) => (proof ? { round: proof.round, proof: proof.proof } : {})
const nameOf = ({ proof, round }: FoundProof) => `proof ${proof} of round ${round}`

/**
 * Says what this installation knows of a file, without a word of whose it is or how it was made. A file that differs from an approved one by
 * a byte is not the approved one.
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
      ...ofProof(ownProof),
      message: `This is the approved file: ${nameOf(ownProof)}.`,
    })
  if (ownProof || (await isKnownFile(db, sha256)))
    return success({
      match: 'exact',
      approved: false,
      ...ofProof(ownProof),
      message: ownProof
        ? `This is the file of ${nameOf(ownProof)}, which is not approved.`
        : 'This file comes from here. It is not the approved one: it was never a proof.',
    })
  const preview = await previewOfFile(path, admit)
  if (!preview.ok) return preview
  const imageId = await findOriginal(db, askedPicture(await grayOf(preview.value)))
  if (imageId === null)
    return success({ match: 'none', approved: false, message: 'This installation does not know this picture.' })
  const proof = await findProof(db, sql`proofs.image_id = ${imageId}`)
  return success({
    match: 'variant',
    approved: false,
    ...ofProof(proof),
    message: proof
      ? `This is not the approved one: it was made from the picture of ${nameOf(proof)}, and has been changed since.`
      : 'This is not the approved one: it was made from a picture of here, which was encoded again, resized or cropped.',
  })
}
