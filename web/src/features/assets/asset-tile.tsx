import { Check, Heart, Star, ThumbsDown } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import type { AssetShape } from '#contract/asset.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { type ImageSize, imageAddress, thumbnailSizes } from '#web/data/image-address.ts'
import { assetTexts } from './texts.ts'

const icons = { like: Heart, star: Star, dislike: ThumbsDown }

/** The smallest file that is sharp in this box, which is measured in screen pixels. */
const sizeFor = (longestSide: number): ImageSize =>
  thumbnailSizes.find((size) => size >= longestSide * Math.min(2, devicePixelRatio)) ?? 512

type AssetTileProps = {
  asset: AssetShape
  place: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  isSelected: boolean
  /** A press on the picture opens it, or selects it where something is being selected. */
  press: 'opens' | 'selects'
  onOpen(): void
  onToggle(event: MouseEvent): void
  onKeyDown(event: KeyboardEvent): void
}

/** One image of the list, whole. Its prompt is its name. */
export function AssetTile({ asset, place, isSelected, press, onOpen, onToggle, onKeyDown }: AssetTileProps) {
  const { id, prompt, averageColor, feedback } = asset
  const selects = press === 'selects'
  return (
    <div className="asset" data-selected={isSelected || undefined} style={place}>
      <button
        type="button"
        data-asset={id}
        className="asset-open"
        aria-label={selects ? assetTexts.select(prompt) : assetTexts.open(prompt)}
        aria-pressed={selects ? isSelected : undefined}
        style={{ backgroundColor: averageColor ?? undefined }}
        onClick={(event) => (selects || event.shiftKey ? onToggle(event) : onOpen())}
        onKeyDown={onKeyDown}
      >
        <img src={imageAddress(id, sizeFor(Math.max(place.width, place.height)))} alt={prompt} draggable={false} />
      </button>
      <button
        type="button"
        className="asset-check"
        aria-label={assetTexts.select(prompt)}
        aria-pressed={isSelected}
        // The picture itself does the same then.
        hidden={selects}
        onClick={onToggle}
      >
        <Check aria-hidden="true" />
      </button>
      {selects && (
        <span className="asset-check" aria-hidden="true">
          <Check />
        </span>
      )}
      <span className="asset-feedback" aria-hidden="true">
        {feedbackTypes
          .filter((type) => feedback.includes(type))
          .map((type) => {
            const Icon = icons[type]
            return <Icon key={type} />
          })}
      </span>
    </div>
  )
}
