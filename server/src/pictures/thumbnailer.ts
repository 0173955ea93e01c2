import type { Admit } from '../operations/admission.ts'
import type { DecodingRoom } from '../operations/decoding-room.ts'
import type { Storage } from '../storage/storage.ts'
import { inspectPicture, type Picture } from './inspect-picture.ts'
import { originalKey, thumbnailKey } from './picture-keys.ts'
import { withStoredPicture } from './stored-picture.ts'
import {
  displaySize,
  type KeptSize,
  makeDisplay,
  makeThumbnail,
  type ThumbnailSize,
  thumbnailSizes,
} from './thumbnails.ts'

type PictureName = { readonly imageId: string; readonly attempt: number }

export type Thumbnailer = {
  /** Creates and stores all sizes of a picture that has just been decoded. */
  makeAll(name: PictureName, preview: Picture['preview']): Promise<void>
  /** One thumbnail as WebP; created from the original where it is missing. Null where there is no original either. */
  read(name: PictureName, size: ThumbnailSize): Promise<Uint8Array | null>
  /** The same at screen size, created on the first request. */
  readDisplay(name: PictureName): Promise<Uint8Array | null>
}

/** Thumbnails in the storage, each created once under concurrent requests. @param admit Room in memory for missing ones. */
export function createThumbnailer(storage: Storage, admit: Admit): Thumbnailer {
  const making = new Map<string, Promise<Uint8Array | null>>()

  function makeOnce(key: string, make: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    const current = making.get(key)
    if (current) return current
    const made = make().finally(() => making.delete(key))
    making.set(key, made)
    return made
  }

  async function keep(key: string, bytes: Uint8Array): Promise<Uint8Array> {
    await storage.put(key, bytes)
    return bytes
  }

  const readOrMake = (
    { imageId, attempt }: PictureName,
    size: KeptSize,
    make: (original: Uint8Array, room: DecodingRoom) => Promise<Uint8Array>,
  ) => {
    const key = thumbnailKey(imageId, attempt, size)
    return makeOnce(key, async () => {
      const stored = await storage.get(key)
      if (stored) return stored
      const original = { key: originalKey(imageId, attempt), pixels: null, use: 'shrunk' } as const
      return withStoredPicture({ storage, admit }, original, async (bytes, room) => keep(key, await make(bytes, room)))
    })
  }

  return {
    async makeAll({ imageId, attempt }, preview) {
      await Promise.all(
        thumbnailSizes.map((size) => {
          const key = thumbnailKey(imageId, attempt, size)
          return makeOnce(key, async () => keep(key, await makeThumbnail(preview, size)))
        }),
      )
    },
    read(name, size) {
      return readOrMake(name, size, async (original, room) =>
        makeThumbnail((await inspectPicture(original, room)).preview, size),
      )
    },
    readDisplay: (name) => readOrMake(name, displaySize, makeDisplay),
  }
}
