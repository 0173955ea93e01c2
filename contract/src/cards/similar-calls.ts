import { z } from 'zod'
import { reading } from '../call-scope.ts'
import { uuid } from '../text.ts'

/** Images that one call lists. */
const maxSimilar = 100

export const similarCalls = {
  similar: reading
    .route({
      method: 'GET',
      path: '/images/{id}/similar',
      summary: 'Your images that look like one of them, the nearest first',
      description: 'By what a net sees in them, their colors and their lightness. Empty where nothing is alike.',
    })
    .input(z.strictObject({ id: uuid, limit: z.coerce.number().int().min(1).max(maxSimilar).default(30) }))
    .output(
      z.strictObject({
        items: z.array(
          z.strictObject({
            imageId: z.uuid(),
            /** From 0, the same, on. */
            distance: z.number(),
          }),
        ),
      }),
    ),
}
