import type { CallMeta } from '#contract/call-scope.ts'
import type { TokenCaller } from '#server/auth/known-tokens.ts'
import type { Refusal } from '#server/db/refusal.ts'

/** The needs of a token for the addresses that are neither in the contract nor file routes. What is not listed takes cookies alone. */
export const scopesOfAddresses: Readonly<Record<string, CallMeta>> = {
  'GET /events': { scope: 'read' },
  'GET /openapi.json': { scope: 'any' },
  'GET /docs': { scope: 'any' },
}

/** Why a token may not make a call; null where it may, and for a session. */
export function scopeRefusal(token: TokenCaller | undefined, { scope, reach, purse }: CallMeta): Refusal | null {
  if (!token) return null
  if (scope === undefined)
    return { code: 'forbidden', message: 'Tokens may not do this. Sign in and do it in the web application.' }
  if (scope !== 'any' && !token.scopes.includes(scope))
    return {
      code: 'forbidden',
      message: `This token may not do that: it needs the scope '${scope}'. Make a token that has it.`,
      data: { needs: scope, scopes: token.scopes },
    }
  if (token.purseId !== null && scope !== 'any' && purse !== 'kept')
    return {
      code: 'forbidden',
      message: 'This token works in a purse: by MCP at /mcp, and by the few calls that stay within it (docs/api.md).',
      data: { purseId: token.purseId },
    }
  if (reach === 'account' && token.projectId !== null)
    return {
      code: 'forbidden',
      message: 'This token is for one project, and that reaches beyond it.',
      data: { projectId: token.projectId },
    }
  return null
}
