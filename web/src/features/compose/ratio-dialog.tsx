import { useState } from 'react'
import { type AspectRatio, aspectRatios, pixelSize, type Resolution } from '#domain/models/aspect-ratio.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { RatioGlyph } from './ratio-chip.tsx'
import { ratioTexts } from './texts.ts'

type RatioDialogProps = {
  ratio: AspectRatio
  /** The pixels are those of this resolution. */
  resolution: Resolution
  allowed: readonly AspectRatio[]
  modelName: string
  onChoose(ratio: AspectRatio): void
  onClose(): void
}

/**
 * The eight ratios, with one of them large: the hovered one, else the chosen one. Arrows and a press choose at once;
 * Enter, Done and Escape close.
 */
export function RatioDialog({ ratio, resolution, allowed, modelName, onChoose, onClose }: RatioDialogProps) {
  const [pointedAt, setPointedAt] = useState<AspectRatio | null>(null)
  const shown = pointedAt ?? ratio
  return (
    <Modal title={ratioTexts.heading} returnTo=".ratio-chip" onClose={onClose} className="[--modal-width:600px]">
      <div className="grid min-h-0 grid-cols-[1fr_240px] gap-6 overflow-y-auto p-6 pt-4 max-sm:grid-cols-1 max-sm:gap-4 max-sm:p-4">
        <Preview ratio={shown} resolution={resolution} />
        <fieldset
          className="grid grid-cols-2 gap-1 max-sm:order-last max-sm:grid-cols-4"
          onPointerLeave={() => setPointedAt(null)}
        >
          <legend className="sr-only">{ratioTexts.heading}</legend>
          {aspectRatios.map((option) => (
            <RatioOption
              key={option}
              option={option}
              isChosen={option === ratio}
              reason={allowed.includes(option) ? null : ratioTexts.unavailable(modelName, option)}
              onPointAt={() => setPointedAt(option)}
              onChoose={() => {
                setPointedAt(null)
                onChoose(option)
              }}
              onDone={onClose}
            />
          ))}
        </fieldset>
      </div>
      <footer className="flex justify-end border-hairline border-t px-6 py-3 max-sm:px-4">
        <Button kind="solid" className="max-sm:h-11! max-sm:w-full" onClick={onClose}>
          {ratioTexts.done}
        </Button>
      </footer>
    </Modal>
  )
}

/** The ratio to scale, its typical use, and its pixels. */
function Preview({ ratio, resolution }: { ratio: AspectRatio; resolution: Resolution }) {
  const { width, height } = pixelSize(ratio, resolution)
  const { name, text } = ratioTexts.use[ratio]
  return (
    <div className="flex min-w-0 flex-col max-sm:flex-row max-sm:items-center max-sm:gap-4">
      <div className="grid flex-1 place-items-center rounded-12 bg-well p-5 text-muted max-sm:flex-none max-sm:p-3">
        <span className="max-sm:hidden">
          <RatioGlyph ratio={ratio} size={176} />
        </span>
        <span className="sm:hidden">
          <RatioGlyph ratio={ratio} size={96} />
        </span>
      </div>
      <div className="mt-4 min-h-[84px] max-sm:mt-0" aria-live="polite">
        <p className="font-semibold text-14">
          <span className="tabular-nums">{ratio}</span> · {name}
        </p>
        <p className="text-13 text-muted">{text}</p>
        <p className="text-13 text-muted tabular-nums">{ratioTexts.pixels(width, height, resolution)}</p>
      </div>
    </div>
  )
}

type RatioOptionProps = {
  option: AspectRatio
  isChosen: boolean
  /** Why it cannot be chosen; null when it can. */
  reason: string | null
  onPointAt(): void
  onChoose(): void
  onDone(): void
}

function RatioOption({ option, isChosen, reason, onPointAt, onChoose, onDone }: RatioOptionProps) {
  return (
    <label
      className="relative grid cursor-pointer justify-items-center gap-1.5 rounded-8 px-1 py-2.5 text-center text-muted hover:bg-raised hover:text-ink has-checked:bg-raised has-checked:text-ink has-disabled:cursor-not-allowed has-disabled:text-faint has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-ink"
      data-tooltip={reason ?? undefined}
      onPointerEnter={onPointAt}
    >
      <input
        type="radio"
        name="aspect-ratio"
        aria-label={`${option}, ${ratioTexts.use[option].name}`}
        className="absolute inset-0 cursor-pointer appearance-none opacity-0 disabled:cursor-not-allowed"
        data-first-focus={isChosen || undefined}
        checked={isChosen}
        disabled={reason !== null}
        onChange={onChoose}
        onKeyDown={(event) => event.key === 'Enter' && onDone()}
      />
      <RatioGlyph ratio={option} size={28} />
      <span className="font-medium text-13 tabular-nums">{option}</span>
    </label>
  )
}
