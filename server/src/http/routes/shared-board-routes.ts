import type { Context } from 'hono'
import { z } from 'zod'
import { openShare } from '../../features/sharing/open-share.ts'
import { readSharedBoard } from '../../features/sharing/read-shared-board.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'
import { linesReply } from '../lines-reply.ts'
import { readVisitCookie } from '../visit-cookie.ts'

const query = z.strictObject({})

/** GET /api/shared/{id}/board: what a link shows. */
export async function streamSharedBoard(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const id = z.uuid().safeParse(c.req.param('id'))
  const share = id.success ? await openShare(deps.db, id.data, readVisitCookie(c, id.data)) : null
  if (!share) return errorReply({ code: 'not-found' })
  const asked = query.safeParse(c.req.query())
  if (!asked.success) return errorReply({ code: 'invalid', data: { issues: asked.error.issues } })
  return linesReply(c, deps.log, (write) => readSharedBoard(deps, share, write))
}
