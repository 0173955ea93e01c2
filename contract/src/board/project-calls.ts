import { z } from 'zod'
import { editing, editingAccount, reading } from '../call-scope.ts'
import { list } from '../list.ts'
import { uuid as id, newId } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import { latestProjectsQuery, latestProjectsReply, projectShape, projectTitle } from './project.ts'

const byId = z.strictObject({ id })
const deleted = z.strictObject({ deleted: z.int(), ids: z.array(id) })

/** The calls for projects themselves, without what is in them. */
export const projectCalls = {
  list: reading
    .route({ method: 'GET', path: '/projects', summary: 'Your projects, newest first' })
    .output(z.strictObject(list(projectShape))),
  latest: reading
    .route({
      method: 'GET',
      path: '/projects/latest',
      summary: 'Your projects with covers, edited last first, 24 a page',
    })
    .input(latestProjectsQuery)
    .output(latestProjectsReply),
  create: editingAccount
    .route({
      method: 'POST',
      path: '/projects',
      successStatus: 201,
      summary: 'Create a project',
      spec: withIdempotencyKey,
    })
    .input(z.strictObject({ id: newId, title: projectTitle }))
    .output(projectShape),
  get: reading
    .route({ method: 'GET', path: '/projects/{id}', summary: 'One project' })
    .input(byId)
    .output(projectShape),
  rename: editing
    .route({ method: 'PATCH', path: '/projects/{id}', summary: 'Rename a project' })
    .input(z.strictObject({ id, title: projectTitle }))
    .output(projectShape),
  remove: editing
    .route({ method: 'DELETE', path: '/projects/{id}', summary: 'Move a project to the trash' })
    .input(byId)
    .output(deleted),
  restore: editing
    .route({ method: 'POST', path: '/projects/{id}/restore', summary: 'Restore a project from the trash' })
    .input(byId)
    .output(projectShape),
}
