import type { GenerationShape } from '#contract/generation.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { finishedImages } from '../branching/composing.ts'
import { lightboxTexts } from './texts.ts'

type LightboxStripProps = { generation: GenerationShape; imageId: string; onShow(imageId: string): void }

/** The card's pictures in small. */
export function LightboxStrip({ generation, imageId, onShow }: LightboxStripProps) {
  return (
    <fieldset className="lightbox-strip" aria-label={lightboxTexts.strip}>
      {finishedImages(generation).map(({ id, orderNum }) => (
        <button
          key={id}
          type="button"
          aria-label={lightboxTexts.stripImage(orderNum + 1)}
          aria-current={id === imageId || undefined}
          onClick={() => onShow(id)}
        >
          <img src={imageAddress(id, 256)} alt="" draggable={false} />
        </button>
      ))}
    </fieldset>
  )
}
