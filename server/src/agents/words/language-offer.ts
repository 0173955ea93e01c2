import type { LanguageOfferShape } from '#contract/prompts/prompt-calls.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { Refusal } from '#server/db/refusal.ts'
import type { Money } from '#server/models/money.ts'
import type { UserDatabase } from '../../db/database.ts'
import { type ModelSettingsDeps, openModelOf, type PersonModel } from '../assistant/model-settings.ts'

/** The refusal where no language model is connected: a sentence that says what enables it. */
export const noLanguageModel: Refusal = {
  code: 'conflict',
  message:
    'This needs a language model. Enter a key of yours in the settings of the assistant, or ask the person who runs this server to set ASSISTANT_MODEL.',
  data: { missing: 'language-model' },
}

export type OfferDeps = {
  readonly db: UserDatabase
  readonly assistantModels: Omit<ModelSettingsDeps, 'db'>
  readonly money: Money
}

/** The price of one call of a model, in hundredths of a credit: people's own are free. */
export const priceOfCall = (
  { assistantModels, money }: Pick<OfferDeps, 'assistantModels' | 'money'>,
  { of }: Pick<PersonModel, 'of'>,
): number => (of === 'own' || money === 'off' ? 0 : (assistantModels.serverModel?.price ?? 0))

/** The language model that would answer a user now, and the price of a call. */
export async function offerLanguageModel(deps: OfferDeps, userId: UserId): Promise<LanguageOfferShape> {
  const open = await openModelOf({ ...deps.assistantModels, db: deps.db }, userId)
  if (!open.ok) return { languageModel: null, price: 0 }
  const { label, seesPictures } = open.value
  return { languageModel: label, price: priceOfCall(deps, open.value), ...(seesPictures && { seesPictures }) }
}
