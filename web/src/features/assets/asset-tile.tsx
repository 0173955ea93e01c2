import { Check, Heart, Star, ThumbsDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, useState } from 'react'
import type { AssetShape } from '#contract/asset.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { type ImageSize, imageAddress, thumbnailSizes } from '#web/data/pictures/image-address.ts'
import type { ScrollPace } from './asset-layout.ts'
import { assetTexts } from './texts.ts'

const icons = { like: Heart, star: Star, dislike: ThumbsDown }

/** The smallest file that is sharp in this box, which is measured in screen pixels. */
const sizeFor = (longestSide: number): ImageSize =>
  thumbnailSizes.find((size) => size >= longestSide * Math.min(2, devicePixelRatio)) ?? 512

/** A quarter of the pixels to load, to decode and to paint: enough for a passing picture. */
const passingSize = 256

/**
 * A sharp file for this box, and a smaller one for a tile that was mounted while the list was scrolled quickly, until
 * it is calm.
 * @param longestSide Screen pixels.
 */
function usePictureSize(longestSide: number, pace: ScrollPace): ImageSize {
  const sharp = sizeFor(longestSide)
  const [isPassing, setPassing] = useState(pace === 'quick')
  if (isPassing && pace === 'calm') setPassing(false)
  return isPassing && sharp === 512 ? passingSize : sharp
}

/** The actions on a tile. */
export type TileHands = {
  open(asset: AssetShape): void
  toggle(index: number, event: MouseEvent): void
  /** A key was pressed on it. */
  press(index: number, event: KeyboardEvent): void
}

type AssetTileProps = {
  asset: AssetShape
  /** Its index in the list. */
  index: number
  left: number
  top: number
  width: number
  height: number
  isSelected: boolean
  /** A press on the picture opens it, or selects it while images are being selected. */
  press: 'opens' | 'selects'
  pace: ScrollPace
  hands: TileHands
}

/**
 * One image of the list, uncropped, named by its prompt. Memoized: while the list scrolls, only changed tiles render
 * again.
 */
export const AssetTile = memo(function AssetTile(props: AssetTileProps) {
  const { asset, index, isSelected, press, pace, hands, ...place } = props
  const { id, prompt, averageColor, feedback } = asset
  const size = usePictureSize(Math.max(place.width, place.height), pace)
  const selects = press === 'selects'
  const given = feedbackTypes.filter((type) => feedback.includes(type))
  return (
    <div className="asset" data-selected={isSelected || undefined} style={place}>
      <button
        type="button"
        data-asset={id}
        className="asset-open"
        aria-label={selects ? assetTexts.select(prompt) : assetTexts.open(prompt)}
        aria-pressed={selects ? isSelected : undefined}
        style={{ backgroundColor: averageColor ?? undefined }}
        onClick={(event) => (selects || event.shiftKey ? hands.toggle(index, event) : hands.open(asset))}
        onKeyDown={(event) => hands.press(index, event)}
      >
        <img
          src={imageAddress(id, size)}
          alt={prompt}
          draggable={false}
          // A list that is scrolled quickly does not wait for its pictures.
          decoding="async"
        />
      </button>
      <button
        type="button"
        className="asset-check"
        aria-label={assetTexts.select(prompt)}
        aria-pressed={isSelected}
        // The picture itself does the same then.
        hidden={selects}
        onClick={(event) => hands.toggle(index, event)}
      >
        <Check aria-hidden="true" />
      </button>
      {selects && (
        <span className="asset-check" aria-hidden="true">
          <Check />
        </span>
      )}
      {given.length > 0 && (
        <span className="asset-feedback" aria-hidden="true">
          {given.map((type) => {
            const Icon = icons[type]
            return <Icon key={type} />
          })}
        </span>
      )}
    </div>
  )
})
