import type { InferContractRouterInputs } from '@orpc/contract'
import { queryOptions } from '@tanstack/react-query'
import type { contract } from '#contract/contract.ts'
import type { ConnectionShape } from '#contract/models/model-connection.ts'
import { api } from '../http/client.ts'
import { queryClient } from '../http/query-client.ts'
import { modelsQuery } from './models.ts'

type Calls = InferContractRouterInputs<typeof contract>['modelConnections']
type List = Awaited<ReturnType<typeof api.modelConnections.list>>

/** The added providers that the user may use, and whether they may add one for everybody. */
export const connectionsQuery = queryOptions({
  queryKey: ['model-connections'],
  queryFn: ({ signal }) => api.modelConnections.list({}, { signal }),
  staleTime: 0,
})

/** Puts a changed provider in the list, and reads the models again, which depend on it. */
async function keep(connection: ConnectionShape): Promise<void> {
  queryClient.setQueryData<List>(connectionsQuery.queryKey, (before) => {
    if (!before) return before
    const isKnown = before.items.some(({ id }) => id === connection.id)
    const items = isKnown
      ? before.items.map((each) => (each.id === connection.id ? connection : each))
      : [...before.items, connection]
    return { ...before, items }
  })
  await queryClient.invalidateQueries({ queryKey: modelsQuery.queryKey })
}

/** Asks a provider for its models before it is added. Stores nothing. */
export const lookAtProvider = (provider: Calls['look']) => api.modelConnections.look(provider)

/** Adds a provider. Throws the server's error, with its field. */
export async function addConnection(provider: Calls['add']): Promise<ConnectionShape> {
  const added = await api.modelConnections.add(provider)
  await keep(added)
  return added
}

/** Renames an added provider, or replaces its key after the provider has accepted it. */
export const changeConnection = async (change: Calls['change']) => keep(await api.modelConnections.change(change))

/** Tests the connection; makes no picture. */
export const testConnection = async (id: string) => keep(await api.modelConnections.test({ id }))

/** Asks an added provider for its models again. @returns How many it has now. */
export async function refreshConnection(id: string): Promise<number> {
  const refreshed = await api.modelConnections.refresh({ id })
  await keep(refreshed)
  return refreshed.models.filter(({ isGone }) => !isGone).length
}

/** Says which of its models can be chosen, and what they cost and take. */
export const chooseConnectionModels = async (choice: Calls['choose']) => keep(await api.modelConnections.choose(choice))

/** Removes an added provider with its key. @returns How many models went with it. */
export async function removeConnection(id: string): Promise<number> {
  const { models } = await api.modelConnections.remove({ id })
  queryClient.setQueryData<List>(
    connectionsQuery.queryKey,
    (before) => before && { ...before, items: before.items.filter((each) => each.id !== id) },
  )
  await queryClient.invalidateQueries({ queryKey: modelsQuery.queryKey })
  return models
}
