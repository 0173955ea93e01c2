import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DecodingRequest } from './decoding-worker.ts'
import type { CleanPicture, Decoding } from './picture-decoding.ts'

/** Resident memory of a process that decodes nothing yet, with room for its output: 120 MB measured. Bytes. */
const processBytes = 200_000_000
/** Milliseconds after which a process is killed that hangs; decoding itself has a limit of 60 s each way. */
const maxMs = 150_000

/**
 * Decodes a picture in a process of its own, which may take the given memory. @param weight Of the picture, in bytes.
 * @throws Error where the picture is damaged, takes more than its weight, or ends its decoder.
 */
export function decodeApart(decoding: Decoding, weight: number): Promise<CleanPicture> {
  const file = fileURLToPath(new URL('./decoding-worker.ts', import.meta.url))
  // No settings or secrets of the server.
  const child = fork(file, { serialization: 'advanced', stdio: 'ignore', execArgv: [], env: {} })
  const timer = setTimeout(() => child.kill('SIGKILL'), maxMs)
  return new Promise<CleanPicture>((resolve, reject) => {
    child.once('message', (clean) => resolve(clean as CleanPicture))
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`The decoder ended with ${code ?? signal}.`)))
    child.send({ decoding, maxBytes: weight + processBytes } satisfies DecodingRequest)
  }).finally(() => {
    clearTimeout(timer)
    child.kill('SIGKILL')
  })
}
