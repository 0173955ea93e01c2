import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { AssetCountShape, AssetShape } from '#contract/cards/asset.ts'
import type { AssetFilter } from '#web/data/assets/asset-filter.ts'
import { assetCountQuery, assetsQuery } from '#web/data/assets/assets.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, LoadFailed, LoadFailedLine } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { assetTexts } from './texts.ts'
import './assets.css'

/** The images that a filter finds, as far as they are loaded. */
type FoundAssets = {
  readonly assets: readonly AssetShape[]
  readonly state: 'loading' | 'loaded' | 'failed'
  readonly hasMore: boolean
  /** All that the filter finds; while that is being counted, those that are loaded. */
  readonly total: AssetCountShape
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
  const { data: counted } = useQuery({ ...assetCountQuery(filter), enabled: hasNextPage })
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the page shows the failure, the log its cause
    if (error) console.error('The assets could not be loaded', error)
  }, [error])
  return {
    assets,
    state: error ? 'failed' : isPending ? 'loading' : 'loaded',
    hasMore: hasNextPage,
    total:
      hasNextPage && counted && counted.count >= assets.length
        ? counted
        : { count: assets.length, isExact: !hasNextPage },
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

/** Ten placeholders fill the first screen. */
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

/** The list could not be read. */
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

/**
 * The selected images of the list: not those that a filter hides. At most `limit` where there is one. A press with
 * Shift adds everything since the last one.
 */
export function useSelection(assets: readonly AssetShape[], most: number) {
  const [chosen, setIds] = useState<ReadonlySet<string>>(new Set())
  const ids = listedOnly(chosen, assets)
  const anchor = useRef<number | null>(null)

  const select = (next: ReadonlySet<string>) => {
    if (next.size <= most) return setIds(next)
    showToast({ kind: 'info', title: assetTexts.tooMany(most) })
  }
  return {
    ids,
    /** In the order of the list. */
    assets: assets.filter(({ id }) => ids.has(id)),
    toggle(index: number, { shiftKey }: { shiftKey: boolean }) {
      const asset = assets[index]
      if (!asset) return
      if (shiftKey && anchor.current !== null) select(withRange(ids, assets, [anchor.current, index]))
      else select(toggled(ids, asset.id))
      anchor.current = index
    },
    selectAll: () => select(new Set(assets.map(({ id }) => id))),
    clear() {
      setIds(new Set())
      anchor.current = null
    },
  }
}

/** The ids after one was toggled. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The ids with everything between two indexes of the list, in either order. */
export function withRange(
  ids: ReadonlySet<string>,
  list: readonly { readonly id: string }[],
  [from, to]: readonly [number, number],
): ReadonlySet<string> {
  const between = list.slice(Math.min(from, to), Math.max(from, to) + 1)
  return new Set([...ids, ...between.map(({ id }) => id)])
}

/** The selected images that are in the list: an image that a filter hides is not selected while it is hidden. */
export function listedOnly(
  selected: ReadonlySet<string>,
  list: readonly { readonly id: string }[],
): ReadonlySet<string> {
  const listed = list.flatMap(({ id }) => (selected.has(id) ? [id] : []))
  return listed.length === selected.size ? selected : new Set(listed)
}
