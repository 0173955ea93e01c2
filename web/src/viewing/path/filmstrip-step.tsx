import { filmstripTexts } from './filmstrip-texts.ts'
import type { StepCaption } from './step-caption.ts'

/** A step of the way to a picture. */
export type FilmstripStep = {
  /** The id of its card. */
  readonly cardId: string
  readonly caption: StepCaption
  /** Where its picture is, 256 pixels at the longest edge or more, and its own pixels; null where the card has none to show. */
  readonly picture: {
    readonly address: string
    readonly width: number
    readonly height: number
    readonly averageColor: string | null
  } | null
}

type FilmstripStepProps = { step: FilmstripStep; place: number; count: number; isCurrent: boolean; onShow(): void }

/** One picture of the filmstrip, and under it the one thing that changed. */
export function FilmstripStepButton({ step, place, count, isCurrent, onShow }: FilmstripStepProps) {
  const { picture, caption } = step
  return (
    <li>
      <button
        type="button"
        className="filmstrip-step"
        aria-current={isCurrent ? 'step' : undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onShow}
      >
        <span className="sr-only">{filmstripTexts.step(place, count)}</span>
        {picture ? (
          <img
            src={picture.address}
            alt=""
            draggable={false}
            style={{
              aspectRatio: `${picture.width} / ${picture.height}`,
              backgroundColor: picture.averageColor ?? undefined,
            }}
          />
        ) : (
          <span className="filmstrip-no-picture">{filmstripTexts.noImage}</span>
        )}
        <span className="filmstrip-caption">{caption.text}</span>
        {caption.others > 0 && <span className="filmstrip-others">{filmstripTexts.more(caption.others)}</span>}
      </button>
    </li>
  )
}
