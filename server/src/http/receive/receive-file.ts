import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { failure, type Result, success } from '#domain/result.ts'
import { invalidFile, type Refusal } from '#server/db/refusal.ts'
import type { TemporaryFile } from '#server/operations/temporary-files.ts'

/** A file on the disk for the duration of a request. */
export type ReceivedFile = { readonly path: string; readonly sha256: string }

const field = 'file'
/** The overhead of a form beside its file: boundaries and headers. */
const envelopeBytes = 16_000

const noForm: Refusal = {
  code: 'unsupported-media',
  message: `Send the file as multipart/form-data, in a field named ${field}.`,
}
/** The header of a form, with the boundary of its parts. */
export const isForm = (type: string) => /^multipart\/form-data\s*;.*boundary=/i.test(type)

const noRoom: Refusal = {
  code: 'unavailable',
  message: 'There is no room for this file at the moment. Wait for your other uploads to end, then try again.',
}
const tooSlow: Refusal = { code: 'half-sent', message: 'The upload was too slow to go on. Try again.' }
const tooLarge = (mostBytes: number): Refusal => ({
  code: 'too-large',
  message: `The file is too large. At most ${mostBytes / 1_000_000} MB are taken.`,
})

/** The minimum average rate of a sender after the first moments: 4G at its worst. Bytes per second. */
const slowestRate = 16_000
const checkEveryMs = 1_000

/** The limits of an arriving file. */
export type FileLimits = {
  readonly mostBytes: number
  /** Seconds before the sender's rate is checked. */
  readonly graceSeconds: number
}

/** Passes chunks on while they fit, and refuses a sender that only keeps the connection open. */
export const watched = (
  file: Pick<TemporaryFile, 'grow'>,
  { mostBytes, graceSeconds }: FileLimits,
  refuse: (refusal: Refusal) => void,
) =>
  async function* (source: AsyncIterable<Uint8Array>) {
    const startedAt = performance.now()
    let bytes = 0
    const watch = setInterval(() => {
      const seconds = (performance.now() - startedAt) / 1_000 - graceSeconds
      if (bytes < seconds * slowestRate) refuse(tooSlow)
    }, checkEveryMs)
    try {
      for await (const chunk of source) {
        bytes += chunk.byteLength
        if (bytes > mostBytes + envelopeBytes) refuse(tooLarge(mostBytes))
        else if (!file.grow(chunk.byteLength)) refuse(noRoom)
        yield chunk
      }
    } finally {
      clearInterval(watch)
    }
  }

/**
 * Writes the one file of a form to a temporary file, chunk by chunk: no more than a few chunks are in memory, and reading ends where
 * the file becomes too large, too slow, or finds no room.
 */
export async function receiveFile(
  request: Request,
  file: TemporaryFile,
  limits: FileLimits,
): Promise<Result<ReceivedFile, Refusal>> {
  const { path } = file
  const { mostBytes } = limits
  const type = request.headers.get('content-type') ?? ''
  if (!isForm(type) || !request.body) return failure(noForm)
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes + envelopeBytes)
    return failure(tooLarge(mostBytes))

  const stopping = new AbortController()
  let refusal: Refusal | null = null
  const refuse = (reason: Refusal) => {
    refusal ??= reason
    stopping.abort()
  }
  const { signal } = stopping
  const hash = createHash('sha256')
  let written: Promise<void> | null = null

  const form = new Busboy({
    headers: { 'content-type': type },
    isPartAFile: () => true,
    limits: { files: 1, fileSize: mostBytes, headerPairs: 20, headerSize: 8_000 },
  })
  form.on('file', (name, stream) => {
    if (name !== field) refuse(invalidFile(`Send one picture, in a field named ${field}.`))
    stream.on('limit', () => refuse(tooLarge(mostBytes)))
    stream.on('data', (chunk: Uint8Array) => hash.update(chunk))
    written = pipeline(stream, createWriteStream(path, { mode: 0o600 }), { signal })
    // Awaited below; until then a failure of the form ends the file as well.
    written.catch(() => undefined)
  })
  form.on('filesLimit', () => refuse(invalidFile('Send one picture at a time.')))
  try {
    await pipeline(
      Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]),
      watched(file, limits, refuse),
      form,
      { signal },
    )
    if (!written) return failure(invalidFile('The form holds no picture.'))
    await written
    return success({ path, sha256: hash.digest('hex') })
  } catch {
    return failure(refusal ?? invalidFile('The upload broke off. Try again.'))
  }
}
