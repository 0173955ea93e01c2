import { and, eq, isNull } from 'drizzle-orm'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { avoidOverlap } from '#domain/layout/avoid-overlap.ts'
import { cardRect } from '#domain/layout/card.ts'
import { placeBranch } from '#domain/layout/place-branch.ts'
import { placeRoot } from '#domain/layout/place-root.ts'
import { takenSpace } from '#domain/layout/taken-space.ts'
import type { Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { notesOf } from '../boards/board-items.ts'
import { lockProject } from '../projects/lock-project.ts'

/** The requested place of a card, and its parent. */
export type WantedPlace = {
  readonly wanted: Point | null
  readonly parent: (Point & { readonly generationId: string }) | null
}

/** The space that a project's cards, except those in its trash, and its notes take. */
export async function spaceOf(tx: Transaction, projectId: string): Promise<Rect[]> {
  const cards = await tx
    .select({ x: generations.canvasX, y: generations.canvasY, isCollapsed: generations.isCollapsed })
    .from(generations)
    .where(and(eq(generations.projectId, projectId), isNull(generations.deletedAt)))
  return takenSpace(cards, await notesOf(tx, projectId))
}

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
  const { parent } = place
  if (parent && !rows.some((row) => row.id === parent.generationId)) return null
  const taken = takenSpace(rows, await notesOf(tx, projectId))
  if (place.wanted) return avoidOverlap(cardRect({ ...place.wanted, isCollapsed: false }), taken)
  if (!parent) return placeRoot(taken)
  const children = rows.filter((row) => row.parentId === parent.generationId)
  return placeBranch(parent, children, taken)
}
