import type { InfiniteData, Query, QueryFilters } from '@tanstack/react-query'
import type { AssetShape } from '#contract/asset.ts'
import { api } from '../client.ts'
import type { Clock } from '../live/clock.ts'
import { queryClient } from '../query-client.ts'
import type { AssetFilter } from './asset-filter.ts'

/** What the key of every list of assets begins with; its filter follows. */
const everyAssetList = ['assets'] as const

/** The key of the list that a filter narrows. */
export const assetListKey = (filter: AssetFilter) => [...everyAssetList, filter] as const
/** The filter of a list. */
const filterOf = ({ queryKey }: Query): AssetFilter => (queryKey as ReturnType<typeof assetListKey>)[1]

/** Pages as the server answers them, each with the cursor that was asked for: null for the first. */
export type AssetList = InfiniteData<
  { readonly items: AssetShape[]; readonly nextCursor: string | null },
  string | null
>

/** A list of more pages is patched and not read again for one image: the person has scrolled far, and each page is a request. */
const mostReadAgain = 3

/** What has been read of a list; undefined before. */
const listOf = ({ state }: Query) => state.data as AssetList | undefined

/** Whether a list is so long that it is patched with what has changed, and not read again. */
const isLong = (query: Query) => (listOf(query)?.pages.length ?? 0) > mostReadAgain

/** The long lists among those that have been asked for. */
const longLists = (): Query[] => queryClient.getQueryCache().findAll({ queryKey: everyAssetList, predicate: isLong })

/** Reads these lists again: those that are shown now, the others when they are shown again. */
const invalidate = (predicate: NonNullable<QueryFilters['predicate']> = () => true) =>
  queryClient.invalidateQueries({ queryKey: everyAssetList, predicate })

/** Changes the images of every list that has been read. */
export function patchItems(change: (items: AssetShape[]) => AssetShape[]): void {
  queryClient.setQueriesData<AssetList>(
    { queryKey: everyAssetList },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) },
  )
}

/**
 * A list with its newest page as the server has it now: what has come is there, what went from among it is gone, and what is
 * older stays as it was, in pages whose cursors stay true.
 * @param newest The newest images, as many as one page has.
 * @returns null where the two don't meet: more has come since than a page holds.
 */
export function withNewest({ pages, pageParams }: AssetList, newest: readonly AssetShape[]): AssetList | null {
  const fresh = new Set(newest.map(({ id }) => id))
  const isFresh = ({ id }: AssetShape) => fresh.has(id)
  const meetingAt = pages.findLastIndex(({ items }) => items.some(isFresh))
  const meeting = pages[meetingAt]
  if (!meeting) return null
  const older = meeting.items.slice(meeting.items.findLastIndex(isFresh) + 1)
  return {
    pages: [{ ...meeting, items: [...newest, ...older] }, ...pages.slice(meetingAt + 1)],
    pageParams: [null, ...pageParams.slice(meetingAt + 1)],
  }
}

/** A fetch in flight would overwrite what a list is patched with meanwhile. */
const isBeingRead = ({ state }: Query) => state.fetchStatus !== 'idle'

/**
 * Adds images to a long list by reading its newest page alone.
 * @param imageIds Those that have come; the list has the ones that its filter lets through.
 */
async function addNewest(query: Query, imageIds: readonly string[]): Promise<void> {
  const isThisOne = ({ queryHash }: Query) => queryHash === query.queryHash
  const filter = filterOf(query)
  // One that is not shown is read when it is; a fetch in flight would overwrite this patch.
  if (!query.isActive() || isBeingRead(query)) return void invalidate(isThisOne)
  try {
    const { items } = await api.assets.list(filter)
    const list = listOf(query)
    const merged = list && !isBeingRead(query) ? withNewest(list, items) : null
    const known = new Set(merged?.pages.flatMap((page) => page.items.map(({ id }) => id)))
    // An image of an old card, generated again: its place is further down. A filter may leave it out altogether.
    const isWhole = Object.keys(filter).length > 0 || imageIds.every((id) => known.has(id))
    if (merged && isWhole) queryClient.setQueryData(query.queryKey, merged)
    else void invalidate(isThisOne)
  } catch {
    // The next image, or the page when it is opened again, asks once more.
    void invalidate(isThisOne)
  }
}

/** Debounce: the four images of a card come one after the other; the lists are read once for all of them. */
const gatherMs = 250

/** Keeps every list of assets up to date with which images there are, and with their feedback. */
export function createAssetLists(clock: Pick<Clock, 'after'>) {
  let stopTimer = () => {}
  let isEverythingStale = false
  /** Images that have come and are in no list yet. */
  const awaited = new Set<string>()

  function schedule(): void {
    stopTimer()
    stopTimer = clock.after(gatherMs, flush)
  }

  function flush(): void {
    const imageIds = [...awaited]
    awaited.clear()
    const isEverything = isEverythingStale
    isEverythingStale = false
    if (isEverything) return void invalidate()
    void invalidate((query) => !isLong(query))
    if (imageIds.length > 0) for (const query of longLists()) void addNewest(query, imageIds)
  }

  return {
    /** Reads the lists that are shown again, soon: more has changed than an event says. */
    refresh() {
      isEverythingStale = true
      schedule()
    },

    /** Adds an image that has come, soon: a long list reads its newest page alone. */
    addImage(imageId: string) {
      awaited.add(imageId)
      schedule()
    },

    /** Removes the images of cards that went to the trash from every list; the short ones are read again, soon. */
    removeCards(ids: ReadonlySet<string>) {
      patchItems((items) => items.filter(({ generationId }) => !ids.has(generationId)))
      void invalidate(isBeingRead)
      schedule()
    },

    /** Shows the feedback of an image. */
    setFeedback(imageId: string, feedback: AssetShape['feedback']) {
      patchItems((items) => items.map((item) => (item.id === imageId ? { ...item, feedback } : item)))
      void invalidate((query) => filterOf(query).feedback !== undefined || isBeingRead(query))
    },

    stop() {
      stopTimer()
      awaited.clear()
    },
  }
}
