import { useQuery } from '@tanstack/react-query'
import type { AssetShape } from '#contract/asset.ts'
import { hiddenLetter } from '#domain/series/hidden-models.ts'
import { boardDataTexts } from '../board/texts.ts'
import { hiddenRacesOf, seriesQuery } from '../series.ts'

/** What an asset says of its model, as a race of its project allows. Without a name until that is known. */
export function useShownModel(asset: AssetShape): Pick<AssetShape, 'model' | 'warnings'> {
  const { data: list, isPending } = useQuery(seriesQuery(asset.projectId))
  if (isPending) return { model: '', warnings: [] }
  const { generationId: id, prompt, model, warnings } = asset
  const card = { id, parentId: null, prompt, model, createdAt: Date.parse(asset.createdAt) }
  const letter = hiddenLetter(card, hiddenRacesOf(list ?? []), () => undefined)
  if (letter === null) return { model, warnings }
  const name = boardDataTexts.hiddenModel(letter)
  return { model: name, warnings: warnings.map((warning) => warning.replaceAll(model, name)) }
}
