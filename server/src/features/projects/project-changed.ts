import type { UserId } from '#domain/account/user-id.ts'
import type { Transaction } from '../../db/database.ts'
import type { NewEvent } from '../../events/append-events.ts'
import { findProject } from './project-rows.ts'

/** The event of a changed project, for every list of projects. */
export async function projectChanged(tx: Transaction, userId: UserId, projectId: string): Promise<NewEvent> {
  const project = await findProject(tx, userId, projectId)
  if (!project) return { name: 'project-changed', projectId, deleted: true }
  const { id, ...fields } = project
  return { name: 'project-changed', projectId: id, ...fields }
}
