import { Heart, Star, ThumbsDown, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { AssetShape } from '#contract/asset.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { feedbackKeys } from '#web/canvas/picture/picture-keys.ts'
import { setAssetFeedback } from '#web/data/assets/assets.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LightboxTools, type LightboxToolsProps } from '#web/ui/lightbox-tools.tsx'
import { PinsSwitch } from '#web/viewing/pins/pins-switch.tsx'
import type { PinsState } from '#web/viewing/pins/use-pins.ts'
import { assetTexts } from './texts.ts'

const icons = { like: Heart, star: Star, dislike: ThumbsDown }

type LightboxBarProps = Omit<LightboxToolsProps, 'texts'> & {
  asset: AssetShape
  pins: PinsState
}

/** The row above the picture: out, what one thinks of it, how large it is. */
export function LightboxBar({ asset, pins, ...tools }: LightboxBarProps) {
  return (
    <div className="lightbox-bar">
      <Dialog.Close asChild>
        <IconButton label={assetTexts.close} keys="Esc">
          <X />
        </IconButton>
      </Dialog.Close>
      <div className="ml-auto flex items-center gap-1">
        <PinsSwitch pins={pins} />
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
        <LightboxTools {...tools} texts={assetTexts} />
      </div>
    </div>
  )
}
