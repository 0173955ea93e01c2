import { Heart, Info, Maximize, Star, ThumbsDown, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { AssetShape } from '#contract/asset.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { feedbackKeys } from '#web/canvas/picture/picture-keys.ts'
import { setAssetFeedback } from '#web/data/assets/assets.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { assetTexts } from './texts.ts'

const icons = { like: Heart, star: Star, dislike: ThumbsDown }

type LightboxBarProps = {
  asset: AssetShape
  /** Screen pixels of the device to one of the picture's. */
  scale: number
  zoom: { isFitted: boolean; toggle(): void }
  details: { isShown: boolean; toggle(): void }
}

/** The row above the picture: out, what one thinks of it, how large it is. */
export function LightboxBar({ asset, scale, zoom, details }: LightboxBarProps) {
  const percent = Math.round(scale * 100)
  return (
    <div className="lightbox-bar">
      <Dialog.Close asChild>
        <IconButton label={assetTexts.close} keys="Esc">
          <X />
        </IconButton>
      </Dialog.Close>
      <div className="ml-auto flex items-center gap-1">
        {feedbackTypes.map((type) => {
          const Icon = icons[type]
          const isSet = asset.feedback.includes(type)
          return (
            <IconButton
              key={type}
              label={assetTexts.feedbackActs[type]}
              keys={feedbackKeys[type]}
              aria-pressed={isSet}
              className="feedback-button"
              onClick={() => void setAssetFeedback([asset], type, isSet ? 'taken-back' : 'given')}
            >
              <Icon className={isSet ? 'fill-current' : undefined} />
            </IconButton>
          )
        })}
        <span className="lightbox-separator" />
        <button
          type="button"
          className="button button-quiet button-small min-w-14 justify-center tabular-nums max-sm:hidden"
          aria-label={assetTexts.zoom(percent)}
          data-tooltip={assetTexts.zoomIn}
          data-tooltip-keys="Space"
          onClick={() => zoom.isFitted && zoom.toggle()}
        >
          {assetTexts.percent(percent)}
        </button>
        <IconButton
          label={assetTexts.fit}
          keys="Space"
          aria-disabled={zoom.isFitted || undefined}
          className="max-sm:hidden"
          onClick={() => zoom.isFitted || zoom.toggle()}
        >
          <Maximize />
        </IconButton>
        <IconButton
          label={details.isShown ? assetTexts.hideDetails : assetTexts.showDetails}
          aria-expanded={details.isShown}
          className="lightbox-info"
          onClick={details.toggle}
        >
          <Info />
        </IconButton>
      </div>
    </div>
  )
}
