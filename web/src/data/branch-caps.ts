import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** The capped branches of a project, with what each has cost by now; read again whenever it is shown. */
export const branchCapsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['branch-caps', projectId],
    queryFn: async ({ signal }) => (await api.branchCaps.list({ id: projectId }, { signal })).items,
    staleTime: 0,
  })

const refresh = (projectId: string) => queryClient.invalidateQueries({ queryKey: ['branch-caps', projectId] })

/** Sets the most that a branch may cost, in hundredths of a credit. */
export async function setBranchCap(projectId: string, generationId: string, most: number): Promise<void> {
  await api.branchCaps.set({ id: generationId, most })
  await refresh(projectId)
}

/** Takes the cap off a branch. */
export async function removeBranchCap(projectId: string, generationId: string): Promise<void> {
  await api.branchCaps.remove({ id: generationId })
  await refresh(projectId)
}
