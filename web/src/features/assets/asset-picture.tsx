import type { AssetShape } from '#contract/asset.ts'
import type { usePictureView } from '#web/canvas/picture/use-picture-view.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { assetTexts } from './texts.ts'

type AssetPictureProps = { asset: AssetShape } & Pick<ReturnType<typeof usePictureView>, 'picture' | 'placed'>

/** The picture: at once the file that the list has already loaded, and over it the original as soon as it is decoded. */
export function AssetPicture({ asset: { id, prompt, averageColor }, picture, placed }: AssetPictureProps) {
  const { source, isLost } = useDecoded(imageAddress(id, 'original'))
  return (
    <div
      className="lightbox-picture"
      style={{
        width: picture.width * placed.scale,
        height: picture.height * placed.scale,
        backgroundColor: averageColor ?? undefined,
        transform: `translate(calc(-50% + ${placed.x}px), calc(-50% + ${placed.y}px))`,
      }}
    >
      <img src={imageAddress(id, 512)} alt={source ? '' : prompt} draggable={false} />
      {source && <img src={source} alt={prompt} draggable={false} />}
      {isLost && <p className="asset-lost">{assetTexts.lost}</p>}
    </div>
  )
}
