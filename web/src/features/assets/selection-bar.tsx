import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Columns2,
  Download,
  FileOutput,
  Heart,
  History,
  ImagePlus,
  Map as MapIcon,
  ScanText,
  Star,
  Trash2,
  X,
} from 'lucide-react'
import type { ProjectShape } from '#contract/board/project.ts'
import type { AssetShape } from '#contract/cards/asset.ts'
import type { FeedbackType } from '#domain/board/feedback.ts'
import { maxBroughtIn } from '#domain/generation/origin.ts'
import { folderNames } from '#domain/text/file-names.ts'
import { setAssetFeedback } from '#web/data/assets/assets.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { newId } from '#web/data/http/request-ids.ts'
import { readPng, readWithHistory } from '#web/data/pictures/image-file.ts'
import { copyAssets } from '#web/data/pictures/send-pictures.ts'
import { type NamedPicture, readFewAtATime, zipPictures } from '#web/data/pictures/zip-pictures.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { Button, buttonClass, IconButton, Spinner } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/files.ts'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { maxCompared } from '#web/viewing/gathered.ts'
import { assetTexts } from './texts.ts'

type SelectionBarProps = {
  assets: readonly AssetShape[]
  onCompare(): void
  onDescribe(): void
  onExport(): void
  onDelete(): void
  onClear(): void
}

/** The actions on the selected images. */
export function SelectionBar({ assets, onCompare, onDescribe, onExport, onDelete, onClear }: SelectionBarProps) {
  const { mutate: download, isPending: isBusy } = useMutation({
    mutationFn: (save: typeof downloadAssets) => save(assets),
  })
  const generationIds = new Set(assets.map(({ generationId }) => generationId))
  const [first] = assets

  return (
    <div role="toolbar" aria-label={assetTexts.selection} className="asset-bar island">
      <b className="tabular-nums" role="status">
        {assetTexts.selected(assets.length)}
      </b>
      <Button
        kind="quiet"
        size="small"
        busy={isBusy}
        aria-label={assetTexts.download}
        data-tooltip={assetTexts.download}
        onClick={() => download(downloadAssets)}
      >
        {!isBusy && <Download aria-hidden="true" />}
        <span>{assetTexts.download}</span>
      </Button>
      <Button
        kind="quiet"
        size="small"
        aria-label={assetTexts.export}
        data-tooltip={assetTexts.export}
        onClick={onExport}
      >
        <FileOutput aria-hidden="true" />
        <span>{assetTexts.export}</span>
      </Button>
      <Button
        kind="quiet"
        size="small"
        aria-label={assetTexts.downloadHistory}
        data-tooltip={assetTexts.downloadHistory}
        onClick={() => download(downloadAssetsWithHistory)}
      >
        <History aria-hidden="true" />
        <span>{assetTexts.withHistory}</span>
      </Button>
      <Button
        kind="quiet"
        size="small"
        aria-label={assetTexts.compare}
        data-tooltip={assetTexts.compare}
        reason={assets.length < 2 || assets.length > maxCompared ? assetTexts.compareCount : null}
        onClick={onCompare}
      >
        <Columns2 aria-hidden="true" />
        <span>{assetTexts.compare}</span>
      </Button>
      <Button
        kind="quiet"
        size="small"
        aria-label={assetTexts.describe}
        data-tooltip={assetTexts.describe}
        onClick={onDescribe}
      >
        <ScanText aria-hidden="true" />
        <span>{assetTexts.describe}</span>
      </Button>
      <FeedbackAct assets={assets} type="like" />
      <FeedbackAct assets={assets} type="star" />
      {first && generationIds.size === 1 ? (
        <Link
          to="/project/$projectId"
          params={{ projectId: first.projectId }}
          search={{ card: first.generationId }}
          aria-label={assetTexts.showOnCanvas}
          data-tooltip={assetTexts.showOnCanvas}
          className={buttonClass('quiet', 'small')}
        >
          <MapIcon aria-hidden="true" />
          <span>{assetTexts.showOnCanvas}</span>
        </Link>
      ) : (
        <Button kind="quiet" size="small" aria-label={assetTexts.showOnCanvas} reason={assetTexts.oneCardOnly}>
          <MapIcon aria-hidden="true" />
          <span>{assetTexts.showOnCanvas}</span>
        </Button>
      )}
      <PutOnCanvas assets={assets} />
      <span className="mx-1 h-5 w-px bg-hairline max-sm:hidden" />
      <Button
        kind="quiet"
        size="small"
        // Without its word, among icons, it does not stand out.
        className="lg:text-danger!"
        aria-label={assetTexts.remove}
        data-tooltip={assetTexts.remove}
        onClick={onDelete}
      >
        <Trash2 aria-hidden="true" />
        <span>{assetTexts.remove}</span>
      </Button>
      <IconButton size="small" label={assetTexts.clearSelection} keys="Esc" onClick={onClear}>
        <X />
      </IconButton>
    </div>
  )
}

const icons = { like: Heart, star: Star }

