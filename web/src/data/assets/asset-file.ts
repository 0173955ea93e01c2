import type { AssetShape } from '#contract/asset.ts'

const extensions: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/png': 'png' }
/** A server keeps no more of a name. Code points. */
const longestName = 240

/** The picture of an asset as a file named by its prompt: in a name, slashes would be folders. */
export async function assetFile({ imageUrl, prompt }: Pick<AssetShape, 'imageUrl' | 'prompt'>): Promise<File> {
  if (imageUrl === null) throw new Error('This image has no picture.')
  const response = await fetch(imageUrl)
  if (!response.ok) throw new Error(`The picture answered ${response.status}.`)
  const bytes = await response.blob()
  const words = [...prompt.replace(/[/\\]/g, '-')].slice(0, longestName).join('')
  const extension = extensions[bytes.type]
  const isNamed = /\.(png|jpe?g|webp|avif|gif)$/i.test(words)
  return new File([bytes], isNamed || !extension ? words : `${words}.${extension}`, { type: bytes.type })
}
