import type { CallMeta } from '#contract/call-scope.ts'
import { contract } from '#contract/contract.ts'
import { fileRoutes } from '../routes/file-routes.ts'
import { scopesOfAddresses } from './token-scopes.ts'

type Call = { readonly '~orpc': { readonly route: { method?: string; path?: string }; readonly meta: CallMeta } }
type Calls = { readonly [name: string]: Calls | Call }
const isCall = (part: Calls | Call): part is Call => '~orpc' in part

const callsIn = (calls: Calls): Call[] =>
  Object.values(calls).flatMap((part) => (isCall(part) ? [part] : callsIn(part)))

/** A call by its method and its path below /api: `GET`, `/projects/{id}`. */
type AddressedCall = { readonly method: string; readonly path: string; readonly meta: CallMeta }

const addressedCalls: readonly AddressedCall[] = [
  ...callsIn(contract).map(({ '~orpc': { route, meta } }) => ({
    method: route.method ?? '',
    path: route.path ?? '',
    meta,
  })),
  ...fileRoutes.map(({ method, path, needs }) => ({ method: method.toUpperCase(), path, meta: needs })),
]

/** The calls that need no session. */
export const openCalls = addressedCalls.filter(({ meta }) => meta.caller === 'anyone')

/** The needs of a token for each address below /api, as `GET /projects`; without an entry it is refused. */
export const scopesOfCalls: Readonly<Record<string, CallMeta>> = Object.fromEntries(
  [
    ...addressedCalls.map(({ method, path, meta }) => [`${method} ${path}`, meta] as const),
    ...Object.entries(scopesOfAddresses),
  ].filter(([, { scope }]) => scope !== undefined),
)
