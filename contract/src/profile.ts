import { z } from 'zod'
import { type AddressNetwork, bareHandle, completeAddress, isHandle, isPageOf } from '#domain/profile/social-links.ts'
import { usernamePattern } from '#domain/profile/username.ts'
import { text } from './text.ts'

/** Somebody as they show themselves. A text that was never filled in is empty. */
export const profileShape = z.strictObject({
  firstName: z.string(),
  username: z.string(),
  bio: z.string(),
  /** Without the @. */
  instagram: z.string(),
  tiktok: z.string(),
  threads: z.string(),
  twitter: z.string(),
  /** The address of a page. */
  youtube: z.string(),
  facebook: z.string(),
  /** Null without a picture. */
  avatarUrl: z.string().nullable(),
})
export type ProfileShape = z.infer<typeof profileShape>

const handle = z
  .string()
  .transform(bareHandle)
  .refine((value) => value === '' || isHandle(value), 'Only letters, digits, “_”, “.” and “-”, at most 30.')
  .meta({ maxLength: 31 })

const longestAddress = 200

const page = (network: AddressNetwork, example: string) =>
  z
    .string()
    .max(longestAddress, `At most ${longestAddress} characters.`)
    .transform(completeAddress)
    .refine((value) => value === '' || isPageOf(network, value), `Enter an address like ${example}.`)

const username = z
  .string()
  .trim()
  .toLowerCase()
  .transform(bareHandle)
  .refine((value) => usernamePattern.test(value), 'Use 3 to 30 characters: a to z, 0 to 9, “_” and “.”.')

/** What its owner may change; what is left out stays. */
export const profileBody = z.strictObject({
  firstName: text({ minimum: 1, maximum: 100 }).optional(),
  username: username.optional(),
  bio: text({ minimum: 0, maximum: 500 }).optional(),
  instagram: handle.optional(),
  tiktok: handle.optional(),
  threads: handle.optional(),
  twitter: handle.optional(),
  youtube: page('youtube', 'https://youtube.com/@name').optional(),
  facebook: page('facebook', 'https://facebook.com/name').optional(),
})
export type ProfileBody = z.infer<typeof profileBody>

/** The address of somebody's picture; only they can read it. */
export const avatarUrl = (userId: string, name: string) => `/api/profiles/${userId}/avatar/${name}`
