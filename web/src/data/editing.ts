import { queryOptions } from '@tanstack/react-query'
import { decodeError } from './http/api-error.ts'
import { api } from './http/client.ts'

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
  const reply = await fetch(`/api/images/${imageId}/subject`)
  if (reply.ok) return reply.blob()
  const body: unknown = await reply.json().catch(() => null)
  throw new NotFoundHere(decodeError(body, reply.status)?.message ?? `The server answered ${reply.status}.`)
}
