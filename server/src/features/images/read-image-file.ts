import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { noModel } from '#domain/generation/origin.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { failure, success } from '#domain/result.ts'
import { hasOpenRace, readHiddenCards } from '#server/cards/hidden-cards.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { uprightPng } from '#server/pictures/encode-as.ts'
import type { UserDatabase } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { AdmissionRefused } from '../../operations/admission.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import { blurredPicture } from '../../pictures/blurred-picture.ts'
import type { FileSigner } from '../../pictures/credentials/file-signer.ts'
import { markPicture, readRecord, writeRecord } from '../../pictures/picture-record.ts'
import { splicedFile } from '../../pictures/spliced-file.ts'
import { withPixelsAlone, withStoredPicture } from '../../pictures/stored-picture.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { ThumbnailSize } from '../../pictures/thumbnails.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { ByteRange, Storage } from '../../storage/storage.ts'
import { readDigitalSource } from '../provenance/digital-source.ts'
import { type Original, planWayOut } from './signed-original.ts'

export type ImageFileRequest = {
  readonly userId: UserId
  readonly imageId: string
  readonly size: ThumbnailSize | 'original'
  readonly format: 'stored' | 'png' | 'bare-png'
  /** Whether a picture that the safety filter hides is blurred, or given as it is: for a download, and once it is shown. */
  readonly sensitive: 'blurred' | 'as-it-is'
  /** The tags of files that the client has: such a file is not created again for it. */
  readonly known?: readonly string[]
  readonly work: OwnerWork
}

/** A file that is ready to be sent. The bytes of a tag never change. */
export type ImageFile = {
  readonly mediaType: string
  readonly byteSize: number
  readonly etag: string
  /** Whether another file may be sent under the same address later; else browsers keep this one for good. */
  readonly mayChange?: boolean
  read(range?: ByteRange): Readable | Uint8Array
  /** Releases what is held for the file, after it was sent or discarded. */
  close?(): void
}

