import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { sourcePlacement } from '#domain/edit/source-placement.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { xmpPacket } from '#domain/records/xmp-packet.ts'
import { type ExportFormat, exportFiles, type MetadataLevel } from '#domain/transfer/export-format.ts'
import { type AskedSize, coveringSize, exportedSize } from '#domain/transfer/export-size.ts'
import type { UserDatabase } from '#server/db/database.ts'
import { query } from '#server/db/sql/query.ts'
import { readDigitalSource } from '#server/features/provenance/digital-source.ts'
import { uploadAttempt } from '#server/features/uploads/upload-files.ts'
import type { Admit } from '#server/operations/admission.ts'
import { type MeasuredPicture, weightOfMeasured, withDecodingRoom } from '#server/operations/decoding-room.ts'
import type { Log } from '#server/operations/log.ts'
import type { Conversion } from '#server/pictures/credentials/credentials-task.ts'
import type { FileSigner } from '#server/pictures/credentials/file-signer.ts'
import { hasManifest } from '#server/pictures/credentials/has-manifest.ts'
import type { PictureCredentials } from '#server/pictures/credentials/picture-credentials.ts'
import { decodeInRoom } from '#server/pictures/decode-apart.ts'
import { type ExportLayer, encodingWeight } from '#server/pictures/encode-export.ts'
import { originalKey } from '#server/pictures/picture-keys.ts'
import { markPicture, readRecord, writeRecord } from '#server/pictures/picture-record.ts'
import { measureStored } from '#server/pictures/stored-picture.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { ExportedImage } from './exported-images.ts'

export type ExportDeps = {
  readonly db: UserDatabase
  readonly storage: Storage
  readonly registry: ModelRegistry
  readonly fileSigner: FileSigner
  readonly credentials: PictureCredentials
  readonly log: Log
}

/** The form of exported pictures. */
export type ExportSettings = {
  readonly format: ExportFormat
  readonly size: AskedSize
  readonly quality: number
  readonly dpi: number | null
  readonly metadata: MetadataLevel
}

/** The room for one picture: a turn at decoding, and memory for as long as it is worked on. */
export type ExportRoom = { readonly decode: Admit; readonly memory: Admit }

/** A picture below the result in a PSD, before it is read. */
type LayerFile = { readonly name: string; readonly key: string; readonly size: PixelSize }

/** Copies of the files in memory: as they are read, marked and signed, and in the thread that signs. */
const copies = 6

/** The picture before an edit, and its selection; empty where there is no edit, or the picture is gone. */
async function layerFiles({ db, storage }: ExportDeps, userId: UserId, image: ExportedImage): Promise<LayerFile[]> {
  const { edit } = image
  if (!edit) return []
  const { rows } = await query<{ storage_key: string; width: number; height: number }>(
    db,
    { storage_key: 'string', width: 'number', height: 'number' },
    sql`
    select storage_key, width, height from generated_images images join generations cards on cards.id = generation_id
    where images.id = ${edit.sourceId} and images.user_id = ${userId} and storage_key is not null
      and images.status = 'completed' and cards.deleted_at is null`,
  )
  const [source] = rows
  if (!source) return []
  const { storage_key: key, ...size } = source
  const maskKey = edit.maskId === null ? null : originalKey(edit.maskId, uploadAttempt)
  const files = [
    { name: 'Source', key, size },
    ...(maskKey === null ? [] : [{ name: 'Selection', key: maskKey, size }]),
  ]
  const sizes = await Promise.all(files.map((file) => storage.size(file.key)))
  return files.filter((_, place) => sizes[place] !== null)
}

async function readLayers({ storage }: ExportDeps, image: ExportedImage, files: readonly LayerFile[]) {
  const layers: ExportLayer[] = []
  for (const { name, key, size } of files) {
    const place = image.edit && sourcePlacement(image.edit.asked, size, image)
    const source = place && (await storage.get(key))
    if (place && source) layers.push({ name, source, place })
  }
  return layers
}

/** The record of a file that its vendor signed stands in the row, any other in the file. */
async function recordOf({ db }: ExportDeps, userId: UserId, image: ExportedImage, original: Uint8Array) {
  const { rows } = await query<{ file_record: object | null }>(
    db,
    { file_record: 'json' },
    sql`select file_record from generated_images where id = ${image.imageId} and user_id = ${userId}`,
  )
  return rows[0]?.file_record ?? (await readRecord(original))
}

