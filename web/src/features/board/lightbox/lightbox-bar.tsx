import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ImageShape } from '#contract/image.ts'
import { feedbackKeys } from '#web/canvas/picture/picture-keys.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LightboxTools, type LightboxToolsProps } from '#web/ui/lightbox-tools.tsx'
import { PinsSwitch } from '#web/viewing/pins/pins-switch.tsx'
import type { PinsState } from '#web/viewing/pins/use-pins.ts'
import { FeedbackButtons } from '../picture-actions/feedback-buttons.tsx'
import { lightboxTexts } from './texts.ts'

type LightboxBarProps = Omit<LightboxToolsProps, 'texts'> & {
  image: ImageShape
  count: number
  pins: PinsState
}

/** The row above the picture: out, which one it is, what one thinks of it, how large it is. */
export function LightboxBar({ image, count, pins, ...tools }: LightboxBarProps) {
  return (
    <div className="lightbox-bar">
      <Dialog.Close asChild>
        <IconButton label={lightboxTexts.close} keys="Esc">
          <X />
        </IconButton>
      </Dialog.Close>
      <span className="text-13 text-muted tabular-nums">{lightboxTexts.count(image.orderNum + 1, count)}</span>
      <div className="ml-auto flex items-center gap-1">
        <PinsSwitch pins={pins} />
        <FeedbackButtons image={image} shown="all" className="icon-button" keys={feedbackKeys} />
        <LightboxTools {...tools} texts={lightboxTexts} />
      </div>
    </div>
  )
}
