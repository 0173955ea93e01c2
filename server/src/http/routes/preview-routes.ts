import { z } from 'zod'
import { uuid } from '#contract/text.ts'
import { findImage } from '#server/cards/find-image.ts'
import { readDigitalSource } from '../../features/provenance/digital-source.ts'
import { previewKey } from '../../pictures/picture-keys.ts'
import { markPicture } from '../../pictures/picture-record.ts'
import { reply } from '../openapi/openapi-parts.ts'
import { fileRoute } from './file-route.ts'

export const previewRoute = fileRoute(
  {
    call: 'GET /images/{id}/preview',
    scope: 'read',
    summary: 'The preview of an image while it is generated',
    params: z.object({ id: uuid }),
    // Another number is another address, which a browser loads again.
    query: z.object({
      v: z
        .unknown()
        .optional()
        .meta({ type: 'integer', description: 'Any number: distinguishes a newer preview from an older one' }),
    }),
    replies: { 200: reply('The preview', 'image/webp'), 204: reply('There is no preview yet') },
    find: ({ db }, c, { id }) => findImage(db, c.get('userId'), id),
  },
  async ({ db, registry, storage, fileSigner }, c, { found }) => {
    const bytes = await storage.get(previewKey(found.image.id, found.image.attempt))
    const headers = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }
    if (!bytes) return c.body(null, 204, headers)
    const source = await readDigitalSource({ db, registry }, found.image.id)
    const signed = await fileSigner.sign(await markPicture(bytes, source), source)
    return c.body(new Uint8Array(signed), 200, { ...headers, 'content-type': 'image/webp' })
  },
)