/** Adds feedback that at least one of them lacks; removes it where all have it. */
function FeedbackAct({ assets, type }: { assets: readonly AssetShape[]; type: FeedbackType & ('like' | 'star') }) {
  const Icon = icons[type]
  const areSet = assets.every(({ feedback }) => feedback.includes(type))
  return (
    <Button
      kind="quiet"
      size="small"
      aria-label={assetTexts[type]}
      data-tooltip={assetTexts[type]}
      aria-pressed={areSet}
      onClick={() => void setAssetFeedback(assets, type, areSet ? 'taken-back' : 'given')}
    >
      <Icon aria-hidden="true" className={areSet ? 'fill-current' : undefined} />
      <span>{assetTexts[type]}</span>
    </Button>
  )
}

type ChoosingBarProps = {
  count: number
  onUse(): void
  onCancel(): void
}

/** The number of pictures chosen for the prompt, and the way back with or without them. */
export function ChoosingBar({ count, onUse, onCancel }: ChoosingBarProps) {
  return (
    <div role="toolbar" aria-label={assetTexts.selection} className="asset-bar asset-bar-choosing island">
      <b className="tabular-nums" role="status">
        {assetTexts.chosen(count)}
      </b>
      <Button kind="quiet" size="small" onClick={onCancel}>
        {assetTexts.cancel}
      </Button>
      <Button kind="solid" size="small" reason={count === 0 ? assetTexts.useNothing : null} onClick={onUse}>
        {assetTexts.use(count)}
      </Button>
    </div>
  )
}

const { put: texts } = assetTexts

/** Without a connection, after this time the attempt is reported as failed. */
const maxMs = 120_000

/** Copies pictures to the canvas of a project, four on a card. Returns the first new card. */
async function putOnCanvas(assets: readonly AssetShape[], projectId: string): Promise<string | null> {
  const signal = AbortSignal.timeout(maxMs)
  let first: string | null = null
  for (let at = 0; at < assets.length; at += maxBroughtIn) {
    const imageIds = assets.slice(at, at + maxBroughtIn).map(({ id }) => id)
    const { generations, refused } = await copyAssets(projectId, { cardId: newId(), imageIds, place: null }, { signal })
    const [unfit] = refused
    if (unfit) throw new Error(`${unfit.name}: ${unfit.message}`)
    first ??= generations[0]?.id ?? null
  }
  return first
}

/** Chooses a project whose canvas gets the pictures as cards. */
function PutOnCanvas({ assets }: { assets: readonly AssetShape[] }) {
  const projects = useQuery(projectsQuery).data ?? []
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: ProjectShape) => putOnCanvas(assets, id),
    onSuccess: (cardId, { id, title }) =>
      showToast({
        kind: 'success',
        title: texts.done(title),
        action: { label: texts.open, run: () => location.assign(`/project/${id}${cardId ? `?card=${cardId}` : ''}`) },
      }),
    onError: (error) =>
      showToast({ kind: 'error', title: texts.failed, description: errorMessage(error, texts.tryAgain) }),
  })
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className={buttonClass('quiet', 'small')}
        aria-label={texts.label}
        data-tooltip={texts.label}
        disabled={isPending}
      >
        {isPending ? <Spinner /> : <ImagePlus aria-hidden="true" />}
        <span>{texts.label}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="center"
        side="top"
        sideOffset={8}
        collisionPadding={8}
        aria-label={texts.choose}
        className="popover menu max-h-[min(420px,var(--radix-dropdown-menu-content-available-height))] max-w-72 overflow-y-auto"
      >
        {projects.map((project) => (
          <DropdownMenu.Item key={project.id} className="menu-item" onSelect={() => mutate(project)}>
            <span className="truncate" dir="auto">
              {project.title}
            </span>
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/**
 * Saves images with their provenance, each as a file of its own: all of them, or none, for example where a race hides a
 * model.
 */
export async function downloadAssetsWithHistory(assets: readonly AssetShape[]): Promise<void> {
  if (assets.some(({ hidesModel }) => hidesModel))
    return showToast({ kind: 'info', title: assetTexts.historyHidden, description: assetTexts.historyHiddenText })
  const names = folderNames(assets.map(({ prompt }) => prompt))
  try {
    const blobs = await readFewAtATime(assets, ({ id }) => readWithHistory(id))
    for (const [place, blob] of blobs.entries()) saveFile(`${names[place]}.png`, blob)
    showToast({ kind: 'success', title: assetTexts.downloaded })
  } catch {
    showToast({ kind: 'error', title: assetTexts.downloadFailed, description: assetTexts.downloadFailedText })
  }
}

/** Saves images: one as a PNG, several as one zip with a manifest. All of them or none; shows the result. */
export async function downloadAssets(assets: readonly AssetShape[]): Promise<void> {
  const names = folderNames(assets.map(({ prompt }) => prompt))
  const files = assets.map(
    (asset, index): NamedPicture => ({
      name: `${names[index]}.png`,
      generation: asset,
      image: asset,
    }),
  )
  try {
    const [only] = files
    if (only && files.length === 1) saveFile('generation-1.png', await readPng(only.image.id))
    else saveFile('images.zip', await zipPictures(files))
    showToast({ kind: 'success', title: assetTexts.downloaded })
  } catch {
    showToast({ kind: 'error', title: assetTexts.downloadFailed, description: assetTexts.downloadFailedText })
  }
}
