import type { DigitalSource } from '#domain/records/digital-source.ts'
import type { Database } from '../../db/database.ts'
import type { FileSigner, Insertion } from '../../pictures/credentials/file-signer.ts'
import { markPicture } from '../../pictures/picture-record.ts'
import { splicedFile } from '../../pictures/spliced-file.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Storage } from '../../storage/storage.ts'
import { readDigitalSource } from '../provenance/digital-source.ts'

export type SignDeps = {
  readonly db: Database
  readonly registry: Pick<ModelRegistry, 'find'>
  readonly fileSigner: FileSigner
}

/** What the row of an image says of its original. */
export type Original = {
  readonly imageId: string
  readonly key: string
  readonly mediaType: string | null
  /** Brought in by its user: nothing is claimed of it. */
  readonly isBroughtIn: boolean
  /** The term that the file carries; null: it has none. */
  readonly digitalSource: DigitalSource | null
  /** As hex; null: the file was stored before its hash was noted. */
  readonly sha256: string | null
  /** Whether the file carries content credentials; null: that was not noted. */
  readonly isSigned: boolean | null
}

/** An original as it leaves: as it is stored, with bytes inserted, or changed as a whole, for which it has to be read. */
export type WayOut =
  | { readonly kind: 'as-stored' }
  | { readonly kind: 'insert'; readonly insertion: Insertion }
  | { readonly kind: 'whole'; finish(bytes: Uint8Array): Promise<Uint8Array> }

const asStored = { kind: 'as-stored' } as const
const insertedInto = { 'image/png': 'png', 'image/jpeg': 'jpeg' } as const
const isInsertedInto = (mediaType: string | null): mediaType is keyof typeof insertedInto =>
  mediaType !== null && mediaType in insertedInto

/**
 * Plans what makes an original a file that leaves: marked with its digital source and signed. A PNG or JPEG with a known hash is not read
 * for it; a WebP, whose size stands in its head, and a file from before hashes were noted are read as a whole.
 */
export async function planWayOut(
  deps: SignDeps,
  { imageId, mediaType, isBroughtIn, digitalSource, sha256, isSigned }: Original,
): Promise<WayOut> {
  const { fileSigner } = deps
  if (isBroughtIn) return asStored
  if (digitalSource === null)
    return {
      kind: 'whole',
      async finish(bytes) {
        const source = await readDigitalSource(deps, imageId)
        return fileSigner.sign(await markPicture(bytes, source), source)
      },
    }
  if (isSigned || fileSigner.tag() === '') return asStored
  if (sha256 === null || !isInsertedInto(mediaType))
    return { kind: 'whole', finish: (bytes) => fileSigner.sign(bytes, digitalSource) }
  const insertion = await fileSigner.insertion({ format: insertedInto[mediaType], sha256 }, digitalSource)
  return insertion ? { kind: 'insert', insertion } : asStored
}

/**
 * Streams an original as it leaves in an archive.
 * @param original.byteSize Bytes of the stored file.
 * @throws Error where its file is gone.
 */
export async function* readSignedOriginal(
  deps: SignDeps & { readonly storage: Storage },
  { byteSize, ...original }: Original & { readonly byteSize: number },
): AsyncGenerator<Uint8Array> {
  const { storage } = deps
  const { imageId, key } = original
  const way = await planWayOut(deps, original)
  if (way.kind === 'as-stored') return yield* storage.read(key)
  if (way.kind === 'insert') {
    const file = { byteSize, read: (range?: { start: number; end: number }) => storage.read(key, range) }
    return yield* splicedFile(file, way.insertion).read()
  }
  const bytes = await storage.get(key)
  if (!bytes) throw new Error(`The original of image ${imageId} is gone.`)
  yield await way.finish(bytes)
}
