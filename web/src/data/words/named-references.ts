import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ChangeReferenceBody, ReferenceShape, referenceBody } from '#contract/prompts/reference-calls.ts'
import { api } from '../http/client.ts'
import { queryClient } from '../http/query-client.ts'
import { withRequestId } from '../http/request-ids.ts'

/** All named references, by name. */
export const referencesQuery = queryOptions({
  queryKey: ['references'],
  queryFn: async ({ signal }) => (await api.references.list({}, { signal })).items,
})

/** Reads the references again where they are shown. */
export const refreshReferences = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: referencesQuery.queryKey })

type NewReference = Omit<z.input<typeof referenceBody>, 'id'>

/** Names one to six pictures. @throws ORPCError `conflict` where the name is taken. */
export async function createReference(request: NewReference): Promise<ReferenceShape> {
  const reference = await withRequestId({ request }, (body, id) => api.references.create({ ...body, id }))
  await refreshReferences()
  return reference
}

/** Renames a reference, or gives it a new version with other pictures. */
export async function changeReference(id: string, change: ChangeReferenceBody): Promise<ReferenceShape> {
  const reference = await api.references.change({ id, ...change })
  await refreshReferences()
  return reference
}

export async function deleteReference(id: string): Promise<void> {
  await api.references.remove({ id })
  await refreshReferences()
}
