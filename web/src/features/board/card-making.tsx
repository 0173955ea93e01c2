import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import { boardTexts } from './texts.ts'

type CardMakingProps = {
  model: string
  settings: Pick<PictureSettings, 'aspectRatio' | 'resolution'>
  /** Hundredths of a credit; 0 is not shown. */
  cost: number
}

/** The first words of a card's footer: by which model it is made, how large, and what it has cost. */
export function CardMaking({ model, settings, cost }: CardMakingProps) {
  return (
    <>
      <span className="font-medium text-ink">{model}</span>
      {model === sketchModel.name && (
        <span className="badge" data-tooltip={sketchModel.description}>
          {sketchModel.badge}
        </span>
      )}
      <span className="tabular-nums">{boardTexts.making({ ...settings, cost })}</span>
    </>
  )
}
