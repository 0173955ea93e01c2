import { Link, useNavigate } from '@tanstack/react-router'
import { Download, History, Map as MapIcon, MousePointerClick, Search, SquareDashedMousePointer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AssetShape } from '#contract/cards/asset.ts'
import { formatSeed, formatTime } from '#domain/format.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { type AssetFilter, parseAssetFilter } from '#web/data/assets/asset-filter.ts'
import { deleteGenerations, restoreGenerations, setAssetFeedback } from '#web/data/assets/assets.ts'
import type { ChoosingPurpose, ChosenImage } from '#web/data/chosen-assets.ts'
import { type Command, offerCommands } from '#web/data/commands.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { Lightbox } from '#web/features/lightbox/lightbox.tsx'
import { LightboxDetails, settingsFact } from '#web/features/lightbox/lightbox-details.tsx'
import type { DescribedImage } from '#web/features/prompts/describe/describe-image-dialog.tsx'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { LazySlot, lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { WaitingDialog } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AssetFilters, AssetSearch, type FilterChange } from './asset-filters.tsx'
import { AssetGrid } from './asset-grid.tsx'
import { AssetList, useFoundAssets, useSelection } from './asset-list.tsx'
import { ChoosingBar, downloadAssets, downloadAssetsWithHistory, SelectionBar } from './selection-bar.tsx'
import { assetTexts } from './texts.ts'

/** Loaded when images are first compared. */
const comparison = lazyPart(async () => (await import('./asset-comparison.tsx')).AssetComparison)

/** Loaded when images are first described. */
const describing = lazyPart(
  async () => (await import('#web/features/prompts/describe/describe-assets.tsx')).DescribeAssets,
)

/** Loaded when images are first exported. */
const exporting = lazyPart(async () => (await import('#web/features/export/export-assets.tsx')).ExportAssets)

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
  const found = useFoundAssets(filter)
  const { assets, hasMore, total } = found
  const selection = useSelection(assets, choosing?.most ?? Number.POSITIVE_INFINITY)
  const [viewedId, setViewedId] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const [described, setDescribed] = useState<readonly DescribedImage[] | null>(null)
  const endDescribing = () => setDescribed(null)
  const comparing = useLazyPart(comparison)
  const exports = useLazyPart(exporting)
  useAssetCommands({
    hasSelection: () => selection.ids.size > 0,
    selectAll: selection.selectAll,
    selectNone: selection.clear,
  })

  const change = (part: FilterChange) => onFilter(parseAssetFilter({ ...filter, ...part }))
  const isFiltered = Object.keys(filter).length > 0
  const viewedAt = assets.findIndex(({ id }) => id === viewedId)
  const viewed = assets[viewedAt]
  const selectedCards = [...new Set(selection.assets.map(({ generationId }) => generationId))]

  return (
    <main
      className="assets px-8 pt-[88px] pb-[120px] max-tablet:px-6 max-tablet:pt-[80px] max-tablet:pb-[120px] max-sm:px-4 max-sm:pt-[64px] max-sm:pb-[160px]"
      data-selecting={selection.ids.size > 0 || undefined}
    >
      <div className="mb-2 flex items-center gap-2 max-sm:flex-wrap [&_h1]:mr-auto">
        <h1 className="display text-28">{choosing ? assetTexts.choose[choosing.purpose] : assetTexts.title}</h1>
        <AssetSearch keys="/" value={filter.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
      </div>
      <div className="sticky top-14 z-surface -mx-2 flex min-h-12 items-center gap-1 bg-ground p-2 max-tablet:scrollbar-none max-tablet:overflow-x-auto max-sm:top-12 max-sm:-mx-4 max-sm:px-4">
        <AssetFilters filter={filter} onChange={change} />
        {assets.length > 0 && (
          <span className="asset-count ml-auto flex-none pl-3 text-13 text-muted tabular-nums">
            {assetTexts.images(total.count, total.isExact ? 'all' : 'more')}
          </span>
        )}
      </div>
      <AssetList
        found={found}
        isFiltered={isFiltered}
        onClearFilter={() => onFilter({})}
        firstStep={
          <Link to="/image" className={buttonClass('go')}>
            {assetTexts.emptyAction}
          </Link>
        }
      >
        <AssetGrid
          assets={assets}
          selected={selection.ids}
          press={choosing || selection.ids.size > 0 ? 'selects' : 'opens'}
          room="page"
          isComplete={!hasMore}
          onOpen={({ id }) => setViewedId(id)}
          onToggle={selection.toggle}
          onEndNear={found.loadMore}
        />
      </AssetList>
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
          onDescribe={() => setDescribed(selection.assets)}
          onExport={exports.open}
          onDelete={() => setDeleting(true)}
          onClear={selection.clear}
        />
      )}
      {comparing.Part && <comparing.Part assets={selection.assets} onClose={comparing.close} />}
      {exports.Part && <exports.Part assets={selection.assets} onClose={exports.close} />}
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
          onDescribe={() => setDescribed([viewed])}
          onClose={() => setViewedId(null)}
        />
      )}
      {described && (
        <LazySlot
          part={describing}
          props={{ images: described, onClose: endDescribing }}
          fallback={<WaitingDialog />}
          onClose={endDescribing}
        />
      )}
    </main>
  )
}

