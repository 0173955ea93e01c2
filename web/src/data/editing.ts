import { ORPCError } from '@orpc/client'
import { queryOptions } from '@tanstack/react-query'
import type { EditOperationShape } from '#contract/cards/edit.ts'
import { api } from './http/client.ts'
import { fetchAsUser } from './http/fetch-as-user.ts'

/** An operation as a server of release 0.2 names its fields; a page may be newer than its server during an update. */
type EarlierOperation = Omit<EditOperationShape, 'executor' | 'executors'> & {
  readonly doer: EditOperationShape['executor']
  readonly doers: readonly (Omit<EditOperationShape['executors'][number], 'executor'> & { readonly doer: string })[]
}

/** Reads an operation of this release, or of the last one. */
function readOperation(operation: EditOperationShape | EarlierOperation): EditOperationShape {
  if (!('doers' in operation)) return operation
  const { doer, doers, ...others } = operation
  const executors = doers.map(({ doer: executor, ...each }) => ({ ...each, executor }))
  return { ...others, executor: doer, executors }
}

/** The operations on an image, their executors, and their prices. */
export const editOperationsQuery = queryOptions({
  queryKey: ['edit-operations'],
  queryFn: ({ signal }) => api.editOperations.list({}, { signal }),
  select: ({ items }) => items.map(readOperation),
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
