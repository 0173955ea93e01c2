import { z } from 'zod'
import { uuid } from '#contract/text.ts'
import { findSubject } from '../../features/edits/find-subject.ts'
import { readImageFile } from '../../features/images/read-image-file.ts'
import { isImageInPurse } from '../../features/purses/list-in-purse.ts'
import { fileReplies } from '../openapi/openapi-parts.ts'
import { errorReply } from '../replies/error-reply.ts'
import { knownTags, sendFile } from '../replies/send-file.ts'
import { fileRoute } from './file-route.ts'

const sizes = { '64': 64, '256': 256, '512': 512, original: 'original' } as const

/** The image of its owner, immutable under its address and tag; without metadata while a race hides its model. */
export const imageFileRoute = fileRoute(
  {
    call: 'GET /images/{id}/file',
    scope: 'read',
    purse: 'kept',
    summary: 'The picture: original, as PNG, or a thumbnail as WebP; blurred while the safety filter hides it',
    params: z.object({ id: uuid }),
    query: z
      .strictObject({
        size: z.enum(['64', '256', '512', 'original']).default('original'),
        format: z.enum(['png', 'bare-png']).optional(),
        sensitive: z.enum(['blurred', 'as-it-is']).default('blurred'),
      })
      .refine(({ size, format }) => !format || size === 'original', {
        message: 'Only for the original.',
        path: ['format'],
      }),
    replies: fileReplies('image/*'),
  },
  async (deps, c, { params, query: { size, format, sensitive } }) => {
    const userId = c.get('userId')
    const purseId = c.get('token')?.purseId ?? null
    if (purseId !== null && !(await isImageInPurse(deps.db, { userId, purseId, imageId: params.id })))
      return errorReply({ code: 'not-found' })
    const file = await readImageFile(deps, {
      userId,
      imageId: params.id,
      size: sizes[size],
      format: format ?? 'stored',
      sensitive,
      known: knownTags(c),
      work: deps.work.of(userId, c.req.raw.signal),
    })
    return file.ok ? sendFile(c, file.value) : errorReply(file.error)
  },
)

/** The subject of an image of its owner, as a mask. Takes some seconds; ended where the client leaves. */
export const subjectRoute = fileRoute(
  {
    call: 'GET /images/{id}/subject',
    summary: 'The subject of a picture as a mask: PNG, white where it is, at most 1024 pixels a side',
    description: 'Found by an installed tool of this machine; 422 with what would enable it where there is none.',
    params: z.object({ id: uuid }),
    replies: fileReplies('image/png'),
  },
  async (deps, c, { params }) => {
    const userId = c.get('userId')
    const { signal } = c.req.raw
    const turn = deps.work.tools.for(userId, signal)
    const { admit } = deps.work.of(userId, signal)
    const file = await findSubject(deps, { userId, imageId: params.id, turn, admit, signal })
    return file.ok ? sendFile(c, file.value) : errorReply(file.error)
  },
)
