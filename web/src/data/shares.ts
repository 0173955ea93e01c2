import { queryOptions } from '@tanstack/react-query'
import type { MadeShareShape } from '#contract/share.ts'
import type { ShareExpiry } from '#domain/sharing/share-expiry.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** The open links of a project; read again whenever they are shown. */
export const sharesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['shares', projectId],
    queryFn: async ({ signal }) => (await api.projects.shares({ id: projectId }, { signal })).items,
    staleTime: 0,
    gcTime: 0,
  })

const refresh = (projectId: string) => queryClient.invalidateQueries({ queryKey: sharesQuery(projectId).queryKey })

export type WantedShare = {
  readonly projectId: string
  /** The card at the top of a branch; null: the whole project. */
  readonly generationId: string | null
  readonly expiry: ShareExpiry
  readonly showsPrompts: boolean
}

/** Creates a review link. Its address is returned once. */
export async function makeShare({ projectId, ...wanted }: WantedShare): Promise<MadeShareShape> {
  const made = await api.projects.share({ id: projectId, ...wanted })
  void refresh(projectId)
  return made
}

/** Revokes a link for good. */
export async function revokeShare(projectId: string, id: string): Promise<void> {
  await api.shares.revoke({ id })
  await refresh(projectId)
}
