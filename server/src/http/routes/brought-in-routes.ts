import { z } from 'zod'
import { bringInForm, broughtInShape } from '#contract/cards/brought-in.ts'
import { uuid } from '#contract/text.ts'
import { idempotencyKeyHeader } from '#contract/with-idempotency-key.ts'
import { maxBroughtIn } from '#domain/generation/origin.ts'
import { bringFiles } from '../../features/brought-in/bring-files.ts'
import { isOpenProject } from '../../features/projects/project-rows.ts'
import { readKeyOrId } from '../guards/idempotency-key.ts'
import { jsonReply } from '../openapi/openapi-parts.ts'
import { broughtInForm, withReceivedPictures } from '../receive/receive-pictures.ts'
import { errorReply } from '../replies/error-reply.ts'
import { fileRoute } from './file-route.ts'

const body = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        properties: {
          picture: {
            type: 'array' as const,
            minItems: 1,
            maxItems: maxBroughtIn,
            items: { type: 'string' as const, contentMediaType: 'application/octet-stream' },
          },
          cardId: {
            type: 'string' as const,
            format: 'uuid',
            description: 'The id of the first card, a UUIDv7, in place of an Idempotency-Key.',
          },
          canvasX: { type: 'number' as const },
          canvasY: { type: 'number' as const },
          asCards: { type: 'string' as const, enum: ['one-each', 'together'], default: 'one-each' },
        },
        required: ['picture'],
      },
    },
  },
}

/** The files are in the folder for temporary files until they are stored or refused. */
export const bringInRoute = fileRoute(
  {
    call: 'POST /projects/{id}/pictures',
    scope: 'edit',
    summary: 'Put pictures of your own on a canvas',
    description:
      'Up to 50 files of at most 20 MB and 50 megapixels: PNG, JPEG, WebP, AVIF or GIF, detected by their content, each encoded again without metadata. Their cards have no model and no price, and the names of the files as prompts. `together`: four files a card. A file that can not be used is listed under `refused`; the others come in.',
    params: z.object({ id: uuid }),
    headers: [idempotencyKeyHeader],
    body,
    replies: { 201: jsonReply('The new cards, and the files that were refused', broughtInShape) },
    find: async ({ db }, c, { id }) => (await isOpenProject(db, c.get('userId'), id)) || null,
  },
  async (deps, c, { params: { id: projectId } }) => {
    const userId = c.get('userId')
    const work = deps.work.of(userId, c.req.raw.signal)
    const { temporaryFiles } = work
    const input = { request: c.req.raw, form: broughtInForm, temporaryFiles, graceSeconds: deps.requestSeconds }
    const broughtIn = await withReceivedPictures(input, async ({ fields, files }) => {
      const form = bringInForm.safeParse(fields)
      if (!form.success) return { ok: false, error: { code: 'invalid', data: { issues: form.error.issues } } }
      const about = { projectId, ...form.data, files: files.map(({ name, sha256 }) => [name, sha256]) }
      const sent = { key: c.req.header('idempotency-key'), token: c.get('token'), id: form.data.cardId }
      const idempotency = readKeyOrId(sent, 'POST /api/projects/{id}/pictures', about)
      if (!idempotency.ok) return idempotency
      return bringFiles(deps, { userId, projectId, files, form: form.data, idempotency: idempotency.value, work })
    })
    return broughtIn.ok ? c.json(broughtIn.value, 201) : errorReply(broughtIn.error)
  },
)
