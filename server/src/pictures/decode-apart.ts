import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Admit } from '../operations/admission.ts'
import {
  type DecodingRoom,
  type MeasuredPicture,
  measurePicture,
  weightOfMeasured,
  withDecodingRoom,
} from '../operations/decoding-room.ts'
import type { PictureSource } from '../operations/picture-source.ts'
import { type DecodedUse, decoderBytesPerPixel, streamedKind } from '../operations/picture-weight.ts'
import type { DecodingRequest } from './decoding-worker.ts'
import { type DecodingName, type DecodingOutput, type NamedDecoding, runDecoding } from './picture-decoding.ts'

/** Resident memory of a process that decodes nothing yet, with room for its output: 120 MB measured. Bytes. */
const processBytes = 200_000_000
/** Milliseconds after which a process is killed that hangs; decoding itself has a limit of 60 s each way. */
const maxMs = 150_000

/** The decoder ended without a word about the picture. `start`: it could not be started; `killed`: someone else ended it. */
class DecoderGone extends Error {
  override readonly name = 'DecoderGone'
  readonly because: 'start' | 'killed'
  constructor(because: DecoderGone['because'], options: ErrorOptions) {
    super(because === 'start' ? 'The decoder could not be started.' : 'The decoder was ended.', options)
    this.because = because
  }
}

/**
 * Decodes a picture in a process of its own, which may take the given memory. @param weight Of the picture, in bytes.
 * @throws Error where the picture is damaged, takes more than its weight, or too long. @throws DecoderGone
 */
export function decodeApart<Name extends DecodingName>(
  decoding: NamedDecoding<Name>,
  weight: number,
): Promise<DecodingOutput<Name>> {
  const file = fileURLToPath(new URL('./decoding-worker.ts', import.meta.url))
  // No settings or secrets of the server.
  const child = fork(file, { serialization: 'advanced', stdio: 'ignore', execArgv: [], env: {} })
  let timer: NodeJS.Timeout | undefined
  return new Promise<DecodingOutput<Name>>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The picture took too long to decode.')), maxMs)
    child.once('message', (decoded) => resolve(decoded as DecodingOutput<Name>))
    // More than once: where it is not started, sending fails as well. One with an id was started, and was ended before it had its picture.
    child.on('error', (cause) => reject(new DecoderGone(child.pid === undefined ? 'start' : 'killed', { cause })))
    child.once('exit', (code, signal) => {
      const cause = new Error(`The decoder ended with ${code ?? signal}.`)
      reject(signal === null ? cause : new DecoderGone('killed', { cause }))
    })
    child.send({ decoding, maxBytes: weight + processBytes } satisfies DecodingRequest)
  }).finally(() => {
    clearTimeout(timer)
    child.kill('SIGKILL')
  })
}

/** The same, once more where the decoder was killed; in this process where none can be started. */
async function decodeSurely<Name extends DecodingName>(
  decoding: NamedDecoding<Name>,
  { weight, room }: { readonly weight: number; readonly room: DecodingRoom },
): Promise<DecodingOutput<Name>> {
  try {
    return await decodeApart(decoding, weight)
  } catch (error) {
    if (!(error instanceof DecoderGone)) throw error
    return error.because === 'start' ? runDecoding(decoding, room) : decodeApart(decoding, weight)
  }
}

/** From this weight on a picture whose decoder holds it whole is decoded in a process of its own, which takes 0.3 s to start. Bytes. */
const minWeightApart = 30_000_000

/** A picture from outside that is decoded in room for it. */
type Outside = { readonly picture: MeasuredPicture; readonly use: DecodedUse; readonly room: DecodingRoom }

/**
 * Decodes a picture from outside: a heavy one in a process of its own, so that its decoder is not the server's. One that streams through,
 * or is small, stays in this process: it takes less than it weighs.
 */
export function decodeFromOutside<Name extends DecodingName>(
  decoding: NamedDecoding<Name>,
  { picture, use, room }: Outside,
): Promise<DecodingOutput<Name>> {
  const weight = weightOfMeasured(picture, use)
  const isWhole =
    picture.decoded !== null && decoderBytesPerPixel(picture.decoded, use) > decoderBytesPerPixel(streamedKind, use)
  return isWhole && weight > minWeightApart ? decodeSurely(decoding, { weight, room }) : runDecoding(decoding, room)
}

/**
 * Decodes pictures in room for them, and encodes what is made of them: a heavy one in a process of its own. @param held.weight Of the
 * pictures and of what is made of them, in bytes.
 */
export function decodeInRoom<Name extends DecodingName>(
  decoding: NamedDecoding<Name>,
  held: { readonly weight: number; readonly room: DecodingRoom },
): Promise<DecodingOutput<Name>> {
  return held.weight > minWeightApart ? decodeSurely(decoding, held) : runDecoding(decoding, held.room)
}

/** The same, in the room that the picture takes. @throws AdmissionRefused where there is none. */
export async function decodeOutside<Name extends DecodingName>(
  decoding: NamedDecoding<Name>,
  { source, use, admit }: { readonly source: PictureSource; readonly use: DecodedUse; readonly admit: Admit },
): Promise<DecodingOutput<Name>> {
  const picture = await measurePicture(source)
  return withDecodingRoom(admit, { pictures: [picture], use }, (room) =>
    decodeFromOutside(decoding, { picture, use, room }),
  )
}
