import { Link, useNavigate } from '@tanstack/react-router'
import { Download, History, Map as MapIcon } from 'lucide-react'
import type { AssetShape } from '#contract/asset.ts'
import { formatSeed, formatTime } from '#domain/format.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { setAssetFeedback } from '#web/data/assets/assets.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { Lightbox } from '#web/features/lightbox/lightbox.tsx'
import { LightboxDetails, settingsFact } from '#web/features/lightbox/lightbox-details.tsx'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { downloadAssets, downloadAssetsWithHistory } from './download-assets.ts'
import { assetTexts } from './texts.ts'

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
  onClose(): void
}

/** The lightbox of the assets page; left and right step through the list. */
export function AssetLightbox({ asset, before, after, onShow, onClose }: AssetLightboxProps) {
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
          prompt={asset.prompt}
          notes={asset.warnings}
          facts={[
            { name: facts.model, value: shownModel(asset.model) },
            { name: facts.settings, value: settingsFact(asset.settings, asset) },
            { name: facts.seed, value: formatSeed(asset.seed) },
            { name: facts.made, value: formatTime(asset.createdAt) },
          ]}
          onCopyPrompt={() => void copyText(asset.prompt, copied)}
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
