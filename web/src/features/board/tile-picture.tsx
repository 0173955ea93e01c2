import { useState } from 'react'
import type { ImageShape } from '#contract/image.ts'
import { pictureSize } from '#domain/layout/picture-box.ts'
import { readableZoom } from '#web/canvas/painter/paint-card.ts'
import { useZoomAtRest } from '#web/canvas/use-zoom.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { useBoardView, useCard } from './board-context.ts'
import { pictureSizeFor } from './picture-size.ts'
import { boardTexts } from './texts.ts'

type TilePictureProps = {
  image: ImageShape
  cardId: string
  /** How much larger than its place it is shown from far away. */
  enlarged: number
}

/** A picture: its average colour until the file is decoded, then the file that is sharp at the present zoom. */
export function TilePicture({ image, cardId, enlarged }: TilePictureProps) {
  const { controller, engine } = useBoardView()
  // A picture that a tile has shown already does not come up once more; in a view that moves each would be a layer.
  const [isShownAtOnce] = useState(() => engine.showsTiles() || engine.isMoving())
  const prompt = useCard(cardId, (generation) => generation.prompt) ?? ''
  const size = useZoomAtRest(controller, (zoom) =>
    pictureSizeFor(zoom < readableZoom ? zoom * enlarged : zoom, devicePixelRatio),
  )
  const { source, isLost } = useDecoded(imageAddress(image.id, size))
  return (
    <div
      className="tile-picture"
      data-seen={isShownAtOnce || undefined}
      style={{ ...pictureSize(image), backgroundColor: image.averageColor ?? 'var(--raised)' }}
    >
      {source ? (
        <img src={source} alt={prompt} draggable={false} />
      ) : (
        <span role="img" aria-label={prompt} className="size-full" data-pending={isLost ? undefined : ''} />
      )}
      {isLost && <p className="tile-lost">{boardTexts.pictureLost}</p>}
    </div>
  )
}
