import type { InfiniteData, Query, QueryFilters } from '@tanstack/react-query'
import type { AssetShape } from '#contract/cards/asset.ts'
import { api } from '../http/client.ts'
import { queryClient } from '../http/query-client.ts'
import type { Clock } from '../live/clock.ts'
import type { AssetFilter } from './asset-filter.ts'

/** The prefix of the keys of all lists of assets; the filter follows. */
const everyAssetList = ['assets'] as const

/** The key of the list with a filter. */
export const assetListKey = (filter: AssetFilter) => [...everyAssetList, filter] as const
/** The prefix of the keys of their counts. */
const everyAssetCount = ['asset-count'] as const
export const assetCountKey = (filter: AssetFilter) => [...everyAssetCount, filter] as const
/** The filter of a list. */
const filterOf = ({ queryKey }: Query): AssetFilter => (queryKey as ReturnType<typeof assetListKey>)[1]

/** Pages as the server returns them, each with the cursor of its request: null for the first. */
export type AssetList = InfiniteData<
  { readonly items: AssetShape[]; readonly nextCursor: string | null },
  string | null
>

/**
 * A list of more pages is patched and not read again for one image: the user has scrolled far, and each page is a
 * request.
 */
const maxReadAgain = 3

/** The cached pages of a list; undefined before the first read. */
const listOf = ({ state }: Query) => state.data as AssetList | undefined

/** Whether a list is so long that it is patched, and not read again. */
const isLong = (query: Query) => (listOf(query)?.pages.length ?? 0) > maxReadAgain

/** The long lists in the cache. */
const longLists = (): Query[] => queryClient.getQueryCache().findAll({ queryKey: everyAssetList, predicate: isLong })

/** Invalidates these lists: the visible ones are read again now, the others when they are shown again. */
const invalidate = (predicate: NonNullable<QueryFilters['predicate']> = () => true) =>
  queryClient.invalidateQueries({ queryKey: everyAssetList, predicate })

/** Changes the images of every cached list. */
export function patchItems(change: (items: AssetShape[]) => AssetShape[]): void {
  queryClient.setQueriesData<AssetList>(
    { queryKey: everyAssetList },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) },
  )
}

/**
 * Merges a list with its newest page: new images are added, removed ones disappear, and older ones stay, in pages whose
 * cursors stay valid.
 * @param newest The newest images, as many as one page has.
 * @returns null where the two do not overlap: more images are new than a page holds.
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

/** A fetch in flight would overwrite the patch. */
const isBeingRead = ({ state }: Query) => state.fetchStatus !== 'idle'

/**
 * Adds images to a long list by reading its newest page alone.
 * @param imageIds The new images; the list has those that match its filter.
 */
async function addNewest(query: Query, imageIds: readonly string[]): Promise<void> {
  const isThisOne = ({ queryHash }: Query) => queryHash === query.queryHash
  const filter = filterOf(query)
  // A hidden list is read when it is shown; a fetch in flight would overwrite this patch.
  if (!query.isActive() || isBeingRead(query)) return void invalidate(isThisOne)
  try {
    const { items } = await api.assets.list(filter)
    const list = listOf(query)
    const merged = list && !isBeingRead(query) ? withNewest(list, items) : null
    const known = new Set(merged?.pages.flatMap((page) => page.items.map(({ id }) => id)))
    // A re-generated image of an old card: its place is further down. A filter may exclude it altogether.
    const isWhole = Object.keys(filter).length > 0 || imageIds.every((id) => known.has(id))
    if (merged && isWhole) queryClient.setQueryData(query.queryKey, merged)
    else void invalidate(isThisOne)
  } catch {
    // The next image, or opening the page again, retries this.
    void invalidate(isThisOne)
  }
}

/** Debounce: the four images of a card finish one after the other; the lists are read once for all of them. */
const gatherMs = 250

/** Keeps every list of assets up to date with new and deleted images, and with feedback. */
export function createAssetLists(clock: Pick<Clock, 'after'>) {
  let stopTimer = () => {}
  let isEverythingStale = false
  /** New images that are in no list yet. */
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
    void queryClient.invalidateQueries({ queryKey: everyAssetCount })
    if (isEverything) return void invalidate()
    void invalidate((query) => !isLong(query))
    if (imageIds.length > 0) for (const query of longLists()) void addNewest(query, imageIds)
  }

  return {
    /** Reads the visible lists again, soon: more has changed than an event contains. */
    refresh() {
      isEverythingStale = true
      schedule()
    },

    /** Adds a new image, soon: a long list reads its newest page alone. */
    addImage(imageId: string) {
      awaited.add(imageId)
      schedule()
    },

    /** Removes the images of deleted cards from every list; the short ones are read again, soon. */
    removeCards(ids: ReadonlySet<string>) {
      patchItems((items) => items.filter(({ generationId }) => !ids.has(generationId)))
      void invalidate(isBeingRead)
      schedule()
    },

    /** Updates the feedback of an image. */
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
