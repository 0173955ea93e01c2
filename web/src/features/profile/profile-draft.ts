import type { ProfileShape } from '#contract/profile.ts'
import { type ProfileField, profileRules } from '#domain/profile/profile-rules.ts'
import type { FieldErrors } from '#web/data/field-errors.ts'

/** The profile as it stands in the form: all that is typed, nothing checked. */
export type ProfileDraft = Omit<ProfileShape, 'avatarUrl'>

/** What the form begins with. */
export const draftOf = ({ avatarUrl: _avatarUrl, ...fields }: ProfileShape): ProfileDraft => fields

/** The fields that are not as they were. */
export const changedFields = (profile: ProfileShape, draft: ProfileDraft): Partial<ProfileDraft> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== profile[name as ProfileField]))

/** What is wrong with the changed fields, by the rules that the server has. */
export const draftErrors = (changed: Partial<ProfileDraft>): FieldErrors =>
  Object.fromEntries(
    Object.entries(changed).flatMap(([name, typed]) => {
      const { clean, problem } = profileRules[name as ProfileField]
      const message = problem(clean(typed))
      return message === null ? [] : [[name, message]]
    }),
  )
