import type { ModelLimitsShape } from '#contract/models/model.ts'
import { imagePrice } from '#domain/credits/price.ts'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import { type ModelControls, maxListedLoras } from '#domain/models/controls.ts'
import type { Model } from '#domain/models/model.ts'
import { isPaidByUser, type OwnKeys } from '#domain/models/provider-keys.ts'
import type { Money } from './money.ts'

/** The limits of a model for a user, and its price here: nothing where credits are off or the user's own key opens it. */
export function modelLimits(model: Model, { money, own }: { money: Money; own: OwnKeys }): ModelLimitsShape {
  const isFree = money === 'off' || isPaidByUser(model, own)
  const price = isFree ? () => 0 : imagePrice
  return {
    prices: { '1K': price(model, '1K'), '2K': price(model, '2K'), '4K': price(model, '4K') },
    capabilities: { ...model.capabilities },
    mostImagePrompts: model.mostImagePrompts,
    aspectRatios: model.capabilities.supportsCustomRatios ? [...aspectRatios] : ['1:1'],
    resolutions: [...model.resolutions],
    ...(model.controls && { controls: presentControls(model.controls) }),
  }
}

/** The choices, without the provider's names for them. */
function presentControls(controls: ModelControls): NonNullable<ModelLimitsShape['controls']> {
  const { steps, guidance, sampler, format, negativePrompt, loras, inputs } = controls
  const number = ({ least, most, usual }: NonNullable<typeof steps>) => ({ least, most, usual })
  const choice = ({ options, usual }: NonNullable<typeof sampler>) => ({ options: [...options], usual })
  return {
    ...(steps && { steps: number(steps) }),
    ...(guidance && { guidance: number(guidance) }),
    ...(sampler && { sampler: choice(sampler) }),
    ...(format && { format: choice(format) }),
    ...(negativePrompt && { negativePrompt: { longest: negativePrompt.longest } }),
    ...(loras && {
      loras: {
        options: loras.options
          .slice(0, maxListedLoras)
          .map(({ name, triggers }) => ({ name, triggers: [...triggers] })),
        ...(loras.byAddress && { byAddress: true }),
        ...(loras.weights && { weights: { ...loras.weights } }),
        ...(loras.atOnce !== undefined && { atOnce: loras.atOnce }),
      },
    }),
    ...(inputs && {
      inputs: { options: inputs.options.map((each) => ({ ...each, options: each.options && [...each.options] })) },
    }),
  }
}
