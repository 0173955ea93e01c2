import type { ImageShape } from '#contract/image.ts'
import type { Size } from '#web/canvas/picture/picture-view.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { useBoardView } from '../board-context.ts'
import { pictureSizeFor } from '../picture-size.ts'
import { lightboxTexts } from './texts.ts'

type LightboxPictureProps = {
  image: ImageShape
  prompt: string
  /** Its own size, and how it is shown. */
  picture: Size
  placed: { readonly scale: number; readonly x: number; readonly y: number }
}

/** The picture: at once the file that its card has already loaded, and over it the original as soon as it is decoded. */
export function LightboxPicture({ image, prompt, picture, placed }: LightboxPictureProps) {
  const { controller } = useBoardView()
  const { source, isLost } = useDecoded(imageAddress(image.id, 'original'))
  const thumbnail = imageAddress(image.id, pictureSizeFor(controller.get().zoom, devicePixelRatio))
  return (
    <div
      className="lightbox-picture"
      style={{
        width: picture.width * placed.scale,
        height: picture.height * placed.scale,
        backgroundColor: image.averageColor ?? undefined,
        transform: `translate(calc(-50% + ${placed.x}px), calc(-50% + ${placed.y}px))`,
      }}
    >
      <img src={thumbnail} alt={source ? '' : prompt} draggable={false} />
      {source && <img src={source} alt={prompt} draggable={false} />}
      {isLost && <p className="tile-lost">{lightboxTexts.lost}</p>}
    </div>
  )
}