/** A file whose bytes have been read. */
export const inMemory = (bytes: Uint8Array, mediaType: string, etag: string): ImageFile => ({
  mediaType,
  byteSize: bytes.byteLength,
  etag,
  read: (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
})

/** Bytes that were created for one reply: kept in a temporary file until they are sent, so that a slow client holds no memory. */
export async function inTemporaryFile(
  { temporaryFiles }: OwnerWork,
  bytes: Uint8Array,
  about: Pick<ImageFile, 'mediaType' | 'etag' | 'mayChange'>,
): Promise<ImageFile> {
  const file = temporaryFiles.open()
  try {
    if (!file.grow(bytes.byteLength)) throw new AdmissionRefused('owner')
    await writeFile(file.path, bytes, { mode: 0o600 })
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    ...about,
    byteSize: bytes.byteLength,
    read: (range) => createReadStream(file.path, range),
    close: () => void file.close(),
  }
}

type StoredImage = {
  id: string
  attempt: number
  storage_key: string
  media_type: string | null
  byte_size: number | null
  width: number
  height: number
  in_trash: boolean
  has_open_race: boolean
  is_hidden: boolean
  generation_id: string
  project_id: string
  model: string
  digital_source: DigitalSource | null
  file_sha256: string | null
  file_is_signed: boolean | null
  file_record: Readonly<Record<string, unknown>> | null
}

/** An image of the user with a stored picture, also one in the trash. */
const storedImage = statement<StoredImage, { userId: UserId; imageId: string }>(
  {
    id: 'string',
    attempt: 'number',
    storage_key: 'string',
    media_type: 'string',
    byte_size: 'number',
    width: 'number',
    height: 'number',
    in_trash: 'boolean',
    has_open_race: 'boolean',
    is_hidden: 'boolean',
    generation_id: 'string',
    project_id: 'string',
    model: 'string',
    digital_source: 'string',
    file_sha256: 'string',
    file_is_signed: 'boolean',
    file_record: 'json',
  },
  ['userId', 'imageId'],
  ({ userId, imageId }) => sql`
    select images.id, attempt, storage_key, media_type, byte_size, width, height, deleted_at is not null as in_trash,
      ${hasOpenRace(sql`series.project_id = generations.project_id`)} as has_open_race,
      sensitive is not distinct from 'hidden' as is_hidden, generation_id, generations.project_id, model, digital_source, file_sha256, file_is_signed, file_record
    from generated_images images join generations on generations.id = generation_id
    where images.id = ${imageId} and images.user_id = ${userId} and storage_key is not null`,
)

/** Whether a race hides the model of an image, which the metadata of its file would reveal. */
async function hidesModel(db: UserDatabase, userId: UserId, image: StoredImage): Promise<boolean> {
  if (!image.has_open_race) return false
  const hidden = await readHiddenCards(db, { userId, projectId: image.project_id })
  return hidden.has(image.generation_id)
}

type ReadFileDeps = {
  readonly db: UserDatabase
  readonly storage: Storage
  readonly thumbnailer: Thumbnailer
  readonly registry: Pick<ModelRegistry, 'find'>
  readonly fileSigner: FileSigner
}

const originalOf = (image: StoredImage): Original => ({
  imageId: image.id,
  key: image.storage_key,
  mediaType: image.media_type,
  isBroughtIn: image.model === noModel,
  digitalSource: image.digital_source,
  sha256: image.file_sha256,
  isSigned: image.file_is_signed,
})

/** Derives the term that every file of an image carries; null where it was brought in. */
const sourceOf = async (deps: ReadFileDeps, { id, model, digital_source: stored }: StoredImage) =>
  model === noModel ? null : (stored ?? (await readDigitalSource(deps, id)))

/**
 * Reads the picture of an image of the user: the original as it was delivered, the same as PNG with or without the record of
 * how it was made, or a thumbnail as WebP. While a race hides the model, the original and the PNG carry no record. Every file but a
 * thumbnail is marked with its digital source and signed (docs/decisions/0108 and 0113).
 */
export async function readImageFile(deps: ReadFileDeps, request: ImageFileRequest): AsyncResult<ImageFile> {
  const { db, thumbnailer } = deps
  // The trash shows thumbnails; everything else of its images is unavailable until they are restored.
  const [image] = await storedImage(db, { userId: request.userId, imageId: request.imageId })
  if (!image || (image.in_trash && request.size === 'original')) return failure({ code: 'not-found' })
  if (image.is_hidden && request.sensitive === 'blurred') return readHiddenFile(deps, image, request)
  if (request.size !== 'original') {
    const etag = `"${image.id}-${image.attempt}-${request.size}-${request.format}"`
    const thumbnail = await thumbnailer.read({ imageId: image.id, attempt: image.attempt }, request.size)
    return thumbnail ? success(inMemory(thumbnail, 'image/webp', etag)) : failure({ code: 'not-found' })
  }
  if (await hidesModel(db, request.userId, image)) return readBareFile(deps, image, request)
  const mediaType = image.media_type ?? 'application/octet-stream'
  if (request.format === 'bare-png' || (request.format === 'png' && mediaType !== 'image/png'))
    return readConvertedFile(deps, image, request)
  return readOriginalFile(deps, image, request)
}

/** A file that the client has already: it is not made again. */
const knownFile = (about: Pick<ImageFile, 'mediaType' | 'etag' | 'mayChange'>): ImageFile => ({
  ...about,
  byteSize: 0,
  read: () => new Uint8Array(),
})

/** The tag of a file of an image that is signed as it leaves, and whether another file may be sent later. */
async function signedVersion({ fileSigner }: ReadFileDeps, { id, attempt }: StoredImage, name: string) {
  const { tag, isLasting } = await fileSigner.version()
  return { etag: `"${[id, attempt, name, tag].filter((part) => part !== '').join('-')}"`, mayChange: !isLasting }
}

/** The picture as PNG, with its record or without one. */
async function readConvertedFile(
  deps: ReadFileDeps,
  image: StoredImage,
  { format, known, work }: ImageFileRequest,
): AsyncResult<ImageFile> {
  const about = { mediaType: 'image/png', ...(await signedVersion(deps, image, `original-${format}`)) }
  if (known?.includes(about.etag)) return success(knownFile(about))
  const stored = { key: image.storage_key, pixels: image.width * image.height, use: 'whole' } as const
  const file = await withStoredPicture({ storage: deps.storage, admit: work.admit }, stored, async (original, room) => {
    const png = await uprightPng(original, room)
    const source = await sourceOf(deps, image)
    const record = format === 'bare-png' ? null : (image.file_record ?? (await readRecord(original)))
    const marked = record === null ? await markPicture(png, source) : await writeRecord(png, record, source)
    return inTemporaryFile(work, await deps.fileSigner.sign(marked, source), about)
  })
  return file ? success(file) : failure({ code: 'not-found' })
}

/** The original, marked and signed. One that has to be read for it is kept in a temporary file until it is sent. */
async function readOriginalFile(
  deps: ReadFileDeps,
  image: StoredImage,
  { format, known, work }: ImageFileRequest,
): AsyncResult<ImageFile> {
  const { storage } = deps
  const key = image.storage_key
  const mediaType = image.media_type ?? 'application/octet-stream'
  const way = await planWayOut(deps, originalOf(image))
  const isStored = way.kind === 'as-stored'
  const version = isStored
    ? { etag: `"${image.id}-${image.attempt}-original-${format}"`, mayChange: !way.isLasting }
    : await signedVersion(deps, image, 'marked')
  const about = { mediaType, ...version }
  if (way.kind === 'whole') {
    if (known?.includes(about.etag)) return success(knownFile(about))
    return work.admit(3 * (image.byte_size ?? 0), async () => {
      const original = await storage.get(key)
      if (!original) return failure({ code: 'not-found' })
      return success(await inTemporaryFile(work, await way.finish(original), about))
    })
  }
  const byteSize = await storage.size(key)
  if (byteSize === null) return failure({ code: 'not-found' })
  const stored = { byteSize, read: (range?: ByteRange) => storage.read(key, range) }
  return success({ ...about, ...(isStored ? stored : splicedFile(stored, way.insertion)) })
}

/** The side of what stands in for the original of a hidden picture: nothing can be made out in it anyway. */
const hiddenSide = 512

/** The file that stands in for a hidden picture, at the same address: once it is shown, another file is sent. */
async function readHiddenFile(
  deps: ReadFileDeps,
  image: StoredImage,
  { size }: ImageFileRequest,
): AsyncResult<ImageFile> {
  const { id, attempt } = image
  const thumbnail = await deps.thumbnailer.read({ imageId: id, attempt }, 64)
  if (!thumbnail) return failure({ code: 'not-found' })
  const blurred = await blurredPicture(thumbnail, size === 'original' ? hiddenSide : size)
  if (size !== 'original')
    return success({ ...inMemory(blurred, 'image/webp', `"${id}-${attempt}-${size}-hidden"`), mayChange: true })
  const source = await sourceOf(deps, image)
  const bytes = await deps.fileSigner.sign(await markPicture(blurred, source), source)
  const { etag } = await signedVersion(deps, image, 'hidden')
  return success({ ...inMemory(bytes, 'image/webp', etag), mayChange: true })
}

/** The picture without its record, as it was delivered or as PNG. Once the race has a winner, another file is sent in its place. */
async function readBareFile(
  deps: ReadFileDeps,
  image: StoredImage,
  { format, known, work }: ImageFileRequest,
): AsyncResult<ImageFile> {
  const storedType = image.media_type ?? 'application/octet-stream'
  const mediaType = format === 'stored' ? storedType : 'image/png'
  const about = { mediaType, ...(await signedVersion(deps, image, `bare-${format}`)) }
  if (known?.includes(about.etag)) return success({ ...knownFile(about), mayChange: true })
  const stored = { key: image.storage_key, pixels: image.width * image.height }
  const from = { storage: deps.storage, admit: work.admit }
  const send = async (bare: Uint8Array) => {
    const source = await sourceOf(deps, image)
    return inTemporaryFile(work, await deps.fileSigner.sign(await markPicture(bare, source), source), about)
  }
  const file =
    mediaType === storedType
      ? await withPixelsAlone(from, stored, send)
      : await withStoredPicture(from, { ...stored, use: 'whole' }, async (original, room) =>
          send(await uprightPng(original, room)),
        )
  return file ? success({ ...file, mayChange: true }) : failure({ code: 'not-found' })
}
