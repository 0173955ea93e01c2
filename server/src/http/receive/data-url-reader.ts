import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Refusal } from '#server/db/refusal.ts'

/** Takes the bytes of one picture as they arrive. */
export type PictureSink = (bytes: Buffer) => Promise<void>

/** Ends the reading with its reason. */
export class RefusedBody extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

export const notData = 'Send pictures as data URLs (data:image/png;base64,…): no address and no file id is read.'

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
/** The beginning of a text that is a picture. JSON may escape its slash. */
const dataUrl = /^data:image\\?\/[\w.+-]{1,60};base64,$/
const maxHeadLength = 100

const invalid = new RefusedBody({ code: 'invalid', message: notData })

/**
 * Takes the pictures out of a JSON body while it arrives: the bytes of a text that is a data URL go to a sink, and a name takes its
 * place in the rest. No more than the rest is in memory, whatever the body is. @param options.open Called for each picture.
 * @throws RefusedBody where the rest is longer than `maxRestBytes`, there are more pictures, or one is no base64.
 */
export function createDataUrlReader(options: {
  readonly maxRestBytes: number
  readonly maxPictures: number
  open(): PictureSink
}) {
  const { maxRestBytes, maxPictures, open } = options
  // No text of the body can be this name by itself.
  const nonce = randomUUID()
  // One buffer: of a body of many short texts each would be an object of its own.
  let rest = Buffer.allocUnsafe(8_192)
  let restBytes = 0
  let pictures = 0
  let state: 'outside' | 'head' | 'text' | 'picture' = 'outside'
  let head = ''
  let isEscaped = false
  let sink: PictureSink | null = null
  let left = ''

  function keep(part: Buffer): void {
    const end = restBytes + part.byteLength
    if (end > maxRestBytes) throw new RefusedBody({ code: 'too-large' })
    if (end > rest.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, 2 * rest.length))
      rest.copy(larger, 0, 0, restBytes)
      rest = larger
    }
    part.copy(rest, restBytes)
    restBytes = end
  }

  /** Reads what is outside of texts. @returns The position after it. */
  function readOutside(chunk: Buffer, from: number): number {
    const at = chunk.indexOf(quote, from)
    keep(chunk.subarray(from, at < 0 ? chunk.length : at + 1))
    if (at < 0) return chunk.length
    state = 'head'
    head = ''
    isEscaped = false
    return at + 1
  }

  /** Reads the beginning of a text, until it is known whether it is a picture. */
  function readHead(chunk: Buffer, from: number): number {
    const byte = chunk[from] ?? 0
    head += String.fromCharCode(byte)
    if (byte === comma && dataUrl.test(head)) {
      if (pictures === maxPictures) throw new RefusedBody({ code: 'invalid', message: 'There are too many pictures.' })
      keep(Buffer.from(nameOf(pictures)))
      pictures += 1
      sink = open()
      left = ''
      state = 'picture'
      return from + 1
    }
    const isEnd = byte === quote && !isEscaped
    isEscaped = byte === backslash && !isEscaped
    if (isEnd || head.length === maxHeadLength) {
      keep(Buffer.from(head, 'latin1'))
      state = isEnd ? 'outside' : 'text'
    }
    return from + 1
  }

  function readText(chunk: Buffer, from: number): number {
    let at = from
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (byte === quote && !isEscaped) {
        state = 'outside'
        at += 1
        break
      }
      isEscaped = byte === backslash && !isEscaped
    }
    keep(chunk.subarray(from, at))
    return at
  }

  async function readPicture(chunk: Buffer, from: number): Promise<number> {
    const end = chunk.indexOf(quote, from)
    const text = left + chunk.toString('latin1', from, end < 0 ? chunk.length : end)
    const plain = text.replaceAll('\\/', '/').replaceAll('\\n', '').replaceAll('\\r', '')
    // An escape may break off at the end of a chunk.
    const isBroken = end < 0 && plain.endsWith('\\')
    const base64 = isBroken ? plain.slice(0, -1) : plain
    if (/[^A-Za-z\d+/=_-]/.test(base64)) throw invalid
    // Four characters are three bytes.
    const whole = end < 0 ? base64.length - (base64.length % 4) : base64.length
    left = base64.slice(whole) + (isBroken ? '\\' : '')
    const bytes = Buffer.from(base64.slice(0, whole), 'base64')
    if (bytes.byteLength > 0) await sink?.(bytes)
    if (end < 0) return chunk.length
    keep(Buffer.of(quote))
    state = 'outside'
    return end + 1
  }

  const nameOf = (index: number) => `${nonce} ${index}`
  return {
    async write(chunk: Buffer): Promise<void> {
      for (let at = 0; at < chunk.length; ) {
        if (state === 'outside') at = readOutside(chunk, at)
        else if (state === 'head') at = readHead(chunk, at)
        else if (state === 'text') at = readText(chunk, at)
        else at = await readPicture(chunk, at)
      }
    },
    /** The rest as it arrived, with a name in the place of each picture. */
    end: (): string => rest.toString('utf8', 0, restBytes),
    /** The number of the picture of a name. */
    picture: z.string(notData).transform((name, context) => {
      const index = name.startsWith(`${nonce} `) ? Number(name.slice(nonce.length + 1)) : Number.NaN
      if (Number.isInteger(index) && index < pictures) return index
      context.addIssue({ code: 'custom', message: notData })
      return z.NEVER
    }),
    count: () => pictures,
  }
}
