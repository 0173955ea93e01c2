import { and, eq } from 'drizzle-orm'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { apiTokens } from '../../db/schema/api-tokens.ts'
import { projects } from '../../db/schema/projects.ts'
import { appendEvents } from '../../events/append-events.ts'
import { projectRefusal } from '../../features/limits/person-limits.ts'
import { projectChanged } from '../../features/projects/project-changed.ts'
import { isOpenProject } from '../../features/projects/project-rows.ts'
import type { AgentCaller } from '../agent-tool.ts'

/**
 * The project for the images of a program that names none: its token's one project, else one of its own, which is made with its first
 * image and again when its person has deleted it.
 */
export async function imagesProject({ deps, userId, token }: AgentCaller): AsyncResult<string> {
  if (token.projectId !== null) return success(token.projectId)
  return refusableTransaction<string>(deps.db, async (tx) => {
    const isToken = and(eq(apiTokens.id, token.id), eq(apiTokens.userId, userId))
    // Locked: two first images make one project.
    const [row] = await tx.select().from(apiTokens).where(isToken).for('update')
    if (!row) return failure({ code: 'unauthenticated' })
    const { imagesProjectId } = row
    if (imagesProjectId !== null && (await isOpenProject(tx, userId, imagesProjectId))) return success(imagesProjectId)
    const full = await projectRefusal(tx, userId, deps.limits.projects)
    if (full) return failure(full)
    const id = deps.newId()
    await tx.insert(projects).values({ id, userId, title: `Images of ${row.name}` })
    await tx.update(apiTokens).set({ imagesProjectId: id }).where(isToken)
    await appendEvents(tx, userId, [await projectChanged(tx, userId, id)])
    return success(id)
  })
}
