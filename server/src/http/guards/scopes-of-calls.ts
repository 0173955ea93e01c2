import type { CallMeta } from '#contract/call-scope.ts'
import { contract } from '#contract/contract.ts'
import { fileRoutes } from '../routes/file-routes.ts'
import { scopesOfAddresses } from './token-scopes.ts'

type Call = { readonly '~orpc': { readonly route: { method?: string; path?: string }; readonly meta: CallMeta } }
type Calls = { readonly [name: string]: Calls | Call }
const isCall = (part: Calls | Call): part is Call => '~orpc' in part

const callsIn = (calls: Calls): Call[] =>
  Object.values(calls).flatMap((part) => (isCall(part) ? [part] : callsIn(part)))

/** What a token needs for each address below /api, as `GET /projects`; without an entry it is refused. */
export const scopesOfCalls: Readonly<Record<string, CallMeta>> = Object.fromEntries(
  [
    ...callsIn(contract).map(({ '~orpc': { route, meta } }) => [`${route.method} ${route.path}`, meta] as const),
    ...fileRoutes.map(({ method, path, needs }) => [`${method.toUpperCase()} ${path}`, needs] as const),
    ...Object.entries(scopesOfAddresses),
  ].filter(([, { scope }]) => scope !== undefined),
)
