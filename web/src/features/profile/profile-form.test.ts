import { describe, expect, it } from 'vitest'
import type { ProfileShape } from '#contract/account/profile.ts'
import { changedFields, draftErrors, draftOf } from './profile-form.tsx'

const profile: ProfileShape = {
  firstName: 'Mara',
  username: 'mara',
  bio: '',
  instagram: '',
  tiktok: '',
  threads: '',
  twitter: '',
  youtube: '',
  facebook: '',
  avatarUrl: null,
}
const draft = draftOf(profile)

describe('the draft of a profile', () => {
  it('has no changes at first', () => expect(changedFields(profile, draft)).toEqual({}))

  it('names the changed fields', () =>
    expect(changedFields(profile, { ...draft, bio: 'Pears.', firstName: 'Mara' })).toEqual({ bio: 'Pears.' }))

  it('shows the error of each field', () =>
    expect(Object.keys(draftErrors({ username: 'm', facebook: 'mara', bio: 'fine' }))).toEqual([
      'username',
      'facebook',
    ]))

  it('has no errors for values that the server accepts', () =>
    expect(draftErrors({ username: '@Mara', youtube: 'youtube.com/@mara', instagram: '@mara' })).toEqual({}))
})
