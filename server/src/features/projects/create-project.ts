import type { ProjectShape } from '#contract/board/project.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { projects } from '../../db/schema/projects.ts'
import { appendEvents } from '../../events/append-events.ts'
import { createOnce, type IdempotentRequest } from '../idempotency.ts'
import { type PersonLimits, projectRefusal } from '../limits/person-limits.ts'
import { projectChanged } from './project-changed.ts'
import { findProject } from './project-rows.ts'

export function createProject(
  deps: { db: UserDatabase; limits: PersonLimits; newId(): string },
  input: { userId: UserId; id?: string | undefined; title: string; idempotency: IdempotentRequest | null },
): AsyncResult<ProjectShape> {
  const { userId, title, idempotency, id = deps.newId() } = input
  return refusableTransaction<ProjectShape>(deps.db, (tx) => {
    const find = async (projectId: string): AsyncResult<ProjectShape> => {
      const project = await findProject(tx, userId, projectId)
      return project ? success(project) : failure({ code: 'not-found' })
    }
    const create = async (): AsyncResult<ProjectShape> => {
      const full = await projectRefusal(tx, userId, deps.limits.projects)
      if (full) return failure(full)
      await tx.insert(projects).values({ id, userId, title })
      await appendEvents(tx, userId, [await projectChanged(tx, userId, id)])
      return find(id)
    }
    return createOnce(tx, { userId, idempotency, id }, { create, repeat: find })
  })
}
