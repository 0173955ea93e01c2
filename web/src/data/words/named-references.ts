import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ChangeReferenceBody, ReferenceShape, referenceBody } from '#contract/prompts/reference-calls.ts'
import { api } from '../http/client.ts'
import { queryClient } from '../http/query-client.ts'
import { withRequestId } from '../http/request-ids.ts'
import { refreshWords, wordKeys } from './word-keys.ts'

/** All named references, by name. */
export const referencesQuery = queryOptions({
  queryKey: wordKeys.references,
  queryFn: async ({ signal }) => (await api.references.list({}, { signal })).items,
})

/**
 * Reads what `withoutReferencePictures` needs for cards, as it was read before unless it has changed since. Without a named reference
 * there is nothing to read: `references.length > 0 ? await … : []`.
 */
export const readReferences = (): Promise<readonly ReferenceShape[]> =>
  queryClient.fetchQuery({ ...referencesQuery, staleTime: Number.POSITIVE_INFINITY })

type NewReference = Omit<z.input<typeof referenceBody>, 'id'>

/** Names one to six pictures. @throws ORPCError `conflict` where the name is taken. */
export async function createReference(request: NewReference): Promise<ReferenceShape> {
  const reference = await withRequestId({ request }, (body, id) => api.references.create({ ...body, id }))
  await refreshWords('references')
  return reference
}

/** Renames a reference, or gives it a new version with other pictures. */
export async function changeReference(id: string, change: ChangeReferenceBody): Promise<ReferenceShape> {
  const reference = await api.references.change({ id, ...change })
  await refreshWords('references')
  return reference
}

export async function deleteReference(id: string): Promise<void> {
  await api.references.remove({ id })
  await refreshWords('references')
}
