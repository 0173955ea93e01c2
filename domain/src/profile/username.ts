/** The characters of a username: 3 to 30 of a-z, 0-9, '_' and '.'. */
export const usernamePattern = /^[a-z0-9_.]{3,30}$/

const shortest = 3
const longest = 30

/**
 * The part before the @ in the characters of usernames: accents are removed, everything else that does not fit becomes
 * '.'.
 */
function lettersOf(email: string): string {
  const local = email.slice(0, Math.max(0, email.lastIndexOf('@')))
  return local
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
}

/**
 * Usernames for a new account in the order of trying: the email's local part, then with more and more of the account's
 * id behind it. The last one contains as much of the id as possible, so that it is free.
 * @param userId A UUID.
 */
export function usernameCandidates(email: string, userId: string): string[] {
  const letters = lettersOf(email).slice(0, longest)
  const id = userId.replaceAll('-', '').toLowerCase()
  const named = letters.length >= shortest ? letters : `user.${letters}`.replace(/\.$/, '')
  const withId = [4, 8, 24].map((length) => `${named.slice(0, longest - 1 - length)}.${id.slice(0, length)}`)
  return letters.length >= shortest ? [letters, ...withId] : withId
}
