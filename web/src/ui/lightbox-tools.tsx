import { Info, Maximize } from 'lucide-react'
import { IconButton } from './button.tsx'

/** Labels of the tools, given by the page that shows the image. */
export type LightboxToolTexts = {
  readonly zoomNow: (percent: number) => string
  readonly percent: (percent: number) => string
  readonly zoomIn: string
  readonly fit: string
  readonly showDetails: string
  readonly hideDetails: string
}

export type LightboxToolsProps = {
  /** Device pixels per picture pixel. */
  scale: number
  zoom: { isFitted: boolean; toggle(): void }
  details: { isShown: boolean; toggle(): void }
  texts: LightboxToolTexts
}

/** At the top right of a large picture: its zoom, the fit button, and the button of the panel beside it. */
export function LightboxTools({ scale, zoom, details, texts }: LightboxToolsProps) {
  const percent = Math.round(scale * 100)
  return (
    <>
      <span className="lightbox-separator" />
      <button
        type="button"
        className="button button-quiet button-small min-w-14 justify-center tabular-nums max-sm:hidden"
        aria-label={texts.zoomNow(percent)}
        data-tooltip={texts.zoomIn}
        data-tooltip-keys="Space"
        onClick={() => zoom.isFitted && zoom.toggle()}
      >
        {texts.percent(percent)}
      </button>
      <IconButton
        label={texts.fit}
        keys="Space"
        aria-disabled={zoom.isFitted || undefined}
        className="max-sm:hidden"
        onClick={() => zoom.isFitted || zoom.toggle()}
      >
        <Maximize />
      </IconButton>
      {/* The panel has its own button beside the picture, and none on a phone. */}
      <IconButton
        label={details.isShown ? texts.hideDetails : texts.showDetails}
        aria-expanded={details.isShown}
        className="lightbox-info"
        onClick={details.toggle}
      >
        <Info />
      </IconButton>
    </>
  )
}
