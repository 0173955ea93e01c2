import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { largestUploadBytes } from '#contract/upload.ts'
import { failure, type Result } from '#domain/result.ts'
import type { Refusal } from '../features/refusal.ts'
import { AdmissionRefused } from '../operations/admission.ts'
import type { OpenTemporaryFile, TemporaryFiles } from '../operations/temporary-files.ts'
import type { ReceivedPicture } from './receive-pictures.ts'

/** The largest body: one picture of the largest size as base64, and words. Bytes. */
export const mostDataBytes = Math.ceil((largestUploadBytes * 4) / 3) + 512_000

const mostPictures = 16
const dataUrl = /^data:image\/[\w.+-]+;base64,(?=[A-Za-z\d+/])/
const notData = 'Send pictures as data URLs (data:image/png;base64,…): no address and no file id is read.'
const picture = z.object({ image_url: z.string(notData).regex(dataUrl, notData) }, notData)

/** The pictures of a JSON body, as OpenAI has them; everything else in it are fields. */
const dataBody = z.looseObject({ images: z.array(picture).min(1).max(mostPictures), mask: picture.nullish() })

type DataPictures = { readonly fields: Readonly<Record<string, unknown>>; readonly files: readonly ReceivedPicture[] }

/**
 * Writes the pictures of a JSON body to temporary files, and runs the work with them, as `withReceivedPictures` does with those of a form.
 * @param input.body As it was parsed; null where it could not be.
 */
export async function withDataPictures<Value>(
  { body, temporaryFiles }: { readonly body: unknown; readonly temporaryFiles: TemporaryFiles },
  work: (received: DataPictures) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const read = dataBody.safeParse(body)
  if (!read.success) return failure({ code: 'invalid', data: { issues: read.error.issues } })
  const { images, mask, ...fields } = read.data
  const open: OpenTemporaryFile[] = []
  async function store(part: string, { image_url: address }: z.output<typeof picture>): Promise<ReceivedPicture> {
    const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
    const file = temporaryFiles.open()
    open.push(file)
    if (!file.grow(bytes.byteLength)) throw new AdmissionRefused('owner')
    await writeFile(file.path, bytes, { mode: 0o600 })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { part, name: 'Picture', sha256, path: file.path, isTooLarge: bytes.byteLength > largestUploadBytes }
  }
  try {
    const files: ReceivedPicture[] = []
    for (const image of images) files.push(await store('image', image))
    if (mask) files.push(await store('mask', mask))
    return await work({ fields, files })
  } finally {
    await Promise.all(open.map((file) => file.close()))
  }
}
