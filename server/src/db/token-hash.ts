import { createHash } from 'node:crypto'

/** The hash under which the secret of an API token is stored: SHA-256, since 256 random bits need no slow one. */
export const tokenHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()
