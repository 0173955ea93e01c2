import type { Context } from 'hono'
import { z } from 'zod'
import { animatePath } from '../../features/images/animate-path.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'

/** GET /api/images/{id}/path: how the owner's picture came to be, as an animation. */
export async function servePath(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const imageId = z.uuid().safeParse(c.req.param('id'))
  if (!imageId.success) return errorReply({ code: 'not-found' })
  const file = await animatePath(deps, {
    userId: c.get('userId'),
    imageId: imageId.data,
    work: deps.work.of(c.get('userId'), c.req.raw.signal),
  })
  if (!file.ok) return errorReply(file.error)
  // Not for ever: a card on the way may be deleted or restored.
  const headers = { 'content-type': 'image/webp', 'x-content-type-options': 'nosniff', vary: 'Cookie' }
  return c.body(Uint8Array.from(file.value), 200, headers)
}
