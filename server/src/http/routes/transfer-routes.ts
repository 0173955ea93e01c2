import type { Context } from 'hono'
import { z } from 'zod'
import { rebuildScopes } from '#contract/picture-record.ts'
import { slugOf } from '#domain/text/file-names.ts'
import { isOpenProject } from '../../features/projects/project-rows.ts'
import { exportProject, exportWeight } from '../../features/transfer/export-project.ts'
import { importProject } from '../../features/transfer/import-project.ts'
import { rebuildCards } from '../../features/transfer/rebuild-cards.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { endingStream } from '../ending-stream.ts'
import { errorReply } from '../error-reply.ts'
import { receiveFile } from '../receive-file.ts'

/** GET /api/projects/{id}/export: a project as one zip, as it is read. Its tree is held for as long as that takes. */
export async function streamProject(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const userId = c.get('userId')
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) return errorReply({ code: 'not-found' })
  const projectId = id.data
  const weight = await exportWeight(deps, userId, projectId)
  const place = await deps.work.exports.take({ owner: userId, weight, signal: c.req.raw.signal })
  const exported = await exportProject(deps, { userId, projectId }).catch((error: unknown) => {
    place.release()
    throw error
  })
  if (!exported) {
    place.release()
    return errorReply({ code: 'not-found' })
  }
  const name = encodeURIComponent(`${slugOf(exported.title)}.espalier.zip`)
  return c.newResponse(endingStream(exported.zip, place.release), 200, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="project.espalier.zip"; filename*=UTF-8''${name}`,
    'cache-control': 'no-store',
  })
}

/** POST /api/projects/import: an exported project as a new one. The zip is in the folder for temporary files meanwhile. */
export async function takeProject(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const userId = c.get('userId')
  const { signal } = c.req.raw
  const work = deps.work.of(userId, signal)
  const mostBytes = deps.importBytes
  return work.temporaryFiles.with(async (file) => {
    const received = await receiveFile(c.req.raw, file, { mostBytes, graceSeconds: deps.requestSeconds })
    if (!received.ok) return errorReply(received.error)
    // Only now: an import that is still arriving keeps no other from being worked on.
    const place = await deps.work.imports.take({ owner: userId, weight: 1, signal })
    try {
      const project = await importProject(deps, { userId, path: file.path, mostBytes, work })
      return project.ok ? c.json(project.value, 201) : errorReply(project.error)
    } finally {
      place.release()
    }
  })
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
  const work = deps.work.of(userId, c.req.raw.signal)
  return work.temporaryFiles.with(async (file) => {
    const limits = { mostBytes: largestPictureBytes, graceSeconds: deps.requestSeconds }
    const received = await receiveFile(c.req.raw, file, limits)
    if (!received.ok) return errorReply(received.error)
    const { path } = file
    const made = await rebuildCards(deps, { userId, projectId: id.data, path, scope: asked.data.scope, work })
    return made.ok ? c.json(made.value, 201) : errorReply(made.error)
  })
}
