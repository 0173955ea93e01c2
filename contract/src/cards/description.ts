import { z } from 'zod'
import { editing, reading } from '../call-scope.ts'
import { plainString, text, time, uuid } from '../text.ts'

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

const byId = z.strictObject({ id: uuid })

/** The calls about the description of an image. */
export const descriptionCalls = {
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
