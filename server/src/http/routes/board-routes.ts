import type { Context } from 'hono'
import { z } from 'zod'
import { coordinate } from '#contract/generation.ts'
import { openPlacedProject } from '../../features/boards/place-unplaced-cards.ts'
import { readBoard } from '../../features/boards/read-board.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'
import { linesReply } from '../lines-reply.ts'

const query = z
  .strictObject({ x: z.coerce.number().pipe(coordinate).optional(), y: z.coerce.number().pipe(coordinate).optional() })
  .refine(({ x, y }) => (x === undefined) === (y === undefined), { message: 'x and y go together.', path: ['y'] })

/** GET /api/projects/{id}/board: all cards of a project in their compact form, those that are looked at first. */
export async function streamBoard(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const projectId = z.uuid().safeParse(c.req.param('id'))
  const userId = c.get('userId')
  if (!projectId.success || !(await openPlacedProject(deps.db, { userId, projectId: projectId.data })))
    return errorReply({ code: 'not-found' })
  const asked = query.safeParse(c.req.query())
  if (!asked.success) return errorReply({ code: 'invalid', data: { issues: asked.error.issues } })
  const { x, y } = asked.data
  const centre = x === undefined || y === undefined ? null : { x, y }
  return linesReply(c, deps.log, (write) => readBoard(deps, { userId, projectId: projectId.data, centre }, write))
}