const failed = (description: string) => showToast({ kind: 'error', title: assetTexts.error, description })

/** Moves cards and their branches to the trash, and shows a toast that restores them. */
async function deleteCards(generationIds: readonly string[]): Promise<void> {
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

type Acts = { hasSelection(): boolean; selectAll(): void; selectNone(): void }

/** Offers the commands of the assets page, while it is open. */
function useAssetCommands(acts: Acts): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const always = () => true
    const commands: Command[] = [
      {
        id: 'search-assets',
        group: 'view',
        icon: Search,
        label: () => assetTexts.commands.search,
        keys: ['/'],
        canRun: always,
        run: () => document.getElementById('asset-search')?.focus(),
      },
      {
        id: 'select-all',
        group: 'edit',
        icon: SquareDashedMousePointer,
        label: () => assetTexts.commands.all,
        keys: ['Mod+A'],
        canRun: always,
        run: () => latest.current.selectAll(),
      },
      {
        id: 'select-none',
        group: 'edit',
        icon: MousePointerClick,
        label: () => assetTexts.commands.none,
        keys: ['Escape'],
        canRun: () => latest.current.hasSelection(),
        run: () => latest.current.selectNone(),
      },
    ]
    return offerCommands({ reach: 'this-page', commands })
  }, [])
}

const copied = {
  done: assetTexts.promptCopied,
  failed: { title: assetTexts.copyFailed, description: assetTexts.copyFailedText },
}

type AssetLightboxProps = {
  asset: AssetShape
  /** Its neighbors in the list; null at the ends. */
  before: AssetShape | null
  after: AssetShape | null
  onShow(asset: AssetShape): void
  onDescribe(): void
  onClose(): void
}

/** The lightbox of the assets page; left and right step through the list. */
function AssetLightbox({ asset, before, after, onShow, onDescribe, onClose }: AssetLightboxProps) {
  const { facts } = assetTexts
  const navigate = useNavigate()
  const edit = () =>
    void navigate({
      to: '/project/$projectId',
      params: { projectId: asset.projectId },
      search: { card: asset.generationId, edit: asset.id },
    })
  const neighbor = (next: AssetShape | null) => next && { id: next.id, show: () => onShow(next) }
  return (
    <Lightbox
      title={assetTexts.lightbox}
      image={{ ...asset, thumbnail: imageAddress(asset.id, 512) }}
      projectId={asset.projectId}
      feedback={asset.feedback}
      before={neighbor(before)}
      after={neighbor(after)}
      onFeedback={(type) =>
        void setAssetFeedback([asset], type, asset.feedback.includes(type) ? 'taken-back' : 'given')
      }
      onEdit={edit}
      onClose={onClose}
      onCloseAutoFocus={() => document.querySelector<HTMLElement>(`[data-asset="${asset.id}"]`)?.focus()}
      details={(state) => (
        <LightboxDetails
          state={state}
          projectId={asset.projectId}
          imageId={asset.id}
          prompt={asset.prompt}
          notes={asset.warnings}
          facts={[
            { name: facts.model, value: shownModel(asset.model) },
            { name: facts.settings, value: settingsFact(asset.settings, asset) },
            { name: facts.seed, value: formatSeed(asset.seed) },
            { name: facts.made, value: formatTime(asset.createdAt) },
          ]}
          onCopyPrompt={() => void copyText(asset.prompt, copied)}
          onDescribe={onDescribe}
          onSavePrompt={null}
          footer={<Footer asset={asset} />}
        />
      )}
    />
  )
}

/** Links to the image's card, and copies of it. */
function Footer({ asset }: { asset: AssetShape }) {
  return (
    <footer className="grid-cols-[minmax(0,1fr)_auto_auto]!">
      <Link
        to="/project/$projectId"
        params={{ projectId: asset.projectId }}
        search={{ card: asset.generationId }}
        className={buttonClass('solid')}
      >
        <MapIcon aria-hidden="true" />
        {assetTexts.showOnCanvas}
      </Link>
      <IconButton label={assetTexts.download} className="outlined" onClick={() => void downloadAssets([asset])}>
        <Download />
      </IconButton>
      <IconButton
        label={assetTexts.downloadHistory}
        className="outlined"
        onClick={() => void downloadAssetsWithHistory([asset])}
      >
        <History />
      </IconButton>
    </footer>
  )
}
