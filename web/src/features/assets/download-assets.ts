import type { AssetShape } from '#contract/asset.ts'
import { folderNames } from '#domain/text/file-names.ts'
import { readPng, readWithHistory } from '#web/data/pictures/image-file.ts'
import type { NamedPicture } from '#web/data/pictures/zip-pictures.ts'
import { readFewAtATime, zipPictures } from '#web/data/pictures/zip-pictures.ts'
import { saveFile } from '#web/ui/files.ts'
import { showToast } from '#web/ui/toast.ts'
import { assetTexts } from './texts.ts'

/**
 * Saves images with their provenance, each as a file of its own: all of them, or none, for example where a race hides a
 * model.
 */
export async function downloadAssetsWithHistory(assets: readonly AssetShape[]): Promise<void> {
  if (assets.some(({ hidesModel }) => hidesModel))
    return showToast({ kind: 'info', title: assetTexts.historyHidden, description: assetTexts.historyHiddenText })
  const names = folderNames(assets.map(({ prompt }) => prompt))
  try {
    const blobs = await readFewAtATime(assets, ({ id }) => readWithHistory(id))
    for (const [place, blob] of blobs.entries()) saveFile(`${names[place]}.png`, blob)
    showToast({ kind: 'success', title: assetTexts.downloaded })
  } catch {
    showToast({ kind: 'error', title: assetTexts.downloadFailed, description: assetTexts.downloadFailedText })
  }
}

/** Saves images: one as a PNG, several as one zip with a manifest. All of them or none; shows the result. */
export async function downloadAssets(assets: readonly AssetShape[]): Promise<void> {
  const names = folderNames(assets.map(({ prompt }) => prompt))
  const files = assets.map(
    (asset, index): NamedPicture => ({
      name: `${names[index]}.png`,
      generation: asset,
      image: asset,
    }),
  )
  try {
    const [only] = files
    if (only && files.length === 1) saveFile('generation-1.png', await readPng(only.image.id))
    else saveFile('images.zip', await zipPictures(files))
    showToast({ kind: 'success', title: assetTexts.downloaded })
  } catch {
    showToast({ kind: 'error', title: assetTexts.downloadFailed, description: assetTexts.downloadFailedText })
  }
}
