import { z } from 'zod'
import { boardHeader, compactCards } from '#contract/board/compact-board.ts'
import { coordinate } from '#contract/cards/generation.ts'
import { uuid } from '#contract/text.ts'
import { openPlacedProject } from '../../features/boards/place-unplaced-cards.ts'
import { readBoard } from '../../features/boards/read-board.ts'
import { linesOf } from '../openapi/openapi-parts.ts'
import { linesReply } from '../replies/lines-reply.ts'
import { fileRoute } from './file-route.ts'

const optionalCoordinate = z.coerce.number().pipe(coordinate).optional()

export const boardRoute = fileRoute(
  {
    call: 'GET /projects/{id}/board',
    scope: 'read',
    summary: 'A project’s generations in their compact form, as lines of JSON',
    description:
      'The first line is the header, each other a list of cards: first those around the saved view or around `x` and `y`.',
    params: z.object({ id: uuid }),
    query: z
      .strictObject({ x: optionalCoordinate, y: optionalCoordinate })
      .refine(({ x, y }) => (x === undefined) === (y === undefined), { message: 'x and y go together.', path: ['y'] }),
    replies: { 200: linesOf(boardHeader, compactCards) },
    find: async ({ db }, c, { id }) =>
      (await openPlacedProject(db, { userId: c.get('userId'), projectId: id })) || null,
  },
  (deps, c, { params, query: { x, y } }) => {
    const centre = x === undefined || y === undefined ? null : { x, y }
    return linesReply(c, deps, (write) =>
      readBoard(deps, { userId: c.get('userId'), projectId: params.id, centre }, write),
    )
  },
)
