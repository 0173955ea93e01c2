import { oc } from '@orpc/contract'
import type { TokenScope } from '#domain/tokens/token-scope.ts'

/**
 * What an API token needs for a call. Without `scope` the call takes the cookie of a session alone: a new call is closed to
 * programs until it is marked. `any`: open to every token.
 */
export type CallMeta = {
  readonly scope?: TokenScope | 'any'
  /** `account`: the call reaches beyond one project, so that a token of one project is refused. */
  readonly reach?: 'account'
  /** `kept`: the call stays within the purse of a token that is bound to one. Without it such a token is refused. */
  readonly purse?: 'kept'
  /** `password`: the call hands out lasting access, so that a session needs a password that was entered just now. */
  readonly proof?: 'password'
}

/** Begin calls with these, so that a token with the scope may make them. */
export const reading = oc.$meta<CallMeta>({ scope: 'read' })
export const editing = oc.$meta<CallMeta>({ scope: 'edit' })
export const generating = oc.$meta<CallMeta>({ scope: 'generate' })
export const sharing = oc.$meta<CallMeta>({ scope: 'share' })
/** The same of calls that reach beyond one project. */
export const readingAccount = oc.$meta<CallMeta>({ scope: 'read', reach: 'account' })
export const editingAccount = oc.$meta<CallMeta>({ scope: 'edit', reach: 'account' })
/** The same of calls that a token of a purse may make: they stay within it. */
export const readingInPurse = oc.$meta<CallMeta>({ scope: 'read', purse: 'kept' })
export const generatingInPurse = oc.$meta<CallMeta>({ scope: 'generate', purse: 'kept' })
/** A call of sessions alone that hands out lasting access. */
export const withPassword = oc.$meta<CallMeta>({ proof: 'password' })
/** A call about the token itself. */
export const withAnyToken = oc.$meta<CallMeta>({ scope: 'any' })
