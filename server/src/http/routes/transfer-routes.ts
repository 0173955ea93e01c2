import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import { rebuildScopes } from '#contract/picture-record.ts'
import { slugOf } from '#domain/text/file-names.ts'
import { isOpenProject } from '../../features/projects/project-rows.ts'
import { exportProject } from '../../features/transfer/export-project.ts'
import { importProject } from '../../features/transfer/import-project.ts'
import { rebuildCards } from '../../features/transfer/rebuild-cards.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'
import { receiveFile } from '../receive-file.ts'
import { withTemporaryFile } from '../temporary-files.ts'

/** GET /api/projects/{id}/export: a project as one zip, as it is read. */
export async function streamProject(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const id = z.uuid().safeParse(c.req.param('id'))
  const exported = id.success ? await exportProject(deps, { userId: c.get('userId'), projectId: id.data }) : null
  if (!exported) return errorReply({ code: 'not-found' })
  const name = encodeURIComponent(`${slugOf(exported.title)}.espalier.zip`)
  return c.newResponse(exported.zip, 200, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="project.espalier.zip"; filename*=UTF-8''${name}`,
    'cache-control': 'no-store',
  })
}

/** Imports that this process works on at a time: each opens pictures, and the others are to get their turn. */
const mostImports = 2
const importing = new Set<string>()

/** POST /api/projects/import: an exported project as a new one. The zip lies in the folder for temporary files meanwhile. */
export async function takeProject(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const userId = c.get('userId')
  if (importing.has(userId))
    return errorReply({ code: 'rate-limited', message: 'Another project is being imported. Wait for it first.' })
  if (importing.size >= mostImports)
    return errorReply({ code: 'unavailable', message: 'Others import projects right now. Try again in a moment.' })
  importing.add(userId)
  const mostBytes = deps.importBytes
  try {
    return await withTemporaryFile(async (path) => {
      const received = await receiveFile(c.req.raw, { path, mostBytes })
      if (!received.ok) return errorReply(received.error)
      const project = await importProject(deps, { userId, path, mostBytes })
      return project.ok ? c.json(project.value, 201) : errorReply(project.error)
    })
  } finally {
    importing.delete(userId)
  }
}

/** A picture at 4K with its history inside. Bytes. */
const largestPictureBytes = 60_000_000
const rebuildQuery = z.strictObject({ scope: z.enum(rebuildScopes).default('card') })

/** POST /api/projects/{id}/rebuild: the card of a picture that carries our record, or the branch that led to it. */
export async function takeRebuild(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const userId = c.get('userId')
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success || !(await isOpenProject(deps.db, userId, id.data))) return errorReply({ code: 'not-found' })
  const asked = rebuildQuery.safeParse(c.req.query())
  if (!asked.success) return errorReply({ code: 'invalid', data: { issues: asked.error.issues } })
  return withTemporaryFile(async (path) => {
    const received = await receiveFile(c.req.raw, { path, mostBytes: largestPictureBytes })
    if (!received.ok) return errorReply(received.error)
    const bytes = await readFile(path)
    const made = await rebuildCards(deps, { userId, projectId: id.data, bytes, scope: asked.data.scope })
    return made.ok ? c.json(made.value, 201) : errorReply(made.error)
  })
}
