import type { AssetShape } from '#contract/cards/asset.ts'
import { formatSeed } from '#domain/format.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { setAssetFeedback } from '#web/data/assets/assets.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { useStyleTitle } from '#web/data/styles.ts'
import { settingsFact } from '#web/features/lightbox/lightbox-details.tsx'
import { Comparison, WinnerButton } from '#web/viewing/comparison.tsx'
import { compareTexts } from '#web/viewing/texts.ts'
import { assetTexts } from './texts.ts'

/** Selected images side by side, from any projects; the winner is starred. */
export function AssetComparison({ assets, onClose }: { assets: readonly AssetShape[]; onClose(): void }) {
  const styleTitle = useStyleTitle(assetTexts.styleWords)
  const { fields } = compareTexts
  const isStarred = (id: string) => assets.some((asset) => asset.id === id && asset.feedback.includes('star'))
  const pick = (id: string) =>
    void setAssetFeedback(
      assets.filter((asset) => asset.id === id),
      'star',
      isStarred(id) ? 'taken-back' : 'given',
    )
  return (
    <Comparison
      pictures={assets.map((asset) => ({
        id: asset.id,
        address: imageAddress(asset.id, 'original'),
        label: asset.prompt,
        prompt: asset.prompt,
        facts: [
          { name: fields.model, value: shownModel(asset.model) },
          { name: fields.style, value: styleTitle(asset.settings.style) },
          { name: fields.settings, value: settingsFact(asset.settings, asset) },
          { name: fields.seed, value: formatSeed(asset.seed) },
        ],
      }))}
      returnTo=".asset-bar button"
      vote={({ id }, letter) => <WinnerButton letter={letter} isWinner={isStarred(id)} onPick={() => pick(id)} />}
      onClose={onClose}
    />
  )
}
