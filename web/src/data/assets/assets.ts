import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AssetShape } from '#contract/cards/asset.ts'
import type { FeedbackType } from '#domain/board/feedback.ts'
import { api } from '#web/data/http/client.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import type { AssetFilter } from './asset-filter.ts'
import { assetCountKey, assetListKey, patchItems } from './asset-lists.ts'

/** The user's finished images, newest first, page by page. */
export const assetsQuery = (filter: AssetFilter) =>
  infiniteQueryOptions({
    queryKey: assetListKey(filter),
    queryFn: ({ pageParam, signal }) =>
      api.assets.list({ ...filter, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // A failed load shows the empty page, as agreed; more retries would only delay it.
    retry: 1,
  })

/** The number of images that a filter finds. */
export const assetCountQuery = (filter: AssetFilter) =>
  queryOptions({
    queryKey: assetCountKey(filter),
    queryFn: ({ signal }) => api.assets.count(filter, { signal }),
  })

/** Adds or removes likes, stars and dislikes of images: optimistic, then on the server. */
export async function setAssetFeedback(
  assets: readonly AssetShape[],
  feedbackType: FeedbackType,
  wanted: 'given' | 'taken-back',
): Promise<void> {
  const changed = assets.filter(({ feedback }) => feedback.includes(feedbackType) === (wanted === 'taken-back'))
  const ids = new Set(changed.map(({ id }) => id))
  const show = (isGiven: boolean) =>
    patchItems((items) =>
      items.map((asset) => {
        if (!ids.has(asset.id)) return asset
        const others = asset.feedback.filter((type) => type !== feedbackType)
        return { ...asset, feedback: isGiven ? [...others, feedbackType] : others }
      }),
    )
  show(wanted === 'given')
  const call = wanted === 'given' ? api.images.giveFeedback : api.images.removeFeedback
  try {
    for (const { id } of changed) await call({ id, feedbackType })
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: failed feedback is undone on the page, so that a log entry is enough
    console.error('Feedback was not stored', error)
    show(wanted !== 'given')
    liveSession().assets.refresh()
  }
}

/** Moves generations and their branches to the trash. Returns how many. */
export async function deleteGenerations(ids: readonly string[]): Promise<number> {
  let deleted = 0
  const gone = new Set<string>()
  try {
    for (const id of ids) {
      // A descendant of another one is deleted with it.
      if (gone.has(id)) continue
      const reply = await api.generations.remove({ id })
      deleted += reply.deleted
      for (const each of reply.ids) gone.add(each)
    }
  } finally {
    liveSession().assets.removeCards(gone)
  }
  return deleted
}

/** Restores generations that were deleted together with their branches. */
export async function restoreGenerations(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await api.generations.restore({ id })
  } finally {
    liveSession().assets.refresh()
  }
}

/** Number of images that are offered beside an upload: two rows. */
const count = 12

/** The newest finished images. */
export const recentAssetsQuery = queryOptions({
  queryKey: ['recent-assets'],
  queryFn: async ({ signal }) => (await api.assets.list({}, { signal })).items.slice(0, count),
  staleTime: 5_000,
})
