import type { Context } from 'hono'
import { z } from 'zod'
import { openShare } from '../../features/sharing/open-share.ts'
import { readSharedFile } from '../../features/sharing/read-shared-file.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'
import { readVisitCookie } from '../visit-cookie.ts'

const ids = z.strictObject({ id: z.uuid(), imageId: z.uuid() })
const query = z.strictObject({ size: z.enum(['64', '256', '512', '1536']).default('512') })
const sizes = { '64': 64, '256': 256, '512': 512, '1536': 1_536 } as const

/** GET /api/shared/{id}/images/{imageId}/file: a picture that a link shows. Kept by no cache: a revoked link shows nothing. */
export async function serveSharedFile(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const named = ids.safeParse(c.req.param())
  if (!named.success) return errorReply({ code: 'not-found' })
  const { id, imageId } = named.data
  const share = await openShare(deps.db, id, readVisitCookie(c, id))
  if (!share) return errorReply({ code: 'not-found' })
  const asked = query.safeParse(c.req.query())
  const file = await readSharedFile(deps, share, { imageId, size: sizes[asked.data?.size ?? '64'] })
  if (!file.ok) return errorReply(file.error)
  if (!asked.success) return errorReply({ code: 'invalid', data: { issues: asked.error.issues } })
  return c.body(Uint8Array.from(file.value), 200, {
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
    'content-disposition': 'inline',
  })
}
