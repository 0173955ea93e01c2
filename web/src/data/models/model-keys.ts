import { queryOptions } from '@tanstack/react-query'
import type { KeyedProvider } from '#domain/models/providers.ts'
import { api } from '../http/client.ts'
import { queryClient } from '../http/query-client.ts'
import { modelsQuery } from './models.ts'

/** The way in which the user can use each provider: by a key of their own, by the server's, or not at all. */
export const modelKeysQuery = queryOptions({
  queryKey: ['model-keys'],
  queryFn: async ({ signal }) => (await api.modelKeys.list({}, { signal })).items,
  staleTime: 0,
})

/** Models and prices depend on the keys. */
const invalidate = () =>
  Promise.all([modelKeysQuery, modelsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))

/** Saves a key of the user's own after the provider has accepted it. Throws the server's error, with its field. */
export async function saveModelKey(provider: KeyedProvider, key: string): Promise<void> {
  await api.modelKeys.save({ provider, key })
  await invalidate()
}

/** Deletes a key of the user's own. */
export async function removeModelKey(provider: KeyedProvider): Promise<void> {
  await api.modelKeys.remove({ provider })
  await invalidate()
}

/** Tests the key that opens a provider for the user, by a call that costs nothing: their own key, else the server's. */
export const testModelKey = (provider: KeyedProvider) => api.modelKeys.test({ provider })
