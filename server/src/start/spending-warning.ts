import type { ServerKeys } from '#server/providers/registry.ts'

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * The warning at the start that strangers can spend the server's provider keys. Null where they cannot: there are no
 * keys, sign-up needs an invitation or is closed, or only this machine reaches the server.
 */
export function spendingWarning(server: {
  readonly host: string
  readonly publicUrl: string | undefined
  readonly serverKeys: ServerKeys
  readonly signUp: 'open' | 'invite' | 'closed'
}): string | null {
  const isReachable = !loopback.has(server.host) || server.publicUrl !== undefined
  if (server.signUp !== 'open' || server.serverKeys.size === 0 || !isReachable) return null
  const names = [...server.serverKeys.keys()].join(', ')
  return `Anyone who reaches this server can sign up and spend the keys of the server (${names}). Set signUp and daily in plans.json to what you will pay for a stranger, or set SIGN_UP=invite.`
}
