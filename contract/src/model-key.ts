import { z } from 'zod'
import { keyedProviders } from '#domain/models/provider-keys.ts'
import { time } from './text.ts'

export const keyedProvider = z.enum(keyedProviders)

/** How a provider is opened for one person. The key itself never leaves the server. */
export const modelKeyShape = z.strictObject({
  provider: keyedProvider,
  /** Of the person's own key; null without one. */
  lastFour: z.string().nullable(),
  /** What the provider said of it when it was saved; `unknown` where it can't be asked for nothing. */
  check: z.enum(['accepted', 'unknown']).nullable(),
  savedAt: time.nullable(),
  /** Whether the operator has set one for all users. */
  onServer: z.boolean(),
})
export type ModelKeyShape = z.infer<typeof modelKeyShape>

/** A key as it is typed in or pasted: one word without spaces, as every provider's is. */
export const modelKeyText = z
  .string()
  .trim()
  .min(8, 'A key has at least 8 characters.')
  .max(500, 'A key has at most 500 characters.')
  .regex(/^[\x21-\x7e]+$/, 'A key has only letters, digits and signs, and no spaces.')

export const saveModelKeyBody = z.strictObject({ provider: keyedProvider, key: modelKeyText })
