import { z } from 'zod'
import { uuid } from '#contract/text.ts'
import { openShare } from '../../features/sharing/open-share.ts'
import { readSharedFile } from '../../features/sharing/read-shared-file.ts'
import { readVisitCookie } from '../guards/visit-cookie.ts'
import { byVisit, reply } from '../openapi/openapi-parts.ts'
import { errorReply } from '../replies/error-reply.ts'
import { fileRoute } from './file-route.ts'

const sizes = { '64': 64, '256': 256, '512': 512, '1536': 1_536 } as const

/** Kept by no cache: a revoked link shows nothing. */
export const sharedFileRoute = fileRoute(
  {
    call: 'GET /shared/{id}/images/{imageId}/file',
    summary: 'A picture that a link shows, as WebP; never the original',
    caller: 'anyone',
    security: byVisit,
    params: z.strictObject({ id: uuid, imageId: uuid }),
    query: z.strictObject({ size: z.enum(['64', '256', '512', '1536']).default('512') }),
    replies: { 200: reply('The picture', 'image/webp') },
  },
  async (deps, c, { params: { id, imageId }, query }) => {
    const share = await openShare(deps.system, id, readVisitCookie(c, id))
    if (!share) return errorReply({ code: 'not-found' })
    const file = await readSharedFile(deps, share, { imageId, size: sizes[query.size] })
    if (!file.ok) return errorReply(file.error)
    return c.body(Uint8Array.from(file.value), 200, {
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      'content-disposition': 'inline',
    })
  },
)
