import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Admit } from '../operations/admission.ts'
import {
  type DecodingRoom,
  type MeasuredPicture,
  measureHead,
  type RoomNeeded,
  withDecodingRoom,
} from '../operations/decoding-room.ts'
import type { ByteRange, Storage } from '../storage/storage.ts'
import { pixelsAlone, plainPixels } from './strip-metadata.ts'

/** Bytes of a file that are read to measure it: before the size of a JPEG may lie a signature and a color profile. */
const headBytes = 256_000

/** A file in the storage. */
export type StoredPictureFile = {
  readonly key: string
  /** Its pixels, where they are known; null: its beginning says them. */
  readonly pixels: number | null
}

/** Measures a stored picture by its beginning. Null where there is no such file. */
export async function measureStored(
  storage: Storage,
  { key, pixels }: StoredPictureFile,
): Promise<MeasuredPicture | null> {
  const fileBytes = await storage.size(key)
  if (fileBytes === null) return null
  return measureFile({ byteSize: fileBytes, pixels, read: (range) => storage.read(key, range) })
}

/** A file of which a part can be read. */
type ReadableFile = {
  readonly byteSize: number
  /** null: unknown. */
  readonly pixels: number | null
  read(range: ByteRange): Readable | Uint8Array
}

/** Measures a picture by the beginning of its file. */
export async function measureFile({ byteSize: fileBytes, pixels, read }: ReadableFile): Promise<MeasuredPicture> {
  if (fileBytes === 0) return measureHead(new Uint8Array(), { fileBytes, pixels })
  const head = read({ start: 0, end: Math.min(fileBytes, headBytes) - 1 })
  return measureHead(head instanceof Uint8Array ? head : await buffer(head), { fileBytes, pixels })
}

/**
 * Reads a stored picture and decodes it, in the room that its kind takes: its bytes are read only then.
 * @returns null where there is no such file. @throws AdmissionRefused where there is no room.
 */
export async function withStoredPicture<Value>(
  { storage, admit }: { readonly storage: Storage; readonly admit: Admit },
  { use, ...file }: StoredPictureFile & Pick<RoomNeeded, 'use'>,
  work: (bytes: Uint8Array, room: DecodingRoom) => Promise<Value>,
): Promise<Value | null> {
  const picture = await measureStored(storage, file)
  if (!picture) return null
  return withDecodingRoom(admit, { pictures: [picture], use }, async (room) => {
    const bytes = await storage.get(file.key)
    return bytes && work(bytes, room)
  })
}

/** Kinds whose metadata is left out without decoding their pixels. */
const strippedKinds: ReadonlySet<string | null> = new Set(['png', 'jpeg', 'webp'])

/**
 * Reads the pixels of a stored picture alone. A file that shows its pixels as they are stored is not decoded whole, so that it has room
 * where a conversion has none. @param work Is called within the room, which has the picture shrunk at least.
 * @returns null where there is no such file. @throws AdmissionRefused where there is no room.
 */
export async function withPixelsAlone<Value>(
  { storage, admit }: { readonly storage: Storage; readonly admit: Admit },
  file: StoredPictureFile,
  work: (bare: Uint8Array, room: DecodingRoom) => Promise<Value>,
): Promise<Value | null> {
  const picture = await measureStored(storage, file)
  if (!picture) return null
  if (strippedKinds.has(picture.kind)) {
    // Besides the file: the stripped one, and what is made of it.
    const needed = { pictures: [picture], use: 'shrunk', besides: 2 * picture.fileBytes } as const
    const done = await withDecodingRoom(admit, needed, async (room) => {
      const original = await storage.get(file.key)
      if (!original) return { value: null }
      const bare = await plainPixels(original)
      return bare && { value: await work(bare, room) }
    })
    if (done) return done.value
  }
  return withDecodingRoom(admit, { pictures: [picture], use: 'whole' }, async (room) => {
    const original = await storage.get(file.key)
    return original && work(await pixelsAlone(original, room), room)
  })
}
