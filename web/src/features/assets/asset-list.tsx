import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { AssetShape } from '#contract/asset.ts'
import type { AssetFilter } from '#web/data/assets/asset-filter.ts'
import { assetsQuery } from '#web/data/assets/assets.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, LoadFailed, LoadFailedLine } from '#web/ui/page-states.tsx'
import { assetTexts } from './texts.ts'
import './assets.css'

/** The images that a filter finds, as far as they are loaded. */
export type FoundAssets = {
  readonly assets: readonly AssetShape[]
  readonly state: 'loading' | 'loaded' | 'failed'
  readonly hasMore: boolean
  /** Loads the next page, unless one is being loaded or has failed. */
  loadMore(): void
  tryAgain(): void
}

/** Loads the images that a filter finds, newest first, page by page. */
export function useFoundAssets(filter: AssetFilter): FoundAssets {
  const { data, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    assetsQuery(filter),
  )
  const assets = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification has a failed load only logged
    if (error) console.error('The assets could not be loaded', error)
  }, [error])
  return {
    assets,
    state: error ? 'failed' : isPending ? 'loading' : 'loaded',
    hasMore: hasNextPage,
    loadMore: () => void (hasNextPage && !isFetchingNextPage && !error && fetchNextPage()),
    tryAgain: () => void (assets.length === 0 ? refetch() : fetchNextPage()),
  }
}

type AssetListProps = {
  found: FoundAssets
  isFiltered: boolean
  onClearFilter(): void
  /** The way to a first image, offered where there is none. */
  firstStep: ReactNode
  /** The grid of the images, where there are any. */
  children: ReactNode
}

/** The images that were found; or why there are none, and what to do next. */
export function AssetList({ found, isFiltered, onClearFilter, firstStep, children }: AssetListProps) {
  const { assets, state, tryAgain } = found
  if (assets.length > 0)
    return (
      <>
        {children}
        {state === 'failed' && <LoadFailedLine text={assetTexts.moreFailed} onTryAgain={tryAgain} />}
      </>
    )
  if (state === 'loading') return <AssetPlaceholders />
  if (state === 'failed') return <AssetsFailed onTryAgain={tryAgain} />
  return isFiltered ? <NoHit onClear={onClearFilter} /> : <NoAssets action={firstStep} />
}

/** The number that the specification has. */
const placeholders = Array.from({ length: 10 }, (_, place) => place)

/** Placeholders of the images, at their final height. */
function AssetPlaceholders() {
  return (
    <div role="status" aria-label={assetTexts.loading} className="asset-placeholders">
      {placeholders.map((place) => (
        <span key={place} className="shimmer" />
      ))}
    </div>
  )
}

/** The list could not be read; the title is the specification's. */
const AssetsFailed = ({ onTryAgain }: { onTryAgain(): void }) => (
  <LoadFailed title={assetTexts.empty} text={assetTexts.failed} onTryAgain={onTryAgain} />
)

/** No images yet. */
const NoAssets = ({ action }: { action: ReactNode }) => (
  <EmptyState title={assetTexts.empty} text={assetTexts.emptyText}>
    {action}
  </EmptyState>
)

/** There are images, but none matches. */
function NoHit({ onClear }: { onClear(): void }) {
  return (
    <EmptyState title={assetTexts.noHit} text={assetTexts.noHitText}>
      <Button kind="line" onClick={onClear}>
        {assetTexts.clear}
      </Button>
    </EmptyState>
  )
}
