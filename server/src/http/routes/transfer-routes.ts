import { z } from 'zod'
import { projectShape } from '#contract/board/project.ts'
import { rebuildScopes } from '#contract/cards/picture-record.ts'
import { uuid } from '#contract/text.ts'
import { idempotencyKeyHeader } from '#contract/with-idempotency-key.ts'
import { slugOf } from '#domain/text/file-names.ts'
import type { Refusal } from '#server/db/refusal.ts'
import { archiveRoom } from '../../features/images/signed-original.ts'
import { isOpenProject } from '../../features/projects/project-rows.ts'
import { exportProject, exportWeight } from '../../features/transfer/export-project.ts'
import { importProject } from '../../features/transfer/import-project.ts'
import { rebuildCards } from '../../features/transfer/rebuild-cards.ts'
import { idempotencyOfFile } from '../guards/idempotency-key.ts'
import { fileForm, jsonReply, reply } from '../openapi/openapi-parts.ts'
import { receiveFile } from '../receive/receive-file.ts'
import { endingStream } from '../replies/ending-stream.ts'
import { errorReply } from '../replies/error-reply.ts'
import { withinSeconds } from '../replies/within-seconds.ts'
import { fileRoute } from './file-route.ts'

/** Streams the zip as it is read. The project's tree is held in memory for as long as that takes. */
export const projectExportRoute = fileRoute(
  {
    call: 'GET /projects/{id}/export',
    scope: 'read',
    summary: 'A project as one zip: its tree as JSON, and the original pictures',
    params: z.object({ id: uuid }),
    replies: { 200: reply('The zip', 'application/zip') },
  },
  async (deps, c, { params: { id: projectId } }) => {
    const userId = c.get('userId')
    const weight = await exportWeight(deps, userId, projectId)
    const place = await deps.work.exports.take({ owner: userId, weight, signal: c.req.raw.signal })
    const ended = new AbortController()
    const room = archiveRoom(deps.work, userId, AbortSignal.any([c.req.raw.signal, ended.signal]))
    const exported = await exportProject(deps, { userId, projectId, room }).catch((error: unknown) => {
      place.release()
      throw error
    })
    if (!exported) {
      place.release()
      return errorReply({ code: 'not-found' })
    }
    const name = encodeURIComponent(`${slugOf(exported.title)}.espalier.zip`)
    const release = () => {
      ended.abort()
      place.release()
    }
    return c.newResponse(endingStream(exported.zip, release), 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="project.espalier.zip"; filename*=UTF-8''${name}`,
      'cache-control': 'no-store',
    })
  },
)

const importTooLong: Refusal = {
  code: 'late',
  message: 'This import took too long and was ended. Look whether the project is there; if not, import it in parts.',
}

/** The zip is in the folder for temporary files meanwhile. */
export const projectImportRoute = fileRoute(
  {
    call: 'POST /projects/import',
    scope: 'edit',
    reach: 'account',
    summary: 'Import an exported project as a new one',
    description: 'Everything gets new ids; the images cost nothing. All of it is imported, or nothing.',
    headers: [idempotencyKeyHeader],
    body: fileForm,
    replies: { 201: jsonReply('The project', projectShape) },
  },
  (deps, c) => {
    const userId = c.get('userId')
    const { signal } = c.req.raw
    const mostBytes = deps.importBytes
    return deps.work.of(userId, signal).temporaryFiles.with(async (file) => {
      const received = await receiveFile(c.req.raw, file, { mostBytes, graceSeconds: deps.requestSeconds })
      if (!received.ok) return errorReply(received.error)
      const idempotency = idempotencyOfFile(c, 'POST /api/projects/import', { sha256: received.value.sha256 })
      if (!idempotency.ok) return errorReply(idempotency.error)
      // Only now: an import that is still arriving does not keep another from being processed.
      const place = await deps.work.imports.take({ owner: userId, weight: 1, signal })
      try {
        const { path } = file
        const project = await withinSeconds(deps.importSeconds, (deadline) => {
          const work = deps.work.of(userId, AbortSignal.any([signal, deadline]))
          return importProject(deps, { userId, path, mostBytes, work, idempotency: idempotency.value })
        })
        if (project === 'late') return errorReply(importTooLong)
        return project.ok ? c.json(project.value, 201) : errorReply(project.error)
      } finally {
        place.release()
      }
    })
  },
)

/** A picture at 4K with its history inside. Bytes. */
const maxPictureBytes = 60_000_000

export const rebuildRoute = fileRoute(
  {
    call: 'POST /projects/{id}/rebuild',
    scope: 'edit',
    summary: 'Rebuild the card of a picture with an Espalier record, or its whole path',
    description:
      'The picture stands on its card; the cards above it have their settings, and images that can be tried.',
    params: z.object({ id: uuid }),
    query: z.strictObject({ scope: z.enum(rebuildScopes).default('card') }),
    headers: [idempotencyKeyHeader],
    body: fileForm,
    replies: {
      201: jsonReply('The ids of the cards, the root first', z.strictObject({ ids: z.array(z.uuid()) })),
    },
    find: async ({ db }, c, { id }) => (await isOpenProject(db, c.get('userId'), id)) || null,
  },
  (deps, c, { params, query }) => {
    const userId = c.get('userId')
    const work = deps.work.of(userId, c.req.raw.signal)
    return work.temporaryFiles.with(async (file) => {
      const limits = { mostBytes: maxPictureBytes, graceSeconds: deps.requestSeconds }
      const received = await receiveFile(c.req.raw, file, limits)
      if (!received.ok) return errorReply(received.error)
      const { path } = file
      const { sha256 } = received.value
      const about = { ...params, ...query, sha256 }
      const idempotency = idempotencyOfFile(c, 'POST /api/projects/{id}/rebuild', about)
      if (!idempotency.ok) return errorReply(idempotency.error)
      const asked = {
        userId,
        projectId: params.id,
        path,
        sha256,
        scope: query.scope,
        work,
        idempotency: idempotency.value,
      }
      const made = await rebuildCards(deps, asked)
      return made.ok ? c.json(made.value, 201) : errorReply(made.error)
    })
  },
)
