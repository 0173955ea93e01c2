import { Info, Maximize, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ImageShape } from '#contract/image.ts'
import { feedbackKeys } from '#web/canvas/picture/picture-keys.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FeedbackButtons } from '../picture-actions/feedback-buttons.tsx'
import { lightboxTexts } from './texts.ts'

type LightboxBarProps = {
  image: ImageShape
  count: number
  /** Screen pixels of the device to one of the picture's. */
  scale: number
  zoom: { isFitted: boolean; toggle(): void }
  details: { isShown: boolean; toggle(): void }
}

/** The row above the picture: out, which one it is, what one thinks of it, how large it is. */
export function LightboxBar({ image, count, scale, zoom, details }: LightboxBarProps) {
  const percent = Math.round(scale * 100)
  return (
    <div className="lightbox-bar">
      <Dialog.Close asChild>
        <IconButton label={lightboxTexts.close} keys="Esc">
          <X />
        </IconButton>
      </Dialog.Close>
      <span className="text-13 text-muted tabular-nums">{lightboxTexts.count(image.orderNum + 1, count)}</span>
      <div className="ml-auto flex items-center gap-1">
        <FeedbackButtons image={image} shown="all" className="icon-button" keys={feedbackKeys} />
        <span className="lightbox-separator" />
        <button
          type="button"
          className="button button-quiet button-small min-w-14 justify-center tabular-nums max-sm:hidden"
          aria-label={lightboxTexts.zoomNow(percent)}
          data-tooltip={lightboxTexts.zoomIn}
          data-tooltip-keys="Space"
          onClick={() => zoom.isFitted && zoom.toggle()}
        >
          {lightboxTexts.percent(percent)}
        </button>
        <IconButton
          label={lightboxTexts.fit}
          keys="Space"
          aria-disabled={zoom.isFitted || undefined}
          className="max-sm:hidden"
          onClick={() => zoom.isFitted || zoom.toggle()}
        >
          <Maximize />
        </IconButton>
        {/* Beside the picture the panel has a button of its own; on a phone it has none. */}
        <IconButton
          label={details.isShown ? lightboxTexts.hideDetails : lightboxTexts.showDetails}
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
