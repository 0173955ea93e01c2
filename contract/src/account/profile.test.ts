import { describe, expect, it } from 'vitest'
import { profileBody } from './profile.ts'

const messagesOf = (body: unknown) =>
  profileBody.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

describe('a change of a profile', () => {
  it('is trimmed, with handles without @ and addresses with https://', () =>
    expect(
      profileBody.parse({ firstName: ' Mara ', username: ' @Mara.L ', twitter: '@mara', youtube: 'youtube.com/@mara' }),
    ).toEqual({ firstName: 'Mara', username: 'mara.l', twitter: 'mara', youtube: 'https://youtube.com/@mara' }))

  it('may empty every field but the name and the username', () =>
    expect(messagesOf({ bio: '', instagram: '', youtube: '', facebook: ' ', firstName: ' ', username: '' })).toEqual([
      ['firstName', 'Must not be blank.'],
      ['username', 'Use 3 to 30 characters: a to z, 0 to 9, “_” and “.”.'],
    ]))

  it('reports the error of each field', () =>
    expect(
      messagesOf({ username: 'ma ra', bio: 'x'.repeat(501), tiktok: 'https://tiktok.com/@mara', facebook: 'mara' }),
    ).toEqual([
      ['username', 'Use 3 to 30 characters: a to z, 0 to 9, “_” and “.”.'],
      ['bio', 'At most 500 characters.'],
      ['tiktok', 'Only letters, digits, “_”, “.” and “-”, at most 30.'],
      ['facebook', 'Enter an address like https://facebook.com/name.'],
    ]))

  it('accepts no other fields', () =>
    expect(messagesOf({ avatarUrl: 'https://elsewhere.example/x.png' })).toHaveLength(1))
})
