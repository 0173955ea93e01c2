import type { InfiniteData, Query, QueryFilters } from '@tanstack/react-query'
import type { AssetShape } from '#contract/asset.ts'
import { queryClient } from '../query-client.ts'
import type { AssetFilter } from './asset-filter.ts'

/** What the key of every list of assets begins with; its filter follows. */
const everyAssetList = ['assets'] as const

/** The key of the list that a filter narrows. */
export const assetListKey = (filter: AssetFilter) => [...everyAssetList, filter] as const
/** The filter of a list. */
export const filterOf = ({ queryKey }: Query): AssetFilter => (queryKey as ReturnType<typeof assetListKey>)[1]

/** Pages as the server answers them, each with the cursor that was asked for: null for the first. */
export type AssetList = InfiniteData<
  { readonly items: AssetShape[]; readonly nextCursor: string | null },
  string | null
>

/** A list of more pages is not read anew for one image: somebody has scrolled far, and each page is a request. */
const mostReadAnew = 3

/** What has been read of a list; undefined before. */
export const listOf = ({ state }: Query) => state.data as AssetList | undefined

/** Whether a list is so long that it takes in what has changed, and is not read anew. */
export const isLong = (query: Query) => (listOf(query)?.pages.length ?? 0) > mostReadAnew

/** The long lists among those that have been asked for. */
export const longLists = (): Query[] =>
  queryClient.getQueryCache().findAll({ queryKey: everyAssetList, predicate: isLong })

/** Reads these lists anew: those that are shown now, the others when they are shown again. */
export const readAnew = (predicate: NonNullable<QueryFilters['predicate']> = () => true) =>
  queryClient.invalidateQueries({ queryKey: everyAssetList, predicate })

/** Changes the images of every list that has been read. */
export function patchItems(change: (items: AssetShape[]) => AssetShape[]): void {
  queryClient.setQueriesData<AssetList>(
    { queryKey: everyAssetList },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) },
  )
}
