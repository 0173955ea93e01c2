import { createHash, type Hash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { maxUploadBytes } from '#contract/cards/upload.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Refusal } from '#server/db/refusal.ts'
import type { OpenTemporaryFile, TemporaryFiles } from '#server/operations/temporary-files.ts'
import { createDataUrlReader, notData, RefusedBody } from './data-url-reader.ts'
import { watched } from './receive-file.ts'
import type { ReceivedPicture } from './receive-pictures.ts'

/** The largest body beside its pictures, and with them: one of the largest size as base64. Bytes. */
const maxRestBytes = 512_000
const maxBytes = Math.ceil((maxUploadBytes * 4) / 3) + maxRestBytes

const maxPictures = 16

/** The pictures of a JSON body, and its fields. */
export type DataPictures<Fields> = { readonly fields: Fields; readonly files: readonly ReceivedPicture[] }

type ReceiveInput<Fields> = {
  readonly request: Request
  readonly temporaryFiles: TemporaryFiles
  /** Seconds before the sender's rate is checked. */
  readonly graceSeconds: number
  /** Beside the pictures. */
  readonly fields: z.ZodType<Fields>
}

/** A picture that is being written. */
type Written = { readonly file: OpenTemporaryFile; readonly to: WriteStream; readonly hash: Hash; bytes: number }

/**
 * Writes the pictures of a JSON body to temporary files while it arrives, as OpenAI has them: data URLs in `images` and `mask`. Runs the
 * work with them, as `withReceivedPictures` does with those of a form. What remains is parsed after that: half a megabyte at most.
 */
export async function withDataPictures<Value, Fields>(
  input: ReceiveInput<Fields>,
  work: (received: DataPictures<Fields>) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const open: OpenTemporaryFile[] = []
  const openFile = () => {
    const file = input.temporaryFiles.open()
    open.push(file)
    return file
  }
  try {
    const received = await receive(input, openFile)
    return received.ok ? await work(received.value) : received
  } finally {
    await Promise.all(open.map((file) => file.close()))
  }
}

const end = (stream: WriteStream) => new Promise<void>((resolve) => stream.end(() => resolve()))
const write = (stream: WriteStream, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve())))

async function receive<Fields>(
  { request, graceSeconds, fields: fieldsSchema }: Omit<ReceiveInput<Fields>, 'temporaryFiles'>,
  openFile: () => OpenTemporaryFile,
): Promise<Result<DataPictures<Fields>, Refusal>> {
  const stopping = new AbortController()
  let refusal: Refusal | null = null
  const refuse = (reason: Refusal) => {
    refusal ??= reason
    stopping.abort()
  }
  const written: Written[] = []
  const reader = createDataUrlReader({
    maxRestBytes,
    maxPictures: maxPictures + 1,
    open() {
      const file = openFile()
      const picture = { file, to: createWriteStream(file.path, { mode: 0o600 }), hash: createHash('sha256'), bytes: 0 }
      // A failure is that of the write that meets it.
      picture.to.on('error', () => undefined)
      written.push(picture)
      return async (bytes) => {
        picture.bytes += bytes.byteLength
        picture.hash.update(bytes)
        // One that is too large is reported as such, and is not kept.
        if (picture.bytes <= maxUploadBytes) await write(picture.to, bytes)
      }
    },
  })
  try {
    if (!request.body) return failure({ code: 'invalid' })
    // Counts the bytes of the whole body.
    const room = openFile()
    await pipeline(
      Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]),
      watched(room, { mostBytes: maxBytes, graceSeconds }, refuse),
      async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks)
          await reader.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
      },
      { signal: stopping.signal },
    )
    const picture = z.object({ image_url: reader.picture }, notData)
    const schema = z.object({ images: z.array(picture).min(1).max(maxPictures), mask: picture.nullish() })
    const body = parsed(reader.end())
    const pictures = schema.safeParse(body)
    if (!pictures.success) return failure({ code: 'invalid', data: { issues: pictures.error.issues } })
    const fields = fieldsSchema.safeParse(body)
    if (!fields.success) return failure({ code: 'invalid', data: { issues: fields.error.issues } })
    await Promise.all(written.map(({ to }) => end(to)))
    const files = [
      ...pictures.data.images.flatMap(({ image_url }) => receivedPicture('image', written[image_url])),
      ...(pictures.data.mask ? receivedPicture('mask', written[pictures.data.mask.image_url]) : []),
    ]
    return success({ fields: fields.data, files })
  } catch (error) {
    if (error instanceof RefusedBody) return failure(error.refusal)
    return failure(refusal ?? { code: 'invalid', message: 'The request broke off.' })
  } finally {
    for (const { to } of written) to.destroy()
  }
}

/** Null for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function receivedPicture(part: string, written: Written | undefined): ReceivedPicture[] {
  if (!written) return []
  const { file, hash, bytes } = written
  // A picture may be named twice.
  const sha256 = hash.copy().digest('hex')
  return [{ part, name: 'Picture', sha256, path: file.path, isTooLarge: bytes > maxUploadBytes }]
}
