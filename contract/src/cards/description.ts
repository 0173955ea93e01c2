import { z } from 'zod'
import { editing, generating, reading } from '../call-scope.ts'
import { hundredths, plainString, text, time, uuid } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'

/** The tag of a language: `en`, `pt-BR`. */
export const languageTag = z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z\d]{1,8}){0,3}$/)

/** The description of an image, which search finds. */
export const descriptionShape = z.strictObject({
  text: z.string(),
  /** The tag of its language; null: unknown. */
  language: z.string().nullable(),
  /** The language model that wrote it, for people; null: the user. */
  languageModel: z.string().nullable(),
  createdAt: time,
})
export type DescriptionShape = z.infer<typeof descriptionShape>

export const descriptionBody = z.strictObject({
  text: text({ minimum: 1, maximum: 4_000 }),
  language: languageTag.nullish(),
  /** The `languageModel` of the reply that wrote it. */
  languageModel: plainString(200).min(1).nullish(),
})
export type DescriptionBody = z.output<typeof descriptionBody>

/** Images that are described by one request. */
const maxDescribedAtOnce = 50

export const describeImagesBody = z.strictObject({
  imageIds: z.array(uuid).min(1).max(maxDescribedAtOnce),
  /** Of the descriptions. */
  language: languageTag.default('en'),
  /** Price offered for all of them together; a request that costs more is refused. */
  price: hundredths.min(0),
})
export type DescribeImagesBody = z.output<typeof describeImagesBody>

const refusedImages = z.array(z.strictObject({ imageId: z.uuid(), message: z.string() }))
export const describeImagesReply = z.strictObject({
  /** The number of images that wait for their description now. */
  accepted: z.int(),
  refused: refusedImages,
})
export type DescribeImagesReply = z.infer<typeof describeImagesReply>

export const waitingDescriptionsShape = z.strictObject({
  waiting: z.int(),
  /** Newest first; those of the last seven days. */
  failed: refusedImages,
})
export type WaitingDescriptionsShape = z.infer<typeof waitingDescriptionsShape>

const byId = z.strictObject({ id: uuid })

/** The calls about descriptions of images. */
export const descriptionCalls = {
  describeAll: generating
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/images/describe',
      successStatus: 202,
      summary: 'Have images described by a language model, one after the other',
      description:
        'Each is stored as the description of its image, and paid, when it is there; a description that you wrote stays. Without a language model the reply is 409.',
      spec: withIdempotencyKey,
    })
    .input(describeImagesBody)
    .output(describeImagesReply),
  waitingDescriptions: reading
    .route({
      method: 'GET',
      path: '/images/describe',
      summary: 'How many images wait for their description, and which could not be described',
    })
    .output(waitingDescriptionsShape),
  endDescriptions: generating
    .route({ method: 'DELETE', path: '/images/describe', summary: 'Describe no more of the images that wait' })
    .output(z.strictObject({ ended: z.int() })),
  description: reading
    .route({
      method: 'GET',
      path: '/images/{id}/description',
      summary: 'The description of an image; null without one',
    })
    .input(byId)
    .output(descriptionShape.nullable()),
  setDescription: editing
    .route({
      method: 'PUT',
      path: '/images/{id}/description',
      summary: 'Set the description of an image, by which search finds it',
    })
    .input(descriptionBody.extend({ id: uuid }))
    .output(descriptionShape),
  removeDescription: editing
    .route({ method: 'DELETE', path: '/images/{id}/description', summary: 'Remove the description of an image' })
    .input(byId)
    .output(z.strictObject({ deleted: z.int() })),
}
