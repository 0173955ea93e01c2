import type { Model } from './model.ts'
import { moreModels } from './more-models.ts'
import { specifiedModels } from './specified-models.ts'

/** The models of hosted providers in the order of the picker: the 18 with fixed prices, then the others. */
export const catalogue: readonly Model[] = [...specifiedModels, ...moreModels].map((model) => ({
  ...model,
  isBuiltIn: false,
  sourceType: 'trainedAlgorithmicMedia',
}))
