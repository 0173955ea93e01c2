import type { AssetShape } from '#contract/asset.ts'
import { assetTexts } from './texts.ts'

/** '4:5 · 2K · 1638 × 2048', and 'Raw' where it was. */
export function settingsFact({ settings, width, height }: AssetShape): string {
  const parts = [settings.aspectRatio, settings.resolution, `${width} × ${height}`]
  return [...parts, ...(settings.rawMode ? [assetTexts.raw] : [])].join(' · ')
}
