import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { maxUploadBytes } from '#contract/cards/upload.ts'
import { maxBroughtIn } from '#domain/generation/origin.ts'
import { pictureName } from '#domain/pictures/picture-name.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { invalidFile, type Refusal } from '#server/db/refusal.ts'
import type { OpenTemporaryFile, TemporaryFiles } from '#server/operations/temporary-files.ts'
import { isForm, watched } from './receive-file.ts'

/** The parts of a form that hold pictures, and how many of them and how long its other fields may be. */
export type PictureForm = {
  readonly parts: readonly string[]
  readonly maxFiles: number
  /** Bytes of one field. */
  readonly maxFieldBytes: number
}

/** A file of a form: on the disk for the duration of the request, or too large to be kept. */
export type ReceivedPicture = {
  readonly part: string
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

/** Pictures that are brought in. */
export const broughtInForm: PictureForm = { parts: ['picture'], maxFiles: maxBroughtIn, maxFieldBytes: 100 }

const maxFields = 20
/** Boundaries and headers of the parts. */
const envelopeBytes = 64_000

const noForm = ({ parts }: PictureForm): Refusal => ({
  code: 'unsupported-media',
  message: `Send the pictures as multipart/form-data, each in a part named ${parts.join(' or ')}.`,
})
const tooMany = ({ maxFiles }: PictureForm) => invalidFile(`Send at most ${maxFiles} pictures at a time.`)
const otherPart = ({ parts }: PictureForm) => invalidFile(`Send each picture in a part named ${parts.join(' or ')}.`)

type ReceiveInput = {
  readonly request: Request
  readonly form: PictureForm
  readonly temporaryFiles: TemporaryFiles
  readonly graceSeconds: number
}

/**
 * Writes the pictures of a form to temporary files, chunk by chunk, and runs the work with them. A file that is too large is
 * reported as such beside the others; a form that is too large, too slow, or finds no room is refused as a whole.
 * @param input.graceSeconds Seconds before the sender's rate is checked.
 */
export async function withReceivedPictures<Value>(
  input: ReceiveInput,
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
  { request, graceSeconds, form: expected }: Omit<ReceiveInput, 'temporaryFiles'>,
  openFile: () => OpenTemporaryFile,
): Promise<Result<ReceivedPictures, Refusal>> {
  const type = request.headers.get('content-type') ?? ''
  if (!isForm(type) || !request.body) return failure(noForm(expected))

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

  const { parts, maxFiles, maxFieldBytes } = expected
  const mostBytes = maxFiles * maxUploadBytes + maxFields * maxFieldBytes + envelopeBytes
  const form = new Busboy({
    headers: { 'content-type': type },
    isPartAFile: (name = '', _type, fileName) => parts.includes(name) || fileName !== undefined,
    limits: {
      files: maxFiles,
      fileSize: maxUploadBytes,
      fields: maxFields,
      fieldSize: maxFieldBytes,
      headerPairs: 20,
      headerSize: 8_000,
    },
  })
  form.on('file', (field, stream, fileName) => {
    if (!parts.includes(field ?? '')) refuse(otherPart(expected))
    const hash = createHash('sha256')
    let isTooLarge = false
    stream.on('limit', () => {
      isTooLarge = true
    })
    stream.on('data', (chunk: Uint8Array) => hash.update(chunk))
    const { path } = openFile()
    const written = pipeline(stream, createWriteStream(path, { mode: 0o600 }), { signal }).then(() => ({
      part: field ?? '',
      name: pictureName(unescaped(fileName ?? '')),
      sha256: hash.digest('hex'),
      path,
      isTooLarge,
    }))
    // Awaited below; until then a failure of the form ends the file as well.
    written.catch(() => undefined)
    files.push(written)
  })
  form.on('filesLimit', () => refuse(tooMany(expected)))
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
