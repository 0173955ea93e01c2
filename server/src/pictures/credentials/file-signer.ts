import { createHash, randomUUID } from 'node:crypto'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { joinBytes } from '../../operations/join-bytes.ts'
import type { Log } from '../../operations/log.ts'
import { createCoseSign1 } from './cose-sign1.ts'
import { type FileManifest, writeFileManifest } from './file-manifest.ts'
import { hasManifest } from './has-manifest.ts'
import { frameManifest, manifestStart, type SignedFormat, signedFormat } from './manifest-frame.ts'
import { readSigningIdentity } from './signing-identity.ts'

/** Bytes that stand in a file before the byte `at` of its original. */
export type Insertion = { readonly at: number; readonly bytes: Uint8Array }

/**
 * Part of the tag of a file that is signed: the same as long as its bytes are the same. While the identity can't be read it is another one each
 * time, and not lasting, since the file is to be signed later.
 */
export type SignerVersion = { readonly tag: string; readonly isLasting: boolean }

/** Signs files as they leave: a manifest that says where a file comes from (docs/decisions/0113). */
export type FileSigner = {
  /** Whether the operator wants files to be signed. */
  readonly isOn: boolean
  /** Reads the identity for a file that is to be signed. */
  version(): Promise<SignerVersion>
  /**
   * Signs a file. @returns It unchanged where it has credentials already or no manifest fits into its format, and where nothing is
   * claimed of it.
   */
  sign(bytes: Uint8Array, source: DigitalSource | null): Promise<Uint8Array>
  /**
   * Makes what signs a stored PNG or JPEG without reading it. @param file.sha256 Of the stored file, as hex. @returns null where nothing
   * is claimed of it, and where its identity can't be read.
   */
  insertion(
    file: { readonly format: 'png' | 'jpeg'; readonly sha256: string },
    source: DigitalSource | null,
  ): Promise<Insertion | null>
}

/** Of an operator who does not want files to be signed. */
export const noFileSigner: FileSigner = {
  isOn: false,
  version: async () => ({ tag: '', isLasting: true }),
  sign: async (bytes) => bytes,
  insertion: async () => null,
}

/** Signatures that are kept: about 700 bytes each. */
const maxKept = 10_000

type Sign = (payload: Uint8Array) => Uint8Array
/** The signatures of one identity, which have the same length each. */
type Identity = { readonly sign: Sign; readonly length: number }

/** Of SHA-256. */
const digestBytes = 32

type About = {
  readonly format: SignedFormat
  readonly byteSize: number
  readonly source: DigitalSource
  readonly identity: Identity
}

/** SHA-256, outside of the event loop. */
const digestOf = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))

/** The bytes of a file's manifest in the frame of its format. @param digestOfRest Of all other bytes, once the length is known. */
async function framedManifest(
  { format, byteSize, source, identity }: About,
  digestOfRest: (length: number) => Promise<Uint8Array>,
): Promise<Buffer> {
  const start = manifestStart(format, byteSize)
  const storeOf = (length: number, signed: Pick<FileManifest, 'digest' | 'padBytes' | 'sign'>) =>
    writeFileManifest({ source, place: { start, length }, ...signed })
  const unsigned = { digest: new Uint8Array(digestBytes), sign: () => new Uint8Array(identity.length) }
  // The length stands in the manifest itself: a guess, then the length with as many digits as the guess.
  const guess = frameManifest(format, storeOf(0xffff, { ...unsigned, padBytes: 0 })).length
  // An odd chunk of a WebP is followed by a zero, of which verifiers disagree whose it is.
  const padBytes = storeOf(guess, { ...unsigned, padBytes: 0 }).length % 2
  const { length } = frameManifest(format, storeOf(guess, { ...unsigned, padBytes }))
  const digest = await digestOfRest(length)
  return frameManifest(format, storeOf(length, { digest, padBytes, sign: identity.sign }))
}

/** A WebP with room for a chunk at its end: its size is part of what is signed. */
function withRiffSize(webp: Uint8Array, more: number): Promise<Uint8Array> {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(Buffer.from(webp.subarray(4, 8)).readUInt32LE() + more)
  return joinBytes([webp.subarray(0, 4), size, webp.subarray(8)])
}

/**
 * Signs files in this thread, in less than a millisecond besides the hash of their bytes. @param readPem Reads the identity. Where that fails,
 * files leave unsigned.
 */
export function createFileSigner({ readPem, log }: { readPem: () => Promise<string>; log: Log }): FileSigner {
  let known: Promise<Identity | null> | null = null
  let kept = new Map<string, Uint8Array>()
  let tag = randomUUID().slice(0, 8)

  /** A signature of ECDSA is different each time: the first one of a claim is kept, so that ranges of a file fit together. */
  const keeping =
    (sign: Sign): Sign =>
    (payload) => {
      const key = createHash('sha256').update(payload).digest('base64')
      const earlier = kept.get(key)
      if (earlier) return earlier
      if (kept.size >= maxKept) {
        kept = new Map()
        tag = randomUUID().slice(0, 8)
      }
      const signature = sign(payload)
      kept.set(key, signature)
      return signature
    }

  function readIdentity(): Promise<Identity | null> {
    known ??= readPem()
      .then((pem) => {
        const sign = createCoseSign1(readSigningIdentity(pem))
        return { sign: keeping(sign), length: sign(new Uint8Array()).length }
      })
      .catch((error: unknown) => {
        known = null
        log.error({ err: error }, 'files leave unsigned: the identity that signs them could not be read')
        return null
      })
    return known
  }

  return {
    isOn: true,
    async version() {
      const identity = await readIdentity()
      return identity ? { tag, isLasting: true } : { tag: `unsigned-${randomUUID()}`, isLasting: false }
    },
    async sign(bytes, source) {
      const format = signedFormat(bytes)
      if (source === null || format === null || hasManifest(bytes)) return bytes
      const identity = await readIdentity()
      if (!identity) return bytes
      const about = { format, byteSize: bytes.length, source, identity }
      if (format === 'webp') {
        const manifest = await framedManifest(about, async (length) => digestOf(await withRiffSize(bytes, length)))
        return joinBytes([await withRiffSize(bytes, manifest.length), manifest])
      }
      const manifest = await framedManifest(about, () => digestOf(bytes))
      const at = manifestStart(format, bytes.length)
      return joinBytes([bytes.subarray(0, at), manifest, bytes.subarray(at)])
    },
    async insertion({ format, sha256 }, source) {
      const identity = source === null ? null : await readIdentity()
      if (source === null || !identity) return null
      // Its size plays no part: the manifest stands in front of the pixels.
      const about = { format, byteSize: 0, source, identity }
      const bytes = await framedManifest(about, async () => new Uint8Array(Buffer.from(sha256, 'hex')))
      return { at: manifestStart(format, about.byteSize), bytes }
    },
  }
}
