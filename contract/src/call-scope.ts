import { oc } from '@orpc/contract'
import type { TokenScope } from '#domain/tokens/token-scope.ts'
import type { ActivityKind } from './account/activity.ts'

/**
 * Who may make a call, and what the server does around it. A new call takes the cookie of a session alone, of a guest too, until
 * it is marked.
 */
export type CallMeta = {
  /**
   * `anyone`: without a session, as public reads and what a review link opens. `account`: not a guest, for what belongs to an
   * email and a password, costs money, is seen by strangers, or sends requests to an address that the user names. Revoking
   * and removing are open to guests.
   */
  readonly caller?: 'anyone' | 'account'
  /** The scope that an API token needs. `any`: open to every token. Without it the call is closed to programs. */
  readonly scope?: TokenScope | 'any'
  /** `account`: the call reaches beyond one project, so that a token of one project is refused. */
  readonly reach?: 'account'
  /** `kept`: the call stays within the purse of a token that is bound to one. Without it such a token is refused. */
  readonly purse?: 'kept'
  /** `password`: the call hands out lasting access, so that a session needs a password that was entered just now. */
  readonly proof?: 'password'
  /** The kind of the entry in the account's activity log that the call makes once it has succeeded. */
  readonly activity?: ActivityKind
  /**
   * `long`: the call copies many pictures, or deletes a large account. It takes longer than a reply may, and goes on after it: ended
   * at the time limit it could never succeed; a repeat with the same key is given what the first has made.
   */
  readonly time?: 'long'
}

/** Begin calls with this that take the cookie of a session alone. */
export const bySession = oc.$meta<CallMeta>({})

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
