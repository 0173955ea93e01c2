import { queryOptions } from '@tanstack/react-query'
import type { LocalModelsShape } from '#contract/models/local-model.ts'
import { editOperationsQuery } from '../editing.ts'
import { api } from '../http/client.ts'
import { queryClient } from '../http/query-client.ts'
import { modelsQuery } from './models.ts'

const isAtWork = ({ items }: LocalModelsShape) =>
  items.some(({ state }) => state.kind === 'downloading' || state.kind === 'checking')

/**
 * The models of the server's machine. Read each second while one is in work: progress belongs to no user's projects, so the event
 * stream does not carry it.
 */
export const localModelsQuery = queryOptions({
  queryKey: ['local-models'],
  queryFn: ({ signal }) => api.localModels.list({}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? 1_000 : 15_000),
})

/** Reads again what depends on the installed models: the choices of the picker, and the operations of the editor. */
export const invalidateLocalModels = () =>
  Promise.all(
    [localModelsQuery, modelsQuery, editOperationsQuery].map(({ queryKey }) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

/** Installs a model, goes on with it, or fetches it again. @param options.acceptsLicense Whether the person accepted it now. */
export async function installLocalModel(model: string, { acceptsLicence }: { acceptsLicence: boolean }): Promise<void> {
  await api.localModels.install({ model, ...(acceptsLicence && { acceptsLicence }) })
  await invalidateLocalModels()
}

/** Pauses a download. */
export async function pauseLocalModel(model: string): Promise<void> {
  await api.localModels.pause({ model })
  await invalidateLocalModels()
}

/** Checks the files of an installed model. */
export async function verifyLocalModel(model: string): Promise<void> {
  await api.localModels.verify({ model })
  await invalidateLocalModels()
}

/** Removes a model or what has come of it. @returns The bytes that came free. */
export async function removeLocalModel(model: string, { evenIfNeeded }: { evenIfNeeded: boolean }): Promise<number> {
  const { freedBytes } = await api.localModels.remove({ model, ...(evenIfNeeded && { evenIfNeeded: 'yes' }) })
  await invalidateLocalModels()
  return freedBytes
}
