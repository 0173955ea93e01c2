import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type AssetFilter, parseAssetFilter } from '#web/data/assets/asset-filter.ts'
import { assetsQuery, deleteGenerations, restoreGenerations } from '#web/data/assets/assets.ts'
import type { ChoosingPurpose, ChosenImage } from '#web/data/chosen-assets.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { LoadFailed, LoadFailedLine } from '#web/ui/page-states.tsx'
import { useAssetCommands } from './asset-commands.ts'
import { AssetFilters, type FilterChange } from './asset-filters.tsx'
import { AssetGrid } from './asset-grid.tsx'
import { AssetLightbox } from './asset-lightbox.tsx'
import { ChoosingBar, SelectionBar } from './selection-bar.tsx'
import { assetTexts } from './texts.ts'
import { useSelection } from './use-selection.ts'
import './assets.css'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'

/** Loaded when images are first compared. */
const comparison = lazyPart(async () => (await import('./asset-comparison.tsx')).AssetComparison)

/** Pictures are being chosen for a prompt. */
export type Choosing = {
  readonly purpose: ChoosingPurpose
  readonly most: number
  onUse(images: readonly ChosenImage[]): void
  onCancel(): void
}

type AssetsScreenProps = {
  filter: AssetFilter
  onFilter(filter: AssetFilter): void
  /** Null when no pictures are being chosen. */
  choosing: Choosing | null
}

/** All images of the user, newest first. */
export function AssetsScreen({ filter, onFilter, choosing }: AssetsScreenProps) {
  const { data, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    assetsQuery(filter),
  )
  const assets = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  const selection = useSelection(assets, choosing?.most ?? Number.POSITIVE_INFINITY)
  const [viewedId, setViewedId] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const comparing = useLazyPart(comparison)
  useAssetCommands({
    hasSelection: () => selection.ids.size > 0,
    selectAll: selection.selectAll,
    selectNone: selection.clear,
  })
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification has a failed load only logged
    if (error) console.error('The assets could not be loaded', error)
  }, [error])

  const change = (part: FilterChange) => onFilter(parseAssetFilter({ ...filter, ...part }))
  const isFiltered = Object.keys(filter).length > 0
  const viewedAt = assets.findIndex(({ id }) => id === viewedId)
  const viewed = assets[viewedAt]
  const selectedCards = [...new Set(selection.assets.map(({ generationId }) => generationId))]

  return (
    <main className="assets" data-selecting={selection.ids.size > 0 || undefined}>
      <div className="asset-head">
        <h1 className="display text-28">{choosing ? assetTexts.choose[choosing.purpose] : assetTexts.title}</h1>
        <SearchField value={filter.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
      </div>
      <div className="asset-filters">
        <AssetFilters filter={filter} onChange={change} />
        {assets.length > 0 && (
          <span className="asset-count">{assetTexts.images(assets.length, hasNextPage ? 'more' : 'all')}</span>
        )}
      </div>
      {isPending && <AssetPlaceholders />}
      {!isPending &&
        !error &&
        assets.length === 0 &&
        (isFiltered ? <NoHit onClear={() => onFilter({})} /> : <NoAssets />)}
      {error && assets.length === 0 && <AssetsFailed onTryAgain={() => void refetch()} />}
      {assets.length > 0 && (
        <AssetGrid
          assets={assets}
          selected={selection.ids}
          press={choosing || selection.ids.size > 0 ? 'selects' : 'opens'}
          isComplete={!hasNextPage}
          onOpen={({ id }) => setViewedId(id)}
          onToggle={selection.toggle}
          onEndNear={() => hasNextPage && !isFetchingNextPage && !error && void fetchNextPage()}
        />
      )}
      {error && assets.length > 0 && (
        <LoadFailedLine text={assetTexts.moreFailed} onTryAgain={() => void fetchNextPage()} />
      )}
      {choosing && (
        <ChoosingBar
          count={selection.assets.length}
          onUse={() => choosing.onUse(selection.assets)}
          onCancel={choosing.onCancel}
        />
      )}
      {!choosing && selection.assets.length > 0 && (
        <SelectionBar
          assets={selection.assets}
          onCompare={comparing.open}
          onDelete={() => setDeleting(true)}
          onClear={selection.clear}
        />
      )}
      {comparing.Part && <comparing.Part assets={selection.assets} onClose={comparing.close} />}
      {isDeleting && (
        <ConfirmDialog
          title={assetTexts.removeTitle(selectedCards.length)}
          text={assetTexts.removeText}
          confirmLabel={assetTexts.remove}
          onConfirm={() => {
            selection.clear()
            void deleteCards(selectedCards)
          }}
          onClose={() => setDeleting(false)}
        />
      )}
      {viewed && (
        <AssetLightbox
          asset={viewed}
          before={assets[viewedAt - 1] ?? null}
          after={assets[viewedAt + 1] ?? null}
          onShow={({ id }) => setViewedId(id)}
          onClose={() => setViewedId(null)}
        />
      )}
    </main>
  )
}

const failed = (description: string) => showToast({ kind: 'error', title: assetTexts.error, description })

/** Moves cards and their branches to the trash, and shows a toast that restores them. */
export async function deleteCards(generationIds: readonly string[]): Promise<void> {
  try {
    const count = await deleteGenerations(generationIds)
    const undo = () => restoreGenerations(generationIds).catch(() => failed(assetTexts.restoreFailed))
    showToast({
      kind: 'success',
      title: assetTexts.deleted,
      description: assetTexts.deletedText(count),
      action: { label: assetTexts.undo, run: () => void undo() },
    })
  } catch {
    failed(assetTexts.removeFailed)
  }
}

/** Debounce: the list does not change with each typed letter. */
const restMs = 250

type SearchFieldProps = { value: string; onChange(words: string): void }

/** The search in the prompts; it requests results when the typing pauses. */
function SearchField({ value, onChange }: SearchFieldProps) {
  const [words, setWords] = useState(value)
  const [asked, setAsked] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  // Changed from elsewhere: by a link, or by a press on 'Clear filters'.
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== asked) {
      setAsked(value)
      setWords(value)
    }
  }
  useEffect(() => {
    if (words === asked) return
    const timer = setTimeout(() => {
      setAsked(words)
      latest.current(words)
    }, restMs)
    return () => clearTimeout(timer)
  }, [words, asked])

  return (
    <div className="input asset-search">
      <Search aria-hidden="true" className="text-muted" />
      <input
        id="asset-search"
        type="search"
        aria-label={assetTexts.search}
        placeholder={assetTexts.search}
        maxLength={200}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <kbd>/</kbd>
    </div>
  )
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
function NoAssets() {
  return (
    <EmptyState title={assetTexts.empty} text={assetTexts.emptyText}>
      <Link to="/image" className={buttonClass('go')}>
        {assetTexts.emptyAction}
      </Link>
    </EmptyState>
  )
}

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
