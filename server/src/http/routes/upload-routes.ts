import { z } from 'zod'
import { maxUploadBytes, uploadKinds, uploadShape } from '#contract/cards/upload.ts'
import { uuid } from '#contract/text.ts'
import { idempotencyKeyHeader } from '#contract/with-idempotency-key.ts'
import { readUploadFile } from '../../features/uploads/read-upload-file.ts'
import { storeUpload } from '../../features/uploads/store-upload.ts'
import { idempotencyOfFile } from '../guards/idempotency-key.ts'
import { fileForm, fileReplies, jsonReply } from '../openapi/openapi-parts.ts'
import { receiveFile } from '../receive/receive-file.ts'
import { errorReply } from '../replies/error-reply.ts'
import { sendFile } from '../replies/send-file.ts'
import { fileRoute } from './file-route.ts'

/** The file is in the folder for temporary files until it is stored or refused. */
export const uploadRoute = fileRoute(
  {
    call: 'POST /uploads',
    scope: 'edit',
    summary: 'Upload a picture of your own',
    description:
      'PNG, JPEG, WebP, AVIF or GIF (its first frame), detected by its content; at most 20 MB and 50 megapixels. It is encoded again: upright, in sRGB, without metadata. With `kind=mask` it is the mask of an edit, a PNG of its picture’s size whose white is what changes; it is stored black and white, and the edit only reads it.',
    query: z.strictObject({ kind: z.enum(uploadKinds).default('picture') }),
    headers: [idempotencyKeyHeader],
    body: fileForm,
    replies: { 201: jsonReply('The upload', uploadShape) },
  },
  (deps, c, { query: { kind } }) => {
    const userId = c.get('userId')
    const { admit, temporaryFiles } = deps.work.of(userId, c.req.raw.signal)
    return temporaryFiles.with(async (file) => {
      const limits = { mostBytes: maxUploadBytes, graceSeconds: deps.requestSeconds }
      const received = await receiveFile(c.req.raw, file, limits)
      if (!received.ok) return errorReply(received.error)
      const { path, sha256 } = received.value
      const idempotency = idempotencyOfFile(c, 'POST /api/uploads', {
        sha256,
        ...(kind !== 'picture' && { kind }),
      })
      if (!idempotency.ok) return errorReply(idempotency.error)
      const stored = await storeUpload(deps, { userId, path, idempotency: idempotency.value, admit, kind })
      return stored.ok ? c.json(stored.value, 201) : errorReply(stored.error)
    })
  },
)

const sizes = { '64': 64, '256': 256, '512': 512, original: 'original' } as const

/** The upload of its owner, immutable under its address and tag. */
export const uploadFileRoute = fileRoute(
  {
    call: 'GET /uploads/{id}/file',
    scope: 'read',
    summary: 'The picture of an upload: as it is stored, or a thumbnail as WebP',
    params: z.object({ id: uuid }),
    query: z.strictObject({ size: z.enum(['64', '256', '512', 'original']).default('original') }),
    replies: fileReplies('image/*'),
  },
  async (deps, c, { params, query }) => {
    const file = await readUploadFile(deps, { userId: c.get('userId'), uploadId: params.id, size: sizes[query.size] })
    return file.ok ? sendFile(c, file.value) : errorReply(file.error)
  },
)
