import type { Context } from 'hono'
import { z } from 'zod'
import { signHistory } from '../../features/signed-history/sign-history.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'

/** GET /api/images/{id}/history: the owner's picture with its history inside, signed anew each time. */
export async function serveSignedHistory(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const imageId = z.uuid().safeParse(c.req.param('id'))
  if (!imageId.success) return errorReply({ code: 'not-found' })
  const signed = await signHistory(deps, { userId: c.get('userId'), imageId: imageId.data })
  if (!signed.ok) return errorReply(signed.error)
  return c.body(Uint8Array.from(signed.value), 200, {
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="generation-1.png"',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
}
