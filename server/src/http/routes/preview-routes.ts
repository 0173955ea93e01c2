import type { Context } from 'hono'
import { z } from 'zod'
import { findImage } from '../../features/images/find-image.ts'
import { previewKey } from '../../pictures/picture-keys.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'

/** GET /api/images/{id}/preview: what is to be seen of the owner's picture while it is being made; 204 where nothing is. */
export async function servePreview({ db, storage }: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const imageId = z.uuid().safeParse(c.req.param('id'))
  const found = imageId.success ? await findImage(db, c.get('userId'), imageId.data) : null
  if (!found) return errorReply({ code: 'not-found' })
  const bytes = await storage.get(previewKey(found.image.id, found.image.attempt))
  const headers = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }
  if (!bytes) return c.body(null, 204, headers)
  return c.body(new Uint8Array(bytes), 200, { ...headers, 'content-type': 'image/webp' })
}
