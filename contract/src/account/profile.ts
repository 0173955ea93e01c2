import { z } from 'zod'
import { type FieldRule, profileRules } from '#domain/profile/profile-rules.ts'

/** A user's public profile. A text that was never filled in is empty. */
export const profileShape = z.strictObject({
  firstName: z.string(),
  username: z.string(),
  bio: z.string(),
  /** Without the @. */
  instagram: z.string(),
  tiktok: z.string(),
  threads: z.string(),
  twitter: z.string(),
  /** A web address. */
  youtube: z.string(),
  facebook: z.string(),
  /** Null without a picture. */
  avatarUrl: z.string().nullable(),
})
export type ProfileShape = z.infer<typeof profileShape>

/** A field after its rule was applied. */
const ruled = (rule: FieldRule) =>
  z
    .string()
    .overwrite(rule.clean)
    .superRefine((value, context) => {
      const message = rule.problem(value)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
    .meta({ minLength: rule.shortest, maxLength: rule.longest })
    .optional()

/** The fields that the user can change; a missing field stays unchanged. */
export const profileBody = z.strictObject({
  firstName: ruled(profileRules.firstName),
  username: ruled(profileRules.username),
  bio: ruled(profileRules.bio),
  instagram: ruled(profileRules.instagram),
  tiktok: ruled(profileRules.tiktok),
  threads: ruled(profileRules.threads),
  twitter: ruled(profileRules.twitter),
  youtube: ruled(profileRules.youtube),
  facebook: ruled(profileRules.facebook),
})
export type ProfileBody = z.infer<typeof profileBody>

/** The address of a user's avatar; only this user can read it. */
export const avatarUrl = (userId: string, name: string) => `/api/profiles/${userId}/avatar/${name}`
