import type { ProfileShape } from '#contract/profile.ts'
import { type ProfileField, profileRules } from '#domain/profile/profile-rules.ts'
import type { FieldErrors } from '#web/data/http/api-error.ts'

/** The content of the profile's form, unchecked. */
export type ProfileDraft = Omit<ProfileShape, 'avatarUrl'>

/** The initial content of the form. */
export const draftOf = ({ avatarUrl: _avatarUrl, ...fields }: ProfileShape): ProfileDraft => fields

/** The changed fields. */
export const changedFields = (profile: ProfileShape, draft: ProfileDraft): Partial<ProfileDraft> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== profile[name as ProfileField]))

/** The errors of the changed fields, by the server's rules. */
export const draftErrors = (changed: Partial<ProfileDraft>): FieldErrors =>
  Object.fromEntries(
    Object.entries(changed).flatMap(([name, typed]) => {
      const { clean, problem } = profileRules[name as ProfileField]
      const message = problem(clean(typed))
      return message === null ? [] : [[name, message]]
    }),
  )
