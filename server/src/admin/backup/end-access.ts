import type pg from 'pg'
import { inTransaction } from '../database-copy/filling.ts'

/** The access that the operator keeps, knowing that none of it was ended since the backup. */
export type KeptAccess = { readonly links: 'revoke' | 'keep'; readonly tokens: 'revoke' | 'keep' }

/** Treatment of the access that a table gives, in a restore. */
type Access =
  | {
      /** A statement that ends it, and how its rows are counted in the output; null: not told. */
      readonly end: string
      readonly told: string | null
      /** The option that keeps it; left out: none. */
      readonly option?: keyof KeptAccess
    }
  | { readonly kept: string }

const isOpen = 'revoked_at is null and (expires_at is null or expires_at > now())'

/**
 * Every table that lets someone in, or sends something out by itself: what was ended after the backup must not come back. A test
 * finds the tables with secrets, hashes, passwords and revocations in the schema and compares them.
 */
export const accessOf: Readonly<Record<string, Access>> = {
  sessions: { end: 'delete from sessions', told: null },
  verifications: { end: 'delete from verifications', told: null },
  invitations: { end: 'delete from invitations', told: null },
  shares: {
    end: `update shares set revoked_at = now() where ${isOpen}`,
    told: 'Links for review that were closed',
    option: 'links',
  },
  share_visitors: { kept: 'Lets in through a link that is open, and by no other way.' },
  // Also those of purses, of connections, and of runs of the assistant.
  api_tokens: {
    end: `update api_tokens set revoked_at = now() where ${isOpen}`,
    told: 'API tokens and connections of programs that were ended',
    option: 'tokens',
  },
  oauth_codes: { end: 'delete from oauth_codes', told: null },
  oauth_secrets: { end: 'delete from oauth_secrets', told: null, option: 'tokens' },
  assistant_runs: {
    end: `update assistant_runs set state = 'stopped', reason = 'The server was restored from a backup.', pending = null,
      worker = null, lease_until = null, ended_at = now() where state in ('asks', 'working')`,
    told: 'Runs of the assistant that were stopped',
  },
  webhooks: {
    end: `update webhooks set state = 'off' where state = 'on'`,
    told: 'Webhooks that were switched off',
    option: 'tokens',
  },
  webhook_deliveries: {
    end: `update webhook_deliveries set state = 'failed', error = 'The server was restored from a backup.' where state = 'waiting'`,
    told: 'Waiting deliveries of webhooks that will not be sent',
  },
  accounts: { kept: 'Users sign in with the password that they had at the time of the backup.' },
  model_keys: { kept: 'Keys that their users alone use, at a provider that can end them.' },
  model_connections: { kept: 'As the keys of models.' },
  language_models: { kept: 'As the keys of models.' },
  sign_in_failures: { kept: 'Gives no access: it slows down guessing.' },
  sent_emails: { kept: 'Gives no access: it limits emails.' },
}

/**
 * Ends the access that a backup brings back. @returns One line for each kind that had rows.
 */
export const endAccess = (client: pg.Client, kept: KeptAccess): Promise<string[]> =>
  inTransaction(client, async () => {
    const lines: string[] = []
    for (const access of Object.values(accessOf)) {
      if ('kept' in access) continue
      const { end, told, option } = access
      if (option && kept[option] === 'keep') continue
      const { rowCount } = await client.query(end)
      if (told === null || !rowCount) continue
      lines.push(`${told}: ${rowCount}.${option ? ` --keep-${option} would keep them.` : ''}`)
    }
    return lines
  })

/**
 * Names the accounts that run the server after a restore: one that was revoked after the backup has the right again, which reaches
 * internal networks. @returns Lines for the person who restores.
 */
export async function listOperators(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>('select email from users where is_operator order by email')
  return rows.length === 0
    ? []
    : [
        `Accounts that run this server, as at the time of the backup: ${rows.map(({ email }) => email).join(', ')}.`,
        'Take it back from those who should not: npm run admin -- operator EMAIL --revoke',
      ]
}
