import { z } from 'zod'
import { maxFoundModels } from '#domain/models/added-providers.ts'
import { resolutions } from '#domain/models/aspect-ratio.ts'
import { modelAbilities } from '#domain/models/model.ts'
import { addedKinds } from '#domain/models/providers.ts'
import { hundredths, time, uuid } from '../text.ts'

/** A model as an added provider lists it. */
export const foundModelShape = z.strictObject({
  /** The provider's own id. */
  apiModel: z.string(),
  name: z.string(),
  description: z.string(),
  does: z.array(z.enum(modelAbilities)),
  mostImagePrompts: z.int(),
  resolutions: z.array(z.enum(resolutions)),
  /** US dollars for a picture at the smallest size; null where the provider doesn't say. */
  costUsd: z.number().nullable(),
  /** The same at the server's rate; null likewise. */
  credits: hundredths.nullable(),
  seconds: z.number().nullable(),
})
export type FoundModelShape = z.infer<typeof foundModelShape>

/** A model of an added provider, with the choices of its owner. */
export const connectionModelShape = foundModelShape.extend({
  /** The value by which it is asked for. */
  value: z.string(),
  /** Whether it can be chosen. */
  isShown: z.boolean(),
  /** Whether its provider lists it no more. */
  isGone: z.boolean(),
})
export type ConnectionModelShape = z.infer<typeof connectionModelShape>

/** The result of a test, which makes no picture. */
export const connectionCheckShape = z.strictObject({
  state: z.enum(['answers', 'refused', 'away']),
  /** The time that the answer took. */
  ms: z.int().nullable(),
  /** Why it was refused, as a sentence. */
  reason: z.string().nullable(),
  /** US dollars that are left for the key, where the provider says so. */
  leftUsd: z.number().exactOptional(),
  at: time,
})
export type ConnectionCheckShape = z.infer<typeof connectionCheckShape>

/** A provider that was added in the app. The key itself never leaves the server. */
export const connectionShape = z.strictObject({
  id: z.uuid(),
  kind: z.enum(addedKinds),
  name: z.string(),
  /** Null where it is the kind's own, and for people who may not change it. */
  baseUrl: z.string().nullable(),
  audience: z.enum(['me', 'everyone']),
  /** Whether the caller may change it: their own, or as the operator. */
  canChange: z.boolean(),
  /** The last characters of its key; null without one, and for people who may not change it. */
  lastFour: z.string().nullable(),
  check: connectionCheckShape.nullable(),
  /** For people who may not change it those that can be chosen. */
  models: z.array(connectionModelShape),
})
export type ConnectionShape = z.infer<typeof connectionShape>

const kind = z.enum(addedKinds)

/** A web address without a user, a query or a fragment. */
export const baseUrl = z
  .url({ protocol: /^https?$/, error: 'An address begins with https:// or http://.' })
  .max(300)
  .regex(/^[^@?#]*$/, 'An address has no name, password, question mark or hash in it.')

/** A key as it was pasted; empty for a server that needs none. */
export const pastedKey = z
  .string()
  .trim()
  .max(500, 'A key has at most 500 characters.')
  .regex(/^[\x21-\x7e]*$/, 'A key has only letters, digits and signs, and no spaces.')

const name = z.string().trim().min(1, 'Give it a name.').max(40, 'A name has at most 40 characters.')

/** The models that can be chosen, and the owner's facts of them where the provider doesn't. */
const modelChoice = z.strictObject({
  apiModel: z.string().trim().min(1).max(200),
  credits: hundredths.max(1_000_000).optional(),
  seconds: z.number().min(0.01).max(3_600).optional(),
})

export const lookAtProviderBody = z.strictObject({ kind, baseUrl: baseUrl.optional(), key: pastedKey })
export const lookedAtProvider = z.strictObject({
  check: connectionCheckShape,
  items: z.array(foundModelShape),
})

export const addConnectionBody = z.strictObject({
  kind,
  name,
  baseUrl: baseUrl.optional(),
  key: pastedKey,
  audience: z.enum(['me', 'everyone']),
  /** Those that can be chosen. */
  models: z.array(modelChoice).max(maxFoundModels),
})

export const connectionInput = z.strictObject({ id: uuid })
export const changeConnectionBody = connectionInput.extend({
  name: name.optional(),
  key: pastedKey.optional(),
  /** Who may use its models: changed by the operator alone. Images of others that wait for it fail, and cost nothing. */
  audience: z.enum(['me', 'everyone']).optional(),
})
export const chooseConnectionModelsBody = connectionInput.extend({
  models: z
    .array(modelChoice.extend({ isShown: z.boolean().optional() }))
    .min(1)
    .max(maxFoundModels),
})
export const removedConnection = z.strictObject({
  id: z.uuid(),
  /** Number of models that went with it. */
  models: z.int(),
})

const modelName = z.string().min(1).max(200)
export const showModelBody = z.strictObject({ model: modelName, isShown: z.boolean() })
export const shownModel = z.strictObject({ model: z.string(), isShown: z.boolean() })
export const favourModelBody = z.strictObject({ model: modelName, isFavourite: z.boolean() })
export const favouredModel = z.strictObject({ model: z.string(), isFavourite: z.boolean() })
