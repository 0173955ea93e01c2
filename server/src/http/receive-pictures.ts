import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { largestUploadBytes } from '#contract/upload.ts'
import { mostBroughtIn } from '#domain/generation/origin.ts'
import { pictureName } from '#domain/pictures/picture-name.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { invalidFile, type Refusal } from '../features/refusal.ts'
import type { OpenTemporaryFile, TemporaryFiles } from '../operations/temporary-files.ts'
import { isForm, watched } from './receive-file.ts'

/** A file of a form: on the disk for the duration of the request, or too large to be kept. */
export type ReceivedPicture = {
  readonly name: string
  readonly sha256: string
  readonly path: string
  readonly isTooLarge: boolean
}

/** A form with pictures, in their order. */
export type ReceivedPictures = {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly ReceivedPicture[]
}

const part = 'picture'
/** Boundaries and headers of every part, and the other fields. */
const envelopeBytes = 64_000
const mostBytes = mostBroughtIn * largestUploadBytes + envelopeBytes

const noForm: Refusal = {
  code: 'unsupported-media',
  message: `Send the pictures as multipart/form-data, each in a part named ${part}.`,
}
const tooMany = invalidFile(`Send at most ${mostBroughtIn} pictures at a time.`)
const otherPart = invalidFile(`Send each picture in a part named ${part}.`)

/**
 * Writes the pictures of a form to temporary files, chunk by chunk, and runs the work with them. A file that is too large is
 * reported as such beside the others; a form that is too large, too slow, or finds no room is refused as a whole.
 * @param input.graceSeconds Seconds before the sender's rate is checked.
 */
export async function withReceivedPictures<Value>(
  input: { readonly request: Request; readonly temporaryFiles: TemporaryFiles; readonly graceSeconds: number },
  work: (form: ReceivedPictures) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const open: OpenTemporaryFile[] = []
  const openFile = () => {
    const file = input.temporaryFiles.open()
    open.push(file)
    return file
  }
  try {
    const form = await receive(input, openFile)
    return form.ok ? await work(form.value) : form
  } finally {
    await Promise.all(open.map((file) => file.close()))
  }
}

/** Reverts what forms escape in names of files: quotes and line ends (HTML, 4.10.21.8), and nothing else. */
const unescaped = (name: string) => name.replaceAll('%22', '"').replace(/%0[AD]/g, ' ')

async function receive(
  { request, graceSeconds }: { readonly request: Request; readonly graceSeconds: number },
  openFile: () => OpenTemporaryFile,
): Promise<Result<ReceivedPictures, Refusal>> {
  const type = request.headers.get('content-type') ?? ''
  if (!isForm(type) || !request.body) return failure(noForm)

  const stopping = new AbortController()
  let refusal: Refusal | null = null
  const refuse = (reason: Refusal) => {
    refusal ??= reason
    stopping.abort()
  }
  const { signal } = stopping
  const fields: Record<string, string> = {}
  const files: Promise<ReceivedPicture>[] = []
  // Counts the bytes of all files.
  const room = openFile()

  const form = new Busboy({
    headers: { 'content-type': type },
    isPartAFile: (name, _type, fileName) => name === part || fileName !== undefined,
    limits: {
      files: mostBroughtIn,
      fileSize: largestUploadBytes,
      fields: 10,
      fieldSize: 100,
      headerPairs: 20,
      headerSize: 8_000,
    },
  })
  form.on('file', (field, stream, fileName) => {
    if (field !== part) refuse(otherPart)
    const hash = createHash('sha256')
    let isTooLarge = false
    stream.on('limit', () => {
      isTooLarge = true
    })
    stream.on('data', (chunk: Uint8Array) => hash.update(chunk))
    const { path } = openFile()
    const written = pipeline(stream, createWriteStream(path, { mode: 0o600 }), { signal }).then(() => ({
      name: pictureName(unescaped(fileName ?? '')),
      sha256: hash.digest('hex'),
      path,
      isTooLarge,
    }))
    // Awaited below; until then a failure of the form ends the file as well.
    written.catch(() => undefined)
    files.push(written)
  })
  form.on('filesLimit', () => refuse(tooMany))
  form.on('field', (name, value) => {
    fields[name] = value
  })
  try {
    const source = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
    await pipeline(source, watched(room, { mostBytes, graceSeconds }, refuse), form, { signal })
    if (files.length === 0) return failure(invalidFile('The form holds no picture.'))
    return success({ fields, files: await Promise.all(files) })
  } catch {
    return failure(refusal ?? invalidFile('The upload broke off. Try again.'))
  }
}
