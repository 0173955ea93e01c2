import { memo } from 'react'
import type { ImageShape } from '#contract/image.ts'
import { useCard } from './board-context.ts'
import { PictureActions } from './picture-actions/picture-actions.tsx'
import { TileEnded } from './tile-ended.tsx'
import { TilePicture } from './tile-picture.tsx'
import { TileWaiting } from './tile-waiting.tsx'

/** One of the four places on a card, in whichever state its image is. */
export const Tile = memo(function Tile({ cardId, place }: { cardId: string; place: number }) {
  const image = useCard(cardId, (generation) => generation.images[place])
  if (!image) return null
  return (
    <div className="tile" data-image={image.id} data-status={image.status}>
      <TileContent image={image} cardId={cardId} />
    </div>
  )
})

function TileContent({ image, cardId }: { image: ImageShape; cardId: string }) {
  switch (image.status) {
    case 'queued':
    case 'running':
    case 'uncertain':
      return <TileWaiting image={image} />
    case 'completed':
      return (
        <>
          <TilePicture image={image} cardId={cardId} />
          <PictureActions image={image} cardId={cardId} />
        </>
      )
    case 'failed':
    case 'cancelled':
      return <TileEnded image={image} />
  }
}
