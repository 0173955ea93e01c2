import { queryOptions } from '@tanstack/react-query'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'

/** The capped branches of a project, with their current cost; read again whenever they are shown. */
export const branchCapsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['branch-caps', projectId],
    queryFn: async ({ signal }) => (await api.branchCaps.list({ id: projectId }, { signal })).items,
    staleTime: 0,
  })

const refresh = (projectId: string) => queryClient.invalidateQueries({ queryKey: ['branch-caps', projectId] })

/** Sets the spending cap of a branch, in hundredths of a credit. */
export async function setBranchCap(projectId: string, generationId: string, most: number): Promise<void> {
  await api.branchCaps.set({ id: generationId, most })
  await refresh(projectId)
}

/** Removes the cap of a branch. */
export async function removeBranchCap(projectId: string, generationId: string): Promise<void> {
  await api.branchCaps.remove({ id: generationId })
  await refresh(projectId)
}
