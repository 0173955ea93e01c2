import { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { noise } from '#server-testing/picture-bytes.ts'
import { createAdmission } from '../../operations/admission.ts'
import { temporaryFilesOf } from '../../operations/temporary-files.ts'
import { createFileSigner } from '../../pictures/credentials/file-signer.ts'
import { hasManifest } from '../../pictures/credentials/has-manifest.ts'
import { makeSigningPem } from '../../pictures/credentials/make-signing-pem.ts'
import { markPicture } from '../../pictures/picture-record.ts'
import { readSignedOriginal } from './signed-original.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), debug: vi.fn() } as never

/** A WebP in a storage, and what is held while it is read. */
async function archive(spaceBytes = 10_000_000) {
  const bytes = await markPicture(await noise(400, 300).webp({ lossless: true }).toBuffer(), 'trainedAlgorithmicMedia')
  const pem = await makeSigningPem(new Date())
  const space = createAdmission({ total: spaceBytes, perOwner: spaceBytes })
  const memory = createAdmission({ total: 10_000_000, perOwner: 10_000_000 })
  const left = new AbortController()
  const storage = { get: vi.fn(async () => bytes), read: () => Readable.from([bytes]) }
  const weights: number[] = []
  const files = () =>
    readSignedOriginal(
      { storage, fileSigner: createFileSigner({ readPem: async () => pem, log }), db: null, registry: null } as never,
      {
        ...{ imageId: 'x', key: 'k', mediaType: 'image/webp', byteSize: bytes.length, isBroughtIn: false },
        ...{ digitalSource: 'trainedAlgorithmicMedia', sha256: 'ab'.repeat(32), isSigned: false },
      },
      {
        admit(weight, work) {
          weights.push(weight)
          return memory.for('one', left.signal)(weight, work)
        },
        temporaryFiles: temporaryFilesOf(space, 'one'),
        signal: left.signal,
      },
    )
  return { bytes, files, left, memory, space, weights }
}

describe('readSignedOriginal', () => {
  it('signs a WebP within the room for its bytes, and holds none of them while it is sent', async () => {
    const { bytes, files, memory, space, weights } = await archive()
    const chunks: Uint8Array[] = []
    for await (const chunk of files()) {
      chunks.push(chunk)
      expect([memory.held(), space.held() > bytes.length]).toEqual([0, true])
    }
    expect(weights).toEqual([3 * bytes.length])
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(65_536)
    expect(chunks.length).toBeGreaterThan(2)
    expect(hasManifest(Buffer.concat(chunks))).toBe(true)
    expect(space.held()).toBe(0)
  })

  it('gives its space back where the client leaves, though the archive never reads on', async () => {
    const { files, left, space } = await archive()
    await files().next()
    expect(space.held()).toBeGreaterThan(0)
    left.abort()
    await vi.waitFor(() => expect(space.held()).toBe(0))
  })

  it('fails where there is no space', async () => {
    const { files, memory, space } = await archive(1_000)
    await expect(files().next()).rejects.toMatchObject({ because: 'owner' })
    expect([memory.held(), space.held()]).toEqual([0, 0])
  })
})
