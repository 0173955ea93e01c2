import type { ModelShape } from '#contract/model.ts'
import { api } from './client.ts'
import { modelsQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

type Marks = Pick<ModelShape, 'isShown' | 'isFavourite'>

/** Changes a model's mark in the list at once, and back if the server refuses. */
async function mark(model: string, marks: Partial<Marks>, store: () => Promise<unknown>): Promise<void> {
  await queryClient.cancelQueries({ queryKey: modelsQuery.queryKey })
  const before = queryClient.getQueryData(modelsQuery.queryKey)?.items.find(({ value }) => value === model)
  const set = (next: Partial<Marks>) =>
    queryClient.setQueryData(
      modelsQuery.queryKey,
      (list) =>
        list && { ...list, items: list.items.map((each) => (each.value === model ? { ...each, ...next } : each)) },
    )
  set(marks)
  try {
    await store()
  } catch (error) {
    if (before) set({ isShown: before.isShown, isFavourite: before.isFavourite })
    throw error
  }
}

/** Says whether a model is in the user's own picker. Throws the server's error. */
export const showModel = ({ model, isShown }: { model: string; isShown: boolean }) =>
  mark(model, { isShown }, () => api.models.show({ model, isShown }))

/** Says whether a model is one of the user's favourites. Throws the server's error. */
export const favourModel = ({ model, isFavourite }: { model: string; isFavourite: boolean }) =>
  mark(model, { isFavourite }, () => api.models.favour({ model, isFavourite }))
