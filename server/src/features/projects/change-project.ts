import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ProjectShape } from '#contract/board/project.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { projects } from '../../db/schema/projects.ts'
import { appendEvents } from '../../events/append-events.ts'
import { isRestorable } from '../trash/expired.ts'
import { projectChanged } from './project-changed.ts'
import { findProject } from './project-rows.ts'

type ProjectInput = { readonly userId: UserId; readonly projectId: string }

const ownedBy = ({ userId, projectId }: ProjectInput) => and(eq(projects.id, projectId), eq(projects.userId, userId))

async function announce(tx: Transaction, { userId, projectId }: ProjectInput): Promise<ProjectShape | null> {
  await appendEvents(tx, userId, [await projectChanged(tx, userId, projectId)])
  return findProject(tx, userId, projectId)
}

export function renameProject(db: UserDatabase, input: ProjectInput & { title: string }): AsyncResult<ProjectShape> {
  return refusableTransaction(db, async (tx) => {
    await tx
      .update(projects)
      .set({ title: input.title, updatedAt: sql`now()` })
      .where(and(ownedBy(input), isNull(projects.deletedAt)))
    const project = await findProject(tx, input.userId, input.projectId)
    if (!project) return failure({ code: 'not-found' })
    await announce(tx, input)
    return success(project)
  })
}

/** Moves a project to the trash; its images and running jobs are untouched. */
export function removeProject(db: UserDatabase, input: ProjectInput): AsyncResult<{ deleted: number; ids: string[] }> {
  return refusableTransaction(db, async (tx) => {
    const removed = await tx
      .update(projects)
      .set({ deletedAt: sql`now()` })
      .where(and(ownedBy(input), isNull(projects.deletedAt)))
      .returning({ id: projects.id })
    if (removed.length === 0) return failure({ code: 'not-found' })
    await announce(tx, input)
    return success({ deleted: 1, ids: [input.projectId] })
  })
}

/** Takes a project out of the trash; `not-found` after 30 days, when its removal may have begun. */
export function restoreProject(db: UserDatabase, input: ProjectInput): AsyncResult<ProjectShape> {
  return refusableTransaction(db, async (tx) => {
    const restored = await tx
      .update(projects)
      .set({ deletedAt: null })
      .where(and(ownedBy(input), isNotNull(projects.deletedAt), isRestorable(sql`${projects.deletedAt}`)))
      .returning({ id: projects.id })
    const project = await findProject(tx, input.userId, input.projectId)
    if (!project) return failure({ code: 'not-found' })
    if (restored.length > 0) await announce(tx, input)
    return success(project)
  })
}
