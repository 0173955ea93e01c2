import { queryOptions } from '@tanstack/react-query'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import type { LinkGrant } from '#domain/sharing/link-grant.ts'
import type { ShareExpiry } from '#domain/sharing/share-expiry.ts'
import { type ShareScope, shareScopeFields } from '#domain/sharing/share-scope.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'

/** The open links of a project; read again whenever they are shown. */
export const sharesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['shares', projectId],
    queryFn: async ({ signal }) => (await api.projects.shares({ id: projectId }, { signal })).items,
    staleTime: 0,
    gcTime: 0,
  })

const refreshShares = (projectId: string) =>
  queryClient.invalidateQueries({ queryKey: sharesQuery(projectId).queryKey })

export type WantedShare = {
  readonly projectId: string
  readonly scope: ShareScope
  readonly expiry: ShareExpiry
  readonly showsPrompts: boolean
  /** `default`: to comment, and to approve once there is a round. */
  readonly grants: LinkGrant | 'default'
  /** Empty: none. */
  readonly passphrase: string
  readonly allowsCopies: boolean
  readonly hasWatermark: boolean
}

/** Creates a review link. Its address is returned once. */
export async function makeShare({
  projectId,
  scope,
  expiry,
  showsPrompts,
  ...options
}: WantedShare): Promise<MadeShareShape> {
  const { generationId, frameId, showsStarred } = shareScopeFields(scope)
  // A server of the last release, which may still run beside this one, refuses fields that it does not know.
  const made = await api.projects.share({
    id: projectId,
    generationId,
    ...(frameId !== null && { frameId }),
    ...(showsStarred && { showsStarred }),
    expiry,
    showsPrompts,
    ...(options.grants !== 'default' && { grants: options.grants }),
    ...(options.passphrase.trim() !== '' && { passphrase: options.passphrase }),
    ...(!options.allowsCopies && { allowsCopies: false }),
    ...(options.hasWatermark && { hasWatermark: true }),
  })
  void refreshShares(projectId)
  return made
}

/** Revokes a link for good. */
export async function revokeShare(projectId: string, id: string): Promise<void> {
  await api.shares.revoke({ id })
  await refreshShares(projectId)
}
