import { createHash, randomBytes } from 'node:crypto'
import type { ShareScope } from '#domain/sharing/share-scope.ts'

/** 256 random bits as base64url, 43 characters: opens a link, or identifies a reviewer. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The stored hash of a token. A token is random, so that a plain hash can't be inverted by guessing. */
export const tokenHashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** What a link shows and demands, as far as servers of earlier releases do not know it. */
type Narrowing = {
  readonly scope: Pick<ShareScope, 'kind'>
  /** Whether it lets reviewers do less than links of earlier releases: by a passphrase, a mark, or what it grants. */
  readonly isRestricted: boolean
}

/**
 * The stored hash of the token of a link. Frames and starred images have a hash of their own, and so have restricted links: an older
 * server that still runs does not know them, and would show the whole project, or without the restriction, to a token that it finds.
 */
export const linkHashOf = (token: string, { scope: { kind }, isRestricted }: Narrowing) => {
  if (isRestricted) return tokenHashOf(`restricted:${token}`)
  return tokenHashOf(kind === 'frame' || kind === 'starred' ? `narrowed:${token}` : token)
}

/** The hashes under which a token may be stored. */
export const linkHashesOf = (token: string) => [
  linkHashOf(token, { scope: { kind: 'project' }, isRestricted: false }),
  linkHashOf(token, { scope: { kind: 'starred' }, isRestricted: false }),
  linkHashOf(token, { scope: { kind: 'project' }, isRestricted: true }),
]
