import { z } from 'zod'
import { keyedProviders } from '#domain/models/providers.ts'
import { time } from '../text.ts'

export const keyedProvider = z.enum(keyedProviders)

/** The ways in which a user can use a provider. The key itself never leaves the server. */
export const modelKeyShape = z.strictObject({
  provider: keyedProvider,
  /** The last characters of the user's own key; null without one. */
  lastFour: z.string().nullable(),
  /** The result of the provider's check when the key was saved; `unknown` where a check would cost money. */
  check: z.enum(['accepted', 'unknown']).nullable(),
  savedAt: time.nullable(),
  /** Whether the operator has set a key for all users. */
  onServer: z.boolean(),
})
export type ModelKeyShape = z.infer<typeof modelKeyShape>

/** A key as it was typed or pasted: one word without spaces, as all providers' keys are. */
const modelKeyText = z
  .string()
  .trim()
  .min(8, 'A key has at least 8 characters.')
  .max(500, 'A key has at most 500 characters.')
  .regex(/^[\x21-\x7e]+$/, 'A key has only letters, digits and signs, and no spaces.')

export const saveModelKeyBody = z.strictObject({ provider: keyedProvider, key: modelKeyText })
