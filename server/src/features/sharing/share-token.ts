import { createHash, randomBytes } from 'node:crypto'
import type { ShareScope } from '#domain/sharing/share-scope.ts'

/** 256 random bits as base64url, 43 characters: opens a link, or identifies a reviewer. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The stored hash of a token. A token is random, so that a plain hash can't be inverted by guessing. */
export const tokenHashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * The stored hash of the token of a link. Frames and starred images have a hash of their own: an older server that still runs does
 * not know these scopes, and would show the whole project to a token that it finds.
 */
export const linkHashOf = (token: string, { kind }: Pick<ShareScope, 'kind'>) =>
  tokenHashOf(kind === 'frame' || kind === 'starred' ? `narrowed:${token}` : token)

/** The hashes under which a token may be stored. */
export const linkHashesOf = (token: string) => [
  linkHashOf(token, { kind: 'project' }),
  linkHashOf(token, { kind: 'starred' }),
]
