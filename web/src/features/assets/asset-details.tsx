import { Link } from '@tanstack/react-router'
import { Copy, Download, History, Map as MapIcon, PanelRight } from 'lucide-react'
import type { AssetShape } from '#contract/asset.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { removeComment, resolveComment, type SaidOfImage } from '#web/data/review.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { madeFact, seedFact } from '#web/ui/image-facts.ts'
import { Notes } from '#web/ui/notes.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PictureRemarks } from '#web/viewing/pins/picture-remarks.tsx'
import { RemarkActs } from '#web/viewing/pins/remark-acts.tsx'
import { downloadAssets, downloadAssetsWithHistory } from './download-assets.ts'
import { settingsFact } from './settings-fact.ts'
import { assetTexts } from './texts.ts'

const copied = {
  done: assetTexts.promptCopied,
  failed: { title: assetTexts.copyFailed, description: assetTexts.copyFailedText },
}

type AssetDetailsProps = {
  asset: AssetShape
  said: SaidOfImage
  /** The comment whose pin was pressed last. */
  pressed: { readonly id: string } | null
  onHide(): void
}

const sayNotChanged = (error: unknown) =>
  showToast({
    kind: 'error',
    title: assetTexts.commentNotChanged,
    description: errorMessage(error, assetTexts.tryAgain),
  })

/** The panel beside the picture: how it was made, where it lies, and a copy of it. */
export function AssetDetails({ asset, said, pressed, onHide }: AssetDetailsProps) {
  const { facts } = assetTexts
  return (
    <aside className="lightbox-details" aria-label={assetTexts.details}>
      <header>
        <h2 className="mr-auto font-semibold">{assetTexts.details}</h2>
        <IconButton size="small" label={assetTexts.hideDetails} onClick={onHide}>
          <PanelRight />
        </IconButton>
      </header>
      <div className="lightbox-facts">
        <div className="min-w-0">
          <div className="flex h-7 items-center justify-between text-12 text-muted">
            {assetTexts.prompt}
            <IconButton
              size="small"
              label={assetTexts.copyPrompt}
              className="-mr-2"
              onClick={() => void copyText(asset.prompt, copied)}
            >
              <Copy />
            </IconButton>
          </div>
          <p className="lightbox-prompt">{asset.prompt}</p>
        </div>
        <dl className="tabular-nums">
          <dt>{facts.model}</dt>
          <dd>{asset.model}</dd>
          <dt>{facts.settings}</dt>
          <dd>{settingsFact(asset)}</dd>
          <dt>{facts.seed}</dt>
          <dd>{seedFact(asset.seed)}</dd>
          <dt>{facts.made}</dt>
          <dd>{madeFact(asset.createdAt)}</dd>
        </dl>
        <Notes label={assetTexts.notes} notes={asset.warnings} />
        <PictureRemarks remarks={said.comments} likedBy={said.likedBy} pressed={pressed}>
          {({ id, isResolved }) => (
            <RemarkActs
              isResolved={isResolved}
              onResolve={(wanted) => void resolveComment(asset.projectId, id, wanted).catch(sayNotChanged)}
              onRemove={() => void removeComment(asset.projectId, id).catch(sayNotChanged)}
            />
          )}
        </PictureRemarks>
      </div>
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
    </aside>
  )
}
