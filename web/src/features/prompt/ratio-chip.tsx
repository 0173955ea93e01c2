import { Popover } from 'radix-ui'
import { useState } from 'react'
import { type AspectRatio, aspectRatios } from '#domain/models/aspect-ratio.ts'
import { RatioGlyph } from './ratio-glyph.tsx'
import { promptTexts } from './texts.ts'

type RatioChipProps = {
  ratio: AspectRatio
  allowed: readonly AspectRatio[]
  modelName: string
  disabled: boolean
  onChoose(ratio: AspectRatio): void
}

/** Shows the ratio that will be sent; a press lists all eight, drawn to scale. */
export function RatioChip({ ratio, allowed, modelName, disabled, onChoose }: RatioChipProps) {
  const [isOpen, setOpen] = useState(false)
  const isFixed = allowed.length < 2
  return (
    <Popover.Root open={isOpen} onOpenChange={(open) => setOpen(open && !isFixed)}>
      <Popover.Trigger
        className="chip tabular-nums"
        aria-label={promptTexts.ratio(ratio)}
        aria-disabled={isFixed || undefined}
        disabled={disabled}
        data-tooltip={isFixed ? promptTexts.ratioFixed(modelName) : promptTexts.ratio(ratio)}
      >
        <RatioGlyph ratio={ratio} size={14} />
        {ratio}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={promptTexts.ratioHeading}
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={16}
          className="popover p-2"
        >
          <fieldset className="grid grid-cols-4 gap-1">
            <legend className="px-2 pt-1 pb-2 font-medium text-13">{promptTexts.ratioHeading}</legend>
            {aspectRatios.map((option) => (
              <label
                key={option}
                className="relative grid w-[84px] max-sm:w-[78px] cursor-pointer justify-items-center gap-0.5 rounded-8 px-1 pt-3 pb-2 text-center text-muted hover:bg-raised hover:text-ink has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ink"
              >
                <input
                  type="radio"
                  name="aspect-ratio"
                  className="absolute inset-0 cursor-pointer appearance-none opacity-0 disabled:cursor-not-allowed"
                  checked={option === ratio}
                  disabled={!allowed.includes(option)}
                  onChange={() => onChoose(option)}
                  // Arrows choose too, but only a press or Enter is the last word.
                  onClick={(event) => event.detail > 0 && setOpen(false)}
                  onKeyDown={(event) => event.key === 'Enter' && setOpen(false)}
                />
                <RatioGlyph ratio={option} size={36} />
                <span className="mt-2 font-medium text-13 tabular-nums">{option}</span>
                <span className="text-11 text-muted">{promptTexts.ratioUse[option]}</span>
              </label>
            ))}
          </fieldset>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
