import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import type { ExportBody } from '#contract/cards/export.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { slugOf } from '#domain/text/file-names.ts'
import { exportFiles } from '#domain/transfer/export-format.ts'
import { nameExports, saysTemplateFault } from '#domain/transfer/export-names.ts'
import { exportedSize } from '#domain/transfer/export-size.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { readUntil } from '#server/features/images/signed-original.ts'
import { AdmissionRefused } from '#server/operations/admission.ts'
import { decoderBytesPerPixel } from '#server/operations/picture-weight.ts'
import type { OwnerWork, WorkLimits } from '#server/operations/work-limits.ts'
import { type ExportDeps, type ExportSettings, exportPicture, exportWeight } from './export-picture.ts'
import { type ExportedImage, readExportedImages } from './exported-images.ts'

/** An export that can begin: its images, the names of their files, and their form. */
export type ExportPlan = {
  readonly userId: UserId
  readonly files: readonly { readonly name: string; readonly image: ExportedImage }[]
  readonly settings: ExportSettings
}

/** The room for an export, until its client leaves. */
export type ExportWork = Pick<OwnerWork, 'decode' | 'temporaryFiles'> & {
  readonly memory: OwnerWork['admit']
  /** The most that one picture may take, in bytes. */
  readonly maxBytes: number
  /** Aborted when the export ends, however it ends. */
  readonly signal: AbortSignal
}

/** The room for an export of a user. Memory is waited for: a refusal would break a zip of which a part was sent. */
export function exportWork(work: WorkLimits, owner: string, signal: AbortSignal): ExportWork {
  const { decode, temporaryFiles } = work.of(owner, signal)
  const { admitEdit, maxEditBytes } = work.ofJob(owner, signal)
  return { decode, temporaryFiles, memory: admitEdit, maxBytes: maxEditBytes, signal }
}

const kinds = { 'image/jpeg': 'jpeg', 'image/webp': 'webp', 'image/avif': 'avif', 'image/gif': 'gif' } as const
const kindOf = (mediaType: string) => kinds[mediaType as keyof typeof kinds] ?? 'png'

/** The memory of a picture as its row tells of it, before its file is looked at. Bytes. */
function estimatedWeight(image: ExportedImage, { format, size }: ExportSettings): number {
  const kind = { kind: kindOf(image.mediaType), isProgressive: false, bitsPerChannel: 8 } as const
  const layers = format === 'psd' && image.edit ? (image.edit.maskId === null ? 1 : 2) : 0
  const decoder = decoderBytesPerPixel(kind) * image.width * image.height
  const pictures = Array.from({ length: 1 + layers }, () => decoder)
  return exportWeight({ size: exportedSize(image, size), format, layers }, pictures, image.byteSize)
}

/**
 * Plans an export: everything that it can be refused for is found before its first byte. `not-found` where an image is not the user's,
 * `conflict` where one can't be exported now, `impossible` where it takes more memory than this server has.
 */
export async function planExport(
  deps: ExportDeps,
  { userId, body, maxBytes }: { readonly userId: UserId; readonly body: ExportBody; readonly maxBytes: number },
): AsyncResult<ExportPlan> {
  const { imageIds, format, longestSide, width, height, quality, dpi = null, metadata, nameTemplate } = body
  const read = await readExportedImages(deps, { userId, imageIds })
  if (!read.ok) return read
  const images = read.value
  const settings = { format, size: { longestSide, width, height }, quality, dpi, metadata }
  const named = images.map((image) => ({
    ...exportedSize(image, settings.size),
    project: image.projectTitle,
    model: image.model,
    seed: image.seed,
    date: image.createdAt.slice(0, 10),
    prompt: image.prompt,
  }))
  const names = nameExports(nameTemplate, named, exportFiles[format].extension)
  if (!names.ok) return failure({ code: 'invalid', message: saysTemplateFault(names.error) })
  const files = images.map((image, place) => ({ image, name: names.value[place] ?? '' }))
  const heavy = files.find(({ image }) => estimatedWeight(image, settings) > maxBytes)
  if (heavy)
    return failure({
      code: 'impossible',
      message: `${heavy.name} takes more memory than this server has for one picture. Export it smaller, or in another format.`,
    })
  return success({ userId, files, settings })
}

/** The name of the zip of an export. */
export const zipName = ({ files }: ExportPlan): string =>
  `${slugOf(files[0]?.image.projectTitle ?? '').normalize('NFC')}-${files.length}.zip`

/** A file that was made, on the disk, so that a slow client holds no memory. It is removed where the export ends. */
export type MadeFile = {
  readonly byteSize: number
  read(): Readable
  close(): Promise<void>
}

/** Keeps bytes on the disk until they are sent. @throws AdmissionRefused where there is no room for them. */
export async function keepOnDisk(
  bytes: Uint8Array,
  { temporaryFiles, signal }: Pick<ExportWork, 'temporaryFiles' | 'signal'>,
): Promise<MadeFile> {
  signal.throwIfAborted()
  const file = temporaryFiles.open()
  signal.addEventListener('abort', () => void file.close(), { once: true })
  try {
    if (!file.grow(bytes.byteLength)) throw new AdmissionRefused('owner')
    await writeFile(file.path, bytes, { mode: 0o600 })
  } catch (error) {
    await file.close()
    throw error
  }
  return { byteSize: bytes.byteLength, read: () => createReadStream(file.path), close: file.close }
}

async function makeFile(deps: ExportDeps, plan: ExportPlan, place: number, work: ExportWork): Promise<MadeFile> {
  const { userId, settings, files } = plan
  const image = files[place]?.image
  if (!image) throw new Error('There is no such file in this export.')
  work.signal.throwIfAborted()
  return keepOnDisk(await exportPicture(deps, { userId, image, settings }, work), work)
}

/** Makes the file of an export of one image. @throws Error where its picture is gone or damaged. */
export const exportOne = (deps: ExportDeps, plan: ExportPlan, work: ExportWork): Promise<MadeFile> =>
  makeFile(deps, plan, 0, work)

async function* streamed(made: Promise<MadeFile>, { signal }: ExportWork): AsyncGenerator<Uint8Array> {
  const file = await made
  try {
    yield* readUntil(signal, file.read)
  } finally {
    await file.close()
  }
}

/**
 * Streams the files of an export as a zip. One picture is worked on at a time, and one ahead of what the client has taken. The stream breaks
 * where a picture can't be read: a zip that looks whole has all of them.
 */
export function zipExport(deps: ExportDeps, plan: ExportPlan, work: ExportWork): ReadableStream<Uint8Array> {
  async function* entries() {
    let made = makeFile(deps, plan, 0, work)
    for (const [place, { name, image }] of plan.files.entries()) {
      const current = made
      if (place + 1 < plan.files.length) made = current.then(() => makeFile(deps, plan, place + 1, work))
      // It is awaited in its turn: until then its failure is not unhandled.
      for (const each of [current, made]) each.catch(() => {})
      yield { name, input: streamed(current, work), lastModified: new Date(image.createdAt) }
    }
  }
  return makeZip(entries())
}
