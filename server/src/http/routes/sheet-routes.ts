import type { Context } from 'hono'
import { z } from 'zod'
import { readSheet } from '../../features/sheets/read-sheet.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'
import { sendFile } from '../send-file.ts'

const query = z.strictObject({ size: z.enum(['32', '64']).default('64') })
const sizes = { '32': 32, '64': 64 } as const

/** GET /api/sheets/{id}: hundreds of the owner's thumbnails in one file. */
export async function serveSheet(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const sheetId = z.uuid().safeParse(c.req.param('id'))
  if (!sheetId.success) return errorReply({ code: 'not-found' })
  const asked = query.safeParse(c.req.query())
  const size = sizes[asked.data?.size ?? '64']
  const sheet = await readSheet(deps, { userId: c.get('userId'), sheetId: sheetId.data, size })
  if (!sheet.ok) return errorReply(sheet.error)
  if (!asked.success) return errorReply({ code: 'invalid', data: { issues: asked.error.issues } })
  return sendFile(c, sheet.value)
}
