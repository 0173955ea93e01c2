import type { Context } from 'hono'
import { z } from 'zod'
import { signHistory } from '../../features/signed-history/sign-history.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'
import { sendFile } from '../send-file.ts'

/** GET /api/images/{id}/history: the owner's picture with its history inside, signed for each download. */
export async function serveSignedHistory(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const userId = c.get('userId')
  const imageId = z.uuid().safeParse(c.req.param('id'))
  if (!imageId.success) return errorReply({ code: 'not-found' })
  const work = deps.work.of(userId, c.req.raw.signal)
  const signed = await signHistory(deps, { userId, imageId: imageId.data, work })
  if (!signed.ok) return errorReply(signed.error)
  const reply = sendFile(c, signed.value)
  reply.headers.set('content-disposition', 'attachment; filename="generation-1.png"')
  reply.headers.set('cache-control', 'private, no-store')
  return reply
}
