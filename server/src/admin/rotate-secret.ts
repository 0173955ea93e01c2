import { tryExclusive } from '#server/db/instance-lock.ts'
import { activateNextSecret, readOrMakeNextSecret } from '../auth/next-secret.ts'
import { readOrMakeSecret } from '../auth/secret.ts'
import { sessions } from '../db/schema/accounts.ts'
import { resealKeys } from '../features/models/keys/reseal-keys.ts'
import { createKeySeal } from '../models/seal-key.ts'
import { type AdminContext, type AdminResult, Misuse } from './admin-context.ts'
import { openCopyClient } from './database-copy/copy-client.ts'

type Change = { readonly old: string; readonly next: string; readonly kept: 'in settings' | 'in the data folder' }

async function secretsOf({ env }: AdminContext): Promise<Change> {
  if (env.AUTH_SECRET !== undefined) {
    if (env.AUTH_SECRET_NEXT === undefined)
      throw new Misuse('Set AUTH_SECRET_NEXT to the new secret, 32 characters or more, and run it again.')
    return { old: env.AUTH_SECRET, next: env.AUTH_SECRET_NEXT, kept: 'in settings' }
  }
  const old = await readOrMakeSecret(env.DATA_DIR)
  return { old, next: await readOrMakeNextSecret(env.DATA_DIR), kept: 'in the data folder' }
}

/**
 * Changes the server's secret while no server runs: users' own keys and the secrets of their webhooks are sealed under the new one, every session ends. After an
 * interruption, another run finishes it.
 */
export async function rotateSecret(context: AdminContext): Promise<AdminResult> {
  const guard = await openCopyClient(context.connectionString)
  try {
    if (!(await tryExclusive(guard))) throw new Misuse('A server runs on this database: stop every one first.')
    const { old, next, kept } = await secretsOf(context)
    const { resealed, already, lost } = await context.db.transaction(async (tx) => {
      await tx.delete(sessions)
      return resealKeys(tx, { old: createKeySeal(old), next: createKeySeal(next) })
    })
    if (kept === 'in the data folder') await activateNextSecret(context.env.DATA_DIR)
    return {
      lines: [
        `${resealed + already} keys of people are sealed under the new secret, those of their webhooks among them, and everybody is signed out.`,
        ...(lost > 0 ? [`${lost} keys open with neither secret: their owners must enter them again.`] : []),
        kept === 'in settings'
          ? 'Put the new secret in the place of AUTH_SECRET, take AUTH_SECRET_NEXT away, and start the servers.'
          : 'The new secret is in DATA_DIR. Start the servers.',
      ],
      outcome: lost === 0 ? 'done' : 'failed',
    }
  } finally {
    await guard.end()
  }
}
