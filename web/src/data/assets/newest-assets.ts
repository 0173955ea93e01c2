import type { AssetShape } from '#contract/asset.ts'
import type { AssetList } from './asset-lists.ts'

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
