import type { StepBody } from '#contract/cards/series.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { imagePrice } from '#domain/credits/price.ts'
import { editPrice } from '#domain/edit/model-edits.ts'
import { controlsForModel } from '#domain/models/controls.ts'
import type { Model } from '#domain/models/model.ts'
import { isPaidByUser, type OwnKeys } from '#domain/models/provider-keys.ts'
import { settingsForModel } from '#domain/models/settings-for-model.ts'
import { givenPictures } from '#domain/prompt/given-pictures.ts'
import { modelLimits } from '../models/model-limits.ts'
import type { Money } from '../models/money.ts'
import type { ModelRegistry } from '../providers/registry.ts'
import type { HiddenCards } from './hidden-cards.ts'
import type { GenerationRow } from './present-generation.ts'

/** A card with the number of its images. */
export type RepeatableCard = { readonly card: GenerationRow; readonly count: number }

/** The models that a user can use now, and those that races hide from them. */
export type RepeatedBy = {
  readonly registry: ModelRegistry
  readonly money: Money
  readonly userId: UserId
  readonly own: OwnKeys
  readonly hidden: HiddenCards
}

/** The model of a card, or all models of the race that hides which it is: those that can be used now. */
function usableModels(card: GenerationRow, { registry, userId, own, hidden }: RepeatedBy): Model[] {
  const values = hidden.get(card.id)?.racing ?? [card.model]
  return values.flatMap((value) => {
    const model = registry.findFor(userId, value)
    return model && registry.missing(model, own) === null ? [model] : []
  })
}

/**
 * The price of making a card again, by today's prices, in hundredths of a credit; null where its model is not available. While a race
 * hides the model: the highest of the race.
 */
export function repeatPrice({ card, count }: RepeatableCard, by: RepeatedBy): number | null {
  const { edit, aspectRatio, resolution, rawMode } = card
  const { money, own } = by
  const prices = usableModels(card, by).map((model) => {
    if (money === 'off' || isPaidByUser(model, own)) return 0
    if (edit) return editPrice(model, edit.operation, '1K')
    const fitting = settingsForModel({ aspectRatio, resolution, rawMode }, modelLimits(model, { money, own }))
    return imagePrice(model, fitting.resolution)
  })
  return prices.length === 0 ? null : Math.max(...prices) * count
}

/** The step of a series that repeats a card at its own place, with the same seed and parent, and the words that are given. */
export function repeatStep({ card, count }: RepeatableCard, prompt: string, by: RepeatedBy): StepBody {
  const { id, edit, aspectRatio, resolution, rawMode, seed, parentGenerationId, parentImageId, branchKind } = card
  const isHidden = by.hidden.has(id)
  const model = isHidden ? undefined : by.registry.findFor(by.userId, card.model)
  const controls = controlsForModel(card.controls ?? undefined, model?.controls)
  return {
    prompt,
    improvedFrom: card.improvedFrom,
    count,
    ...(edit && { edit }),
    ...(isHidden ? { modelOf: id } : { model: card.model }),
    ...(controls && !edit && { controls }),
    style: card.styleId,
    ...givenPictures(card, card.references ?? []),
    ...{ aspectRatio, resolution, rawMode, seed, parentGenerationId, parentImageId, branchKind },
    canvasX: card.canvasX,
    canvasY: card.canvasY,
    repeats: id,
  }
}
