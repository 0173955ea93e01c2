import { and, eq } from 'drizzle-orm'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { selectGenerations } from '#server/cards/generation-rows.ts'
import type { HidingDeps } from '#server/cards/hide-models.ts'
import type { Querier } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { liesInArea } from '../../db/sql/lies-in-area.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import { outsideRefusal } from './purse-area.ts'
import { findPurse } from './purse-rows.ts'

/** The cards that lie in a purse, newest first, found by their index; null where there is no such purse. */
export async function listInPurse(
  deps: HidingDeps,
  userId: UserId,
  purseId: string,
): Promise<{ items: GenerationShape[]; seq: number } | null> {
  const purse = await findPurse(deps.db, userId, purseId)
  if (!purse) return null
  const seq = await latestSeq(deps.db, userId)
  const isInside = and(eq(generations.projectId, purse.projectId), liesInArea(purse))
  return { items: await selectGenerations(deps, userId, isInside), seq }
}

/** Whether an image lies in a purse now. */
export async function isImageInPurse(
  db: Querier,
  { userId, purseId, imageId }: { readonly userId: UserId; readonly purseId: string; readonly imageId: string },
): Promise<boolean> {
  const purse = await findPurse(db, userId, purseId)
  return purse !== null && (await outsideRefusal(db, purse, { cards: [], images: [imageId] })) === null
}
