import { and, eq, isNull } from 'drizzle-orm'
import type { Point } from '#domain/geometry/rect.ts'
import { avoidOverlap } from '#domain/layout/avoid-overlap.ts'
import { type CardPlace, cardRect } from '#domain/layout/card.ts'
import { placeBranch } from '#domain/layout/place-branch.ts'
import { placeRoot } from '#domain/layout/place-root.ts'
import type { Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { lockProject } from '../projects/lock-project.ts'

/** The requested place of a card, and its parent. */
export type WantedPlace = {
  readonly wanted: Point | null
  readonly parent: (Point & { readonly generationId: string }) | null
}

/** The places of a project's cards, except those in its trash. */
export const livePlaces = (tx: Transaction, projectId: string): Promise<CardPlace[]> =>
  tx
    .select({ x: generations.canvasX, y: generations.canvasY, isCollapsed: generations.isCollapsed })
    .from(generations)
    .where(and(eq(generations.projectId, projectId), isNull(generations.deletedAt)))

/**
 * Places a new card where it overlaps nothing. Locks the project, so that two new cards never get the same place. Null when the
 * parent was deleted meanwhile.
 */
export async function placeGeneration(tx: Transaction, projectId: string, place: WantedPlace): Promise<Point | null> {
  await lockProject(tx, projectId)
  const rows = await tx
    .select({
      id: generations.id,
      x: generations.canvasX,
      y: generations.canvasY,
      isCollapsed: generations.isCollapsed,
      parentId: generations.parentGenerationId,
    })
    .from(generations)
    .where(and(eq(generations.projectId, projectId), isNull(generations.deletedAt)))
  const cards: readonly CardPlace[] = rows
  const { parent } = place
  if (parent && !rows.some((row) => row.id === parent.generationId)) return null
  if (place.wanted) return avoidOverlap(cardRect({ ...place.wanted, isCollapsed: false }), cards.map(cardRect))
  if (!parent) return placeRoot(cards)
  const children = rows.filter((row) => row.parentId === parent.generationId)
  return placeBranch(parent, children, cards)
}
