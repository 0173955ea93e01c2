import { imageAddress } from '#web/data/image-address.ts'
import { pathTexts } from './path-texts.ts'
import type { ShownStep } from './use-path.ts'

type PathStepProps = { step: ShownStep; place: number; count: number; isCurrent: boolean; onShow(): void }

/** One picture of the filmstrip, and under it the one thing that changed. */
export function PathStep({ step, place, count, isCurrent, onShow }: PathStepProps) {
  const { image, caption } = step
  return (
    <li>
      <button
        type="button"
        className="path-step"
        aria-current={isCurrent ? 'step' : undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onShow}
      >
        <span className="sr-only">{pathTexts.step(place, count)}</span>
        {image ? (
          <img
            src={imageAddress(image.id, 256)}
            alt=""
            draggable={false}
            style={{
              aspectRatio: `${image.width} / ${image.height}`,
              backgroundColor: image.averageColor ?? undefined,
            }}
          />
        ) : (
          <span className="path-no-image">{pathTexts.noImage}</span>
        )}
        <span className="path-caption">{caption.text}</span>
        {caption.others > 0 && <span className="path-others">{pathTexts.more(caption.others)}</span>}
      </button>
    </li>
  )
}
