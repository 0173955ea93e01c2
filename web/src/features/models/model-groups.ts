import type { ModelShape } from '#contract/model.ts'
import { modelTexts } from './texts.ts'

/** A part of the picker with a heading. */
export type ModelGroup = { readonly key: string; readonly title: string; readonly models: readonly ModelShape[] }

/** How many models 'Recently used' has. */
const mostRecent = 5

/** Those that work now first, each in the order before. */
const worksFirst = (models: readonly ModelShape[]) => [
  ...models.filter(({ isAvailable }) => isAvailable),
  ...models.filter(({ isAvailable }) => !isAvailable),
]

/** An added provider is a group of its own, also beside another of the same kind. */
const keyOf = ({ provider, connection }: ModelShape) => connection?.id ?? provider
const titleOf = ({ provider, connection }: ModelShape) => connection?.name ?? modelTexts.providers[provider]

/**
 * The models in groups, each model once: favourites, the last used, then each provider in the order of its first model. What works
 * now comes first, among the providers and in each group.
 */
export function modelGroups(models: readonly ModelShape[]): ModelGroup[] {
  const favourites = models.filter(({ isFavourite }) => isFavourite)
  const recent = models
    .filter(({ isFavourite, isAvailable, usedAt }) => !isFavourite && isAvailable && usedAt !== null)
    .toSorted((a, b) => ((a.usedAt ?? '') < (b.usedAt ?? '') ? 1 : -1))
    .slice(0, mostRecent)
  const above = new Set([...favourites, ...recent])
  const byProvider = Map.groupBy(
    models.filter((model) => !above.has(model)),
    keyOf,
  )
  const providers = [...byProvider].map(([key, ofProvider]) => ({
    key,
    title: ofProvider[0] ? titleOf(ofProvider[0]) : '',
    models: worksFirst(ofProvider),
  }))
  const works = ({ models: [first] }: ModelGroup) => first?.isAvailable === true
  return [
    { key: 'favourites', title: modelTexts.favourites, models: worksFirst(favourites) },
    { key: 'recent', title: modelTexts.recent, models: recent },
    ...providers.filter(works),
    ...providers.filter((group) => !works(group)),
  ].filter((group) => group.models.length > 0)
}
