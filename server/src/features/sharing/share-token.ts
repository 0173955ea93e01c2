import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as base64url, 43 characters: what opens a link, or tells one visitor from another. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is kept of a token. It is random through and through, so that a plain hash can't be turned around by guessing. */
export const tokenHashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
