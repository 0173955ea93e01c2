import { z } from 'zod'
import { sharedBoardHeader, sharedCardShape } from '#contract/sharing/shared-board.ts'
import { uuid } from '#contract/text.ts'
import { openShare } from '../../features/sharing/open-share.ts'
import { readSharedBoard } from '../../features/sharing/read-shared-board.ts'
import { readVisitCookie } from '../guards/visit-cookie.ts'
import { byVisit, linesOf } from '../openapi/openapi-parts.ts'
import { linesReply } from '../replies/lines-reply.ts'
import { fileRoute } from './file-route.ts'

export const sharedBoardRoute = fileRoute(
  {
    call: 'GET /shared/{id}/board',
    summary: 'What a link shows, as lines of JSON',
    description: 'The first line is the header, each other a list of cards, in the order of their creation.',
    caller: 'anyone',
    security: byVisit,
    params: z.object({ id: uuid }),
    query: z.strictObject({}),
    replies: { 200: linesOf(sharedBoardHeader, z.array(sharedCardShape)) },
    find: ({ system }, c, { id }) => openShare(system, id, readVisitCookie(c, id)),
  },
  (deps, c, { found: share }) => linesReply(c, deps, (write) => readSharedBoard(deps, share, write)),
)
