import type { Context } from 'hono'
import { z } from 'zod'
import { readImageFile } from '../../features/images/read-image-file.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'
import { knownTags, sendFile } from '../send-file.ts'

const query = z
  .strictObject({
    size: z.enum(['64', '256', '512', 'original']).default('original'),
    format: z.enum(['png', 'bare-png']).optional(),
  })
  .refine(({ size, format }) => !format || size === 'original', { message: 'Only for the original.', path: ['format'] })
const sizes = { '64': 64, '256': 256, '512': 512, original: 'original' } as const

/** GET /api/images/{id}/file: the owner's picture, for ever the same under its address and tag. */
export async function serveImageFile(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const imageId = z.uuid().safeParse(c.req.param('id'))
  if (!imageId.success) return errorReply({ code: 'not-found' })
  const asked = query.safeParse(c.req.query())
  const { size, format } = asked.data ?? { size: 'original' as const }
  const file = await readImageFile(deps, {
    userId: c.get('userId'),
    imageId: imageId.data,
    size: sizes[size],
    format: format ?? 'stored',
    known: knownTags(c),
    work: deps.work.of(c.get('userId'), c.req.raw.signal),
  })
  if (!file.ok) return errorReply(file.error)
  if (!asked.success) file.value.close?.()
  if (!asked.success) return errorReply({ code: 'invalid', data: { issues: asked.error.issues } })
  return sendFile(c, file.value)
}
