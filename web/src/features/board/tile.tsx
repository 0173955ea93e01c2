import { type ComponentProps, type CSSProperties, memo } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import { bestPictureRect, pictureSize } from '#domain/layout/picture-box.ts'
import { bestImage } from '#domain/lineage/judged-image.ts'
import { useCard } from './board-context.ts'
import { PictureActions } from './picture-actions/picture-actions.tsx'
import { TileEnded } from './tile-ended.tsx'
import { TilePicture } from './tile-picture.tsx'
import { TileWaiting } from './tile-waiting.tsx'

/** One of the four places on a card, in whichever state its image is. */
export const Tile = memo(function Tile({ cardId, place }: { cardId: string; place: number }) {
  const image = useCard(cardId, (generation) => generation.images[place])
  const isBest = useCard(cardId, (generation) => bestPlaceOf(generation) === place)
  if (!image) return null
  return (
    <div
      className="tile"
      data-image={image.id}
      data-status={image.status}
      data-best={isBest || undefined}
      style={isBest ? ({ '--best-scale': bestScale(image) } as CSSProperties) : undefined}
    >
      <TileContent image={image} cardId={cardId} enlarged={isBest ? bestScale(image) : 1} />
    </div>
  )
})

/** The place of the image that alone stands for a card seen from far away; null while there is none, or some are made. */
const bestPlaceOf = ({ images, status }: GenerationShape) =>
  status === 'queued' || status === 'running' ? null : bestImage(images)

/** How much larger it is then. */
const bestScale = (image: ImageShape) =>
  bestPictureRect({ x: 0, y: 0, isCollapsed: false }, image).height / pictureSize(image).height

function TileContent({ image, cardId, enlarged }: ComponentProps<typeof TilePicture>) {
  switch (image.status) {
    case 'queued':
    case 'running':
    case 'uncertain':
      return <TileWaiting image={image} />
    case 'completed':
      return (
        <>
          <TilePicture image={image} cardId={cardId} enlarged={enlarged} />
          <PictureActions image={image} cardId={cardId} />
        </>
      )
    case 'failed':
    case 'cancelled':
      return <TileEnded image={image} />
  }
}
