import { type ProfileShape, profileBody } from '#contract/profile.ts'
import { type FieldErrors, fieldErrorsIn } from '#web/data/field-errors.ts'

/** The profile as it stands in the form: all that is typed, nothing checked. */
export type ProfileDraft = Omit<ProfileShape, 'avatarUrl'>
export type ProfileField = keyof ProfileDraft

/** What the form begins with. */
export const draftOf = ({ avatarUrl: _avatarUrl, ...fields }: ProfileShape): ProfileDraft => fields

/** The fields that are not as they were. */
export const changedFields = (profile: ProfileShape, draft: ProfileDraft): Partial<ProfileDraft> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== profile[name as ProfileField]))

/** What is wrong with the changed fields, by the contract's own rules. */
export const draftErrors = (changed: Partial<ProfileDraft>): FieldErrors => fieldErrorsIn(profileBody, changed)
