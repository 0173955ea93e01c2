import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as base64url, 43 characters: opens a link, or identifies a reviewer. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The stored hash of a token. A token is random, so that a plain hash can't be inverted by guessing. */
export const tokenHashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
