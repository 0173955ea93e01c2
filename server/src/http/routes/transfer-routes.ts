import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from 'hono'
import { z } from 'zod'
import { exportProject } from '../../features/transfer/export-project.ts'
import { importProject } from '../../features/transfer/import-project.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'
import { receiveFile } from '../receive-file.ts'

/** GET /api/projects/{id}/export: a project as one zip, as it is read. */
export async function streamProject(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const id = z.uuid().safeParse(c.req.param('id'))
  const zip = id.success ? await exportProject(deps, { userId: c.get('userId'), projectId: id.data }) : null
  if (!zip) return errorReply({ code: 'not-found' })
  return c.newResponse(zip, 200, {
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="project.espalier.zip"',
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
  const path = join(tmpdir(), `espalier-import-${randomUUID()}`)
  const mostBytes = deps.importBytes
  try {
    const received = await receiveFile(c.req.raw, { path, mostBytes })
    if (!received.ok) return errorReply(received.error)
    const project = await importProject(deps, { userId, path, mostBytes })
    return project.ok ? c.json(project.value, 201) : errorReply(project.error)
  } finally {
    importing.delete(userId)
    await rm(path, { force: true })
  }
}
