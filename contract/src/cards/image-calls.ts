import { z } from 'zod'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { bySession, editing, generating } from '../call-scope.ts'
import { uuid as id } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import { imageShape } from './image.ts'

const byId = z.strictObject({ id })
const feedback = z.strictObject({ id, feedbackType: z.enum(feedbackTypes) })

/** The calls about single images. */
export const imageCalls = {
  retry: generating
    .route({
      method: 'POST',
      path: '/images/{id}/retry',
      successStatus: 202,
      summary: 'Retry a failed image',
      spec: withIdempotencyKey,
    })
    .input(byId)
    .output(imageShape),
  show: bySession
    .route({ method: 'POST', path: '/images/{id}/show', summary: 'Show an image that the safety filter hides' })
    .input(byId)
    .output(imageShape),
  giveFeedback: editing
    .route({ method: 'PUT', path: '/images/{id}/feedback/{feedbackType}', summary: 'Like, star or dislike' })
    .input(feedback)
    .output(imageShape),
  removeFeedback: editing
    .route({ method: 'DELETE', path: '/images/{id}/feedback/{feedbackType}', summary: 'Remove feedback' })
    .input(feedback)
    .output(imageShape),
}
