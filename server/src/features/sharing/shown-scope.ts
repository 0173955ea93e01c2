import { type SQL, sql } from 'drizzle-orm'
import { liesInArea } from '../../db/sql/lies-in-area.ts'
import type { OpenShare } from './open-share.ts'

const star = (imageId: SQL) => sql`exists (
  select from image_feedback stars where stars.image_id = ${imageId} and stars.feedback_type = 'star')`

/** The condition that there is a picture. On `images`. */
export const isFinished = sql`images.status = 'completed' and images.storage_key is not null`

/** The condition that a link shows an image of a card that it shows: a finished one, of starred images one of these. On `images`. */
export const isShownImage = ({ scope }: Pick<OpenShare, 'scope'>): SQL =>
  scope.kind === 'starred' ? sql`(${isFinished} and ${star(sql`images.id`)})` : isFinished

/**
 * The condition that a card is in the frame of a link, or has a starred image. Links to a project and to a branch have no such
 * condition: a branch is known by its tree. On `generations`.
 */
export function isInScope({ scope, projectId }: Pick<OpenShare, 'scope' | 'projectId'>): SQL {
  if (scope.kind === 'frame') {
    const area = { x: sql`frames.x`, y: sql`frames.y`, width: sql`frames.width`, height: sql`frames.height` }
    return sql`exists (
      select from frames where frames.project_id = ${projectId} and frames.id = ${scope.frameId} and ${liesInArea(area)})`
  }
  if (scope.kind !== 'starred') return sql`true`
  return sql`exists (
    select from generated_images images where images.generation_id = generations.id and ${isShownImage({ scope })})`
}

/** The parent image of a card, where the link shows it. On `generations`. */
export const shownParentImage = ({ scope }: Pick<OpenShare, 'scope'>): SQL =>
  scope.kind === 'starred'
    ? sql`case when ${star(sql`generations.parent_image_id`)} then parent_image_id end`
    : sql`parent_image_id`

/** Whether a link shows a part of a project that single changes of cards do not tell: a card may leave it without being deleted. */
export const isNarrowed = ({ scope }: Pick<OpenShare, 'scope'>): boolean =>
  scope.kind === 'frame' || scope.kind === 'starred'
