import { type TokenScope, tokenScopes } from './token-scope.ts'

/** The scopes that a program is offered by OAuth: webhooks are set up by tokens, since no tool of agents is about them. */
export const offeredScopes = ['read', 'edit', 'generate', 'share'] as const satisfies readonly TokenScope[]

/** The scopes of a program that asks for nothing in particular, and those that it is advised to ask for. */
export const defaultScopes = ['read', 'edit', 'generate'] as const satisfies readonly TokenScope[]

/**
 * The scopes that a program asks for (RFC 6749, 3.3: separated by spaces). Names of other servers, as `offline_access`, are left
 * out; null where nothing else is named.
 */
export function askedScopes(written: string | undefined): readonly TokenScope[] | null {
  const names = new Set((written ?? '').split(' ').filter((name) => name !== ''))
  if (names.size === 0) return defaultScopes
  const known = tokenScopes.filter((scope) => names.has(scope) && offeredScopes.some((offered) => offered === scope))
  return known.length > 0 ? known : null
}
