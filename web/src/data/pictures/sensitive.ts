import type { ImageShape } from '#contract/cards/image.ts'
import { patchItems } from '../assets/asset-lists.ts'
import { api } from '../http/client.ts'
import { noteShown } from './image-address.ts'

/** Shows an image that the safety filter hides: here at once, elsewhere by the event stream. */
export async function showSensitive(id: string): Promise<void> {
  // The event may come before the reply, and draws it again: by then its address must give the picture itself.
  const takeBack = noteShown(id)
  try {
    const { sensitive }: ImageShape = await api.images.show({ id })
    patchItems((items) => items.map((asset) => (asset.id === id ? { ...asset, sensitive } : asset)))
  } catch (error) {
    takeBack()
    throw error
  }
}
