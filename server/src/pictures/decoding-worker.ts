/** A process that decodes one picture and ends: what a decoder takes, or a decoder that crashes, is not the server's. */
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { roomOfParent } from '../operations/decoding-room.ts'
import { type DecodingName, type NamedDecoding, runDecoding } from './picture-decoding.ts'

/** A picture to decode, and the resident memory at which the process gives up, in bytes. */
export type DecodingRequest = { readonly decoding: NamedDecoding<DecodingName>; readonly maxBytes: number }

const checkEveryMs = 20
/** Exit code of a process that takes too much memory, as of one that Linux ends. */
const tooMuchMemory = 137

// Where memory ends all the same, Linux ends this process and not the server. Other systems have no such file.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {}
sharp.concurrency(1)
sharp.cache(false)

// Ctrl+C reaches the whole group of the terminal, and the server finishes its pictures first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
process.once('message', ({ decoding, maxBytes }: DecodingRequest) => {
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.exit(tooMuchMemory)
  }, checkEveryMs)
  runDecoding(decoding, roomOfParent).then(
    (decoded) => process.send?.(decoded, () => process.exit()),
    () => process.exit(1),
  )
})
