import { z } from 'zod'
import { uuid } from '#contract/text.ts'
import { animatePath } from '../../features/images/animate-path.ts'
import { reply } from '../openapi/openapi-parts.ts'
import { errorReply } from '../replies/error-reply.ts'
import { fileRoute } from './file-route.ts'

export const pathRoute = fileRoute(
  {
    call: 'GET /images/{id}/path',
    scope: 'read',
    summary: 'The path of an image: the images from the root to it, as an animation',
    params: z.object({ id: uuid }),
    replies: { 200: reply('The animation', 'image/webp') },
  },
  async (deps, c, { params }) => {
    const userId = c.get('userId')
    const work = deps.work.of(userId, c.req.raw.signal)
    const file = await animatePath(deps, { userId, imageId: params.id, work })
    if (!file.ok) return errorReply(file.error)
    // Not immutable: a card on the path may be deleted or restored.
    const headers = { 'content-type': 'image/webp', 'x-content-type-options': 'nosniff', vary: 'Cookie' }
    return c.body(Uint8Array.from(file.value), 200, headers)
  },
)
