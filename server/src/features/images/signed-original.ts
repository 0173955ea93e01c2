import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import type { Database } from '../../db/database.ts'
import { AdmissionRefused } from '../../operations/admission.ts'
import type { OwnerWork, WorkLimits } from '../../operations/work-limits.ts'
import type { FileSigner, Insertion } from '../../pictures/credentials/file-signer.ts'
import { markPicture } from '../../pictures/picture-record.ts'
import { splicedFile } from '../../pictures/spliced-file.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { ByteRange, Storage } from '../../storage/storage.ts'
import { readDigitalSource } from '../provenance/digital-source.ts'

export type SignDeps = {
  readonly db: Database
  readonly registry: Pick<ModelRegistry, 'find'>
  readonly fileSigner: FileSigner
}

/** The facts of an original in the row of its image. */
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
  | {
      readonly kind: 'as-stored'
      /** Whether it leaves so for good; false: it is to be signed, once the identity can be read. */
      readonly isLasting: boolean
    }
  | { readonly kind: 'insert'; readonly insertion: Insertion }
  | { readonly kind: 'whole'; finish(bytes: Uint8Array): Promise<Uint8Array> }

const asStored = { kind: 'as-stored', isLasting: true } as const
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
  if (isSigned || !fileSigner.isOn) return asStored
  if (sha256 === null || !isInsertedInto(mediaType))
    return { kind: 'whole', finish: (bytes) => fileSigner.sign(bytes, digitalSource) }
  const insertion = await fileSigner.insertion({ format: insertedInto[mediaType], sha256 }, digitalSource)
  return insertion ? { kind: 'insert', insertion } : { ...asStored, isLasting: false }
}

/** The room that an archive takes while it is sent. */
export type ArchiveRoom = Pick<OwnerWork, 'admit' | 'temporaryFiles'> & {
  /** Aborted when the archive ends, however it ends: one that is canceled never returns to the files in it. */
  readonly signal: AbortSignal
}

/** The room for an archive of an owner. Memory is waited for: a refusal would break an archive of which a part was sent. */
export const archiveRoom = (work: WorkLimits, owner: string, signal: AbortSignal): ArchiveRoom => ({
  admit: work.ofJob(owner, signal).admit,
  temporaryFiles: work.of(owner, signal).temporaryFiles,
  signal,
})

/** Streams a file until the signal ends it. */
export async function* readUntil(signal: AbortSignal, open: () => Readable): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  yield* addAbortSignal(signal, open())
}

/** Writes a file within the room for its bytes, and streams it from there: a slow client holds no memory. */
async function* readWritten(
  { admit, temporaryFiles, signal }: ArchiveRoom,
  { weight, make }: { readonly weight: number; make(): Promise<Uint8Array> },
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  const file = temporaryFiles.open()
  const close = () => void file.close()
  signal.addEventListener('abort', close)
  try {
    await admit(weight, async () => {
      const bytes = await make()
      if (!file.grow(bytes.byteLength)) throw new AdmissionRefused('owner')
      await writeFile(file.path, bytes, { mode: 0o600 })
    })
    yield* readUntil(signal, () => createReadStream(file.path))
  } finally {
    signal.removeEventListener('abort', close)
    await file.close()
  }
}

/**
 * Streams an original as it leaves in an archive.
 * @param original.byteSize Bytes of the stored file.
 * @throws Error where its file is gone. @throws AdmissionRefused where there is no room for it.
 */
export async function* readSignedOriginal(
  deps: SignDeps & { readonly storage: Storage },
  { byteSize, ...original }: Original & { readonly byteSize: number },
  room: ArchiveRoom,
): AsyncGenerator<Uint8Array> {
  const { storage } = deps
  const { imageId, key } = original
  const way = await planWayOut(deps, original)
  if (way.kind === 'as-stored') return yield* readUntil(room.signal, () => storage.read(key))
  if (way.kind === 'insert') {
    const file = { byteSize, read: (range?: ByteRange) => storage.read(key, range) }
    return yield* readUntil(room.signal, () => splicedFile(file, way.insertion).read())
  }
  yield* readWritten(room, {
    weight: 3 * byteSize,
    async make() {
      const bytes = await storage.get(key)
      if (!bytes) throw new Error(`The original of image ${imageId} is gone.`)
      return way.finish(bytes)
    },
  })
}