const sourceOf = async (deps: ExportDeps, { imageId, isBroughtIn, digitalSource }: ExportedImage) =>
  isBroughtIn ? null : (digitalSource ?? (await readDigitalSource(deps, imageId)))

function conversionsOf(image: ExportedImage, size: PixelSize, mediaType: string): Conversion[] {
  const { isCropped, ...covering } = coveringSize(image, size)
  const isResized = covering.width !== image.width || covering.height !== image.height
  return [
    ...(isCropped ? (['c2pa.cropped'] as const) : []),
    ...(isResized ? (['c2pa.resized'] as const) : []),
    image.mediaType === mediaType ? 'c2pa.transcoded' : 'c2pa.converted',
  ]
}

type Signed = { readonly original: Uint8Array; readonly source: DigitalSource | null; readonly size: PixelSize }

/** Signs a converted picture, with the original as it leaves as what it was made from. */
async function signConversion(
  { fileSigner, credentials, log }: ExportDeps,
  image: ExportedImage,
  { bytes, mediaType }: { readonly bytes: Uint8Array; readonly mediaType: string },
  { original, source, size }: Signed,
): Promise<Uint8Array> {
  if (!fileSigner.isOn || (source === null && !hasManifest(original))) return bytes
  const marked = image.digitalSource === null ? await markPicture(original, source) : original
  const parent = {
    title: 'Original',
    mediaType: image.mediaType,
    bytes: await fileSigner.sign(marked, source),
    isSigned: true,
  } as const
  const conversions = conversionsOf(image, size, mediaType)
  try {
    return await credentials.sign([parent, { title: 'Export', mediaType, bytes, sourceType: source, conversions }])
  } catch (error) {
    log.warn({ err: error, imageId: image.imageId }, 'an exported picture could not be signed with its original')
    return fileSigner.sign(bytes, source)
  }
}

/** The memory of one exported picture, in bytes. */
export const exportWeight = (
  { size, format, layers }: { readonly size: PixelSize; readonly format: ExportFormat; readonly layers: number },
  pictures: readonly number[],
  fileBytes: number,
): number => pictures.reduce((sum, weight) => sum + weight, encodingWeight(format, size, layers) + copies * fileBytes)

/**
 * Makes the file of one image: scaled and encoded, described as far as is asked for, and signed.
 * @throws Error where its picture is gone or damaged. @throws AdmissionRefused where there is no room for it.
 */
export function exportPicture(
  deps: ExportDeps,
  {
    userId,
    image,
    settings,
  }: { readonly userId: UserId; readonly image: ExportedImage; readonly settings: ExportSettings },
  room: ExportRoom,
): Promise<Uint8Array> {
  return room.decode(1, async () => {
    const { format, quality, dpi, metadata } = settings
    const size = exportedSize(image, settings.size)
    const files = format === 'psd' ? await layerFiles(deps, userId, image) : []
    const keys = [image.key, ...files.map(({ key }) => key)]
    const measured = await Promise.all(keys.map((key) => measureStored(deps.storage, { key, pixels: null })))
    const pictures = measured.filter((picture): picture is MeasuredPicture => picture !== null)
    const weights = pictures.map((picture) => weightOfMeasured(picture, 'whole'))
    const weight = exportWeight({ size, format, layers: files.length }, weights, image.byteSize)
    const besides = weight - weights.reduce((sum, each) => sum + each, 0)
    return withDecodingRoom(room.memory, { pictures, use: 'whole', besides }, async (decoding) => {
      const original = await deps.storage.get(image.key)
      if (!original) throw new Error(`The original of image ${image.imageId} is gone.`)
      const source = metadata === 'none' ? null : await sourceOf(deps, image)
      const record = metadata === 'keep' ? await recordOf(deps, userId, image, original) : null
      const isBare = record === null && source === null
      const hasOwnPlace = format === 'png' || format === 'jpeg' || format === 'webp'
      const xmp =
        isBare || hasOwnPlace ? null : xmpPacket({ record: record === null ? null : JSON.stringify(record), source })
      const layers = await readLayers(deps, image, files)
      const input = { source: original, format, size, quality, dpi, xmp, layers }
      const plain = await decodeInRoom({ name: 'export', input }, { weight, room: decoding })
      const bytes =
        isBare || !hasOwnPlace
          ? plain
          : record === null
            ? await markPicture(plain, source)
            : await writeRecord(plain, record, source)
      if (metadata === 'none' || format === 'psd') return bytes
      const { mediaType } = exportFiles[format]
      return signConversion(deps, image, { bytes, mediaType }, { original, source, size })
    })
  })
}
