import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { SystemDatabase } from '../db/database.ts'
import { countAttempt, takeBackAttempt } from './count-attempt.ts'

const windowMs = 900_000
/** Wrong passphrases of one link within the window: from one network, and from all of them. */
const maxTries = { ofNetwork: 10, ofAll: 200 }

/** Hashes the passphrase of a review link as passwords are hashed. */
export const hashPassphrase = (passphrase: string): Promise<string> => hashPassword(passphrase)

type PassphraseTry = {
  readonly shareId: string
  /** The network that the try comes from. */
  readonly network: string
  readonly passphrase: string
  readonly hash: string
}

/**
 * Compares the passphrase of a link. A try counts as wrong until its outcome is known, so that concurrent tries can't pass together.
 * @returns `wait`: there were too many wrong ones, and none was compared.
 */
export async function checkPassphrase(
  db: SystemDatabase,
  { shareId, network, passphrase, hash }: PassphraseTry,
): Promise<'right' | 'wrong' | 'wait'> {
  const keys = { ofNetwork: `passphrase:${shareId}:${network}`, ofAll: `passphrase:${shareId}` }
  if ((await countAttempt(db, keys.ofNetwork, windowMs)) > maxTries.ofNetwork) return 'wait'
  if ((await countAttempt(db, keys.ofAll, windowMs)) > maxTries.ofAll) return 'wait'
  if (!(await verifyPassword({ hash, password: passphrase }))) return 'wrong'
  for (const key of Object.values(keys)) await takeBackAttempt(db, key)
  return 'right'
}
