import { ORPCError } from '@orpc/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './http/client.ts'
import { fetchAsUser } from './http/fetch-as-user.ts'

/** What can be done to an image, by whom, and at what price. */
export const editOperationsQuery = queryOptions({
  queryKey: ['edit-operations'],
  queryFn: ({ signal }) => api.editOperations.list({}, { signal }),
  select: (list) => list.items,
  staleTime: 60_000,
})

/** Nothing was found, with a sentence that says why. */
export class NotFoundHere extends Error {
  override readonly name = 'NotFoundHere'
}

/**
 * Has the server find the subject of an image by its installed tool, which takes some seconds. @returns A mask of it, white
 * where it is. @throws NotFoundHere with the server's sentence where there is no tool, or no subject.
 */
export async function findSubject(imageId: string): Promise<Blob> {
  try {
    return await (await fetchAsUser(`/api/images/${imageId}/subject`)).blob()
  } catch (error) {
    throw error instanceof ORPCError ? new NotFoundHere(error.message) : error
  }
}
