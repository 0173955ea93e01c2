import { z } from 'zod'
import { generating, reading } from '../call-scope.ts'
import { languageTag } from '../cards/description.ts'
import { hundredths, text, uuid } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'

const languageModel = {
  /** Who wrote it, for people: 'claude-sonnet-5 (Anthropic)'. */
  languageModel: z.string(),
  /** 0: free, as with the user's own key. */
  price: hundredths,
}

const improveBody = z.strictObject({
  prompt: text({ minimum: 1, maximum: 4_000 }),
  /** The display name or value of the model that the prompt is for. */
  model: z.string().min(1).max(100),
  projectId: uuid.nullish(),
})

const describeBody = z.strictObject({
  id: uuid,
  /** Of the description, by its tag: `en`, `pt-BR`. */
  language: languageTag.default('en'),
})

/** The language model that would answer the user now, and the price of a call. */
export const languageOfferShape = z.strictObject({
  /** For people, 'claude-sonnet-5 (Anthropic)'; null: there is none. */
  languageModel: z.string().nullable(),
  /** Of one prompt or one description; 0: free, as with the user's own key. */
  price: hundredths,
  /** Left out where it is not known, as of servers with OpenAI's chat calls. */
  seesPictures: z.literal(true).exactOptional(),
})
export type LanguageOfferShape = z.infer<typeof languageOfferShape>

/** The calls that a language model answers. */
export const promptCalls = {
  languageModel: reading
    .meta({ caller: 'account' })
    .route({
      method: 'GET',
      path: '/prompts/language-model',
      summary: 'The language model that would answer you now, and what one prompt or description costs',
    })
    .output(languageOfferShape),
  improve: generating
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/prompts/improve',
      summary: 'Improve a prompt by a language model, for the model that it is meant for',
      description:
        'Changes nothing: send the words as the prompt of a generation, and what was written as `improvedFrom`. Without a language model the reply is 409.',
      spec: withIdempotencyKey,
    })
    .input(improveBody)
    .output(z.strictObject({ prompt: z.string(), ...languageModel })),
}

/** The call of an image that a language model answers. */
export const describeImageCall = generating
  .meta({ caller: 'account' })
  .route({
    method: 'POST',
    path: '/images/{id}/describe',
    summary: 'Describe an image by a language model that sees pictures',
    description: 'Changes nothing. Without a language model the reply is 409.',
    spec: withIdempotencyKey,
  })
  .input(describeBody)
  .output(z.strictObject({ description: z.string(), ...languageModel }))
