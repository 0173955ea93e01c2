import type { Context } from 'hono'
import { z } from 'zod'
import { largestUploadBytes } from '#contract/upload.ts'
import { readUploadFile } from '../../features/uploads/read-upload-file.ts'
import { storeUpload } from '../../features/uploads/store-upload.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { receiveFile } from '../receive-file.ts'
import { sendFile } from '../send-file.ts'

/** POST /api/uploads: takes a picture in. It is in the folder for temporary files until it is stored or refused. */
export function takeUpload(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const userId = c.get('userId')
  const { admit, temporaryFiles } = deps.work.of(userId, c.req.raw.signal)
  return temporaryFiles.with(async (file) => {
    const limits = { mostBytes: largestUploadBytes, graceSeconds: deps.requestSeconds }
    const received = await receiveFile(c.req.raw, file, limits)
    if (!received.ok) return errorReply(received.error)
    const { path, sha256 } = received.value
    const idempotency = readIdempotencyKey(c.req.header('idempotency-key'), 'POST /api/uploads', { sha256 })
    if (!idempotency.ok) return errorReply(idempotency.error)
    const stored = await storeUpload(deps, { userId, path, idempotency: idempotency.value, admit })
    return stored.ok ? c.json(stored.value, 201) : errorReply(stored.error)
  })
}

const query = z.strictObject({ size: z.enum(['64', '256', '512', 'original']).default('original') })
const sizes = { '64': 64, '256': 256, '512': 512, original: 'original' } as const

/** GET /api/uploads/{id}/file: the owner's picture, for ever the same under its address and tag. */
export async function serveUploadFile(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const uploadId = z.uuid().safeParse(c.req.param('id'))
  if (!uploadId.success) return errorReply({ code: 'not-found' })
  const asked = query.safeParse(c.req.query())
  const size = sizes[asked.data?.size ?? '64']
  const file = await readUploadFile(deps, { userId: c.get('userId'), uploadId: uploadId.data, size })
  if (!file.ok) return errorReply(file.error)
  if (!asked.success) return errorReply({ code: 'invalid', data: { issues: asked.error.issues } })
  return sendFile(c, file.value)
}
