import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ReferenceUse, RemakeReply } from '#contract/prompts/reference-use.ts'
import { api } from '../http/client.ts'
import { withRequestId } from '../http/request-ids.ts'
import { refreshWords, wordKeys } from './word-keys.ts'

/** The cards that name a reference, newest first, page by page; the first page has the saved prompts. Read again with the references. */
export const referenceUsesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...wordKeys.references, 'uses', id],
    queryFn: ({ pageParam, signal }) =>
      api.references.uses({ id, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Whether a card can be made again with the newest version of its reference. */
export const canRemake = ({ isCurrent, price }: ReferenceUse): boolean => !isCurrent && price !== null

/** The price of making cards again, in hundredths of a credit. */
export const priceOfUses = (uses: readonly ReferenceUse[]): number =>
  uses.reduce((sum, { price }) => sum + (price ?? 0), 0)

type Remaking = {
  readonly referenceId: string
  /** The newest version of the reference. */
  readonly versionId: string
  readonly uses: readonly ReferenceUse[]
}

/** Makes cards again with the newest version of a reference. Repeated after a lost reply, they are made and paid once. */
export async function remakeUses({ referenceId: id, versionId, uses }: Remaking): Promise<RemakeReply> {
  const generationIds = uses.map(({ generationId }) => generationId)
  const reply = await withRequestId(
    { request: { id, generationIds, price: priceOfUses(uses) }, intent: { remake: versionId, generationIds } },
    (body, seriesId) => api.references.remake({ ...body, seriesId }),
  )
  // Not awaited: the reply counts, also where the list cannot be read again.
  void refreshWords('references')
  return reply
}
