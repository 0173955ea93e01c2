import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import init, { WasmReader } from '@contentauth/c2pa-wasm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { noise } from '#server-testing/picture-bytes.ts'
import { vendorSigned } from '#server-testing/vendor-signed.ts'
import type { Log } from '../../operations/log.ts'
import { markPicture, readRecord, writeRecord } from '../picture-record.ts'
import { createFileSigner, noFileSigner } from './file-signer.ts'
import { makeSigningPem } from './make-signing-pem.ts'

const formats = ['png', 'jpeg', 'webp'] as const
const pem = makeSigningPem(new Date())
const errors: unknown[] = []
const log = { error: (entry: unknown) => errors.push(entry) } as unknown as Log
const signer = createFileSigner({ readPem: () => pem, log })
beforeAll(async () => {
  await init({ module_or_path: await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) })
})

type Action = { action: string; digitalSourceType?: string }
type Store = {
  active_manifest: string
  validation_state: string
  validation_results: { activeManifest: { failure: { code: string }[] } }
  manifests: Record<
    string,
    {
      assertions: { label: string; data: { actions?: Action[] } }[]
      ingredients?: { relationship: string }[]
    }
  >
}
const verify = async (bytes: Uint8Array, format: string) =>
  JSON.parse((await WasmReader.fromBytes(`image/${format}`, Uint8Array.from(bytes))).json()) as Store

const codesOf = (store: Store) => store.validation_results.activeManifest.failure.map(({ code }) => code)
const actionsOf = (store: Store) =>
  store.manifests[store.active_manifest]?.assertions.flatMap(({ data }) => data.actions ?? []) ?? []
const terms = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

const described = async (format: (typeof formats)[number], source: DigitalSource = 'trainedAlgorithmicMedia') =>
  writeRecord(await noise(60, 41).toFormat(format).toBuffer(), { seed: 7 }, source)

describe('createFileSigner', () => {
  it.each(formats)('signs a %s so that the library of verifiers finds it valid', async (format) => {
    const bytes = await described(format)
    const signed = await signer.sign(bytes, 'trainedAlgorithmicMedia')
    const store = await verify(signed, format)
    expect(store.validation_state).toBe('Valid')
    expect(codesOf(store)).toEqual(['signingCredential.untrusted'])
    expect(actionsOf(store)).toEqual([{ action: 'c2pa.created', digitalSourceType: `${terms}trainedAlgorithmicMedia` }])
    expect(await readRecord(signed)).toEqual({ seed: 7 })
    expect(await sharp(signed).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer())
  })

  it.each(['trainedAlgorithmicMedia', 'algorithmicMedia', 'humanEdits', 'algorithmicallyEnhanced'] as const)(
    'signs a WebP whatever the length of its manifest would be, %s',
    async (source) => {
      const signed = Buffer.from(await signer.sign(await described('webp', source), source))
      expect(signed.readUInt32LE(signed.lastIndexOf('C2PA') + 4) % 2).toBe(0)
      expect((await verify(signed, 'webp')).validation_state).toBe('Valid')
    },
  )

  it.each(formats)('says of an edited %s that it began with another picture', async (format) => {
    const source = 'compositeWithTrainedAlgorithmicMedia'
    const store = await verify(await signer.sign(await described(format, source), source), format)
    expect(store.validation_state).toBe('Valid')
    expect(codesOf(store)).toEqual(['signingCredential.untrusted'])
    expect(actionsOf(store).map(({ action }) => action)).toEqual(['c2pa.opened', 'c2pa.edited'])
    expect(actionsOf(store).at(-1)?.digitalSourceType).toBe(terms + source)
    expect(store.manifests[store.active_manifest]?.ingredients).toMatchObject([{ relationship: 'parentOf' }])
  })

  it.each(formats)('makes a %s invalid after a single bit of it was changed', async (format) => {
    const signed = Uint8Array.from(await signer.sign(await described(format), 'trainedAlgorithmicMedia'))
    const at = format === 'webp' ? signed.indexOf(0x56, 30) + 60 : signed.length - 20
    signed[at] = (signed[at] ?? 0) ^ 1
    const state = await verify(signed, format).then(
      ({ validation_state: found }) => found,
      () => 'unreadable',
    )
    expect(['Invalid', 'unreadable']).toContain(state)
  })

  it('says nothing of the prompt, and the same of the same file each time', async () => {
    const bytes = await markPicture(await noise(60, 41).png().toBuffer(), 'trainedAlgorithmicMedia')
    const signed = await signer.sign(bytes, 'trainedAlgorithmicMedia')
    expect(await signer.sign(bytes, 'trainedAlgorithmicMedia')).toEqual(signed)
    expect(Buffer.from(signed).includes('prompt')).toBe(false)
  })

  it.each(['png', 'jpeg'] as const)('signs a stored %s by its hash alone', async (format) => {
    const bytes = await described(format)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = { format, sha256 }
    const { at, bytes: inserted } = (await signer.insertion(file, 'trainedAlgorithmicMedia')) ?? { at: 0, bytes: bytes }
    const joined = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)])
    expect(joined.equals(await signer.sign(bytes, 'trainedAlgorithmicMedia'))).toBe(true)
    expect(await signer.insertion(file, null)).toBeNull()
  })

  it('signs a JPEG with a chain of certificates that is longer than a segment', async () => {
    const certificates = (await pem).replace(
      /(-----BEGIN CERT[^-]+-----[^-]+-----END CERT[^-]+-----\s*)/,
      '$1'.repeat(160),
    )
    const chained = createFileSigner({ readPem: () => Promise.resolve(certificates), log })
    const store = await verify(await chained.sign(await described('jpeg'), 'trainedAlgorithmicMedia'), 'jpeg')
    expect(store.manifests[store.active_manifest]?.assertions.map(({ label }) => label)).toEqual(['c2pa.actions.v2'])
    expect(codesOf(store)).not.toContain('assertion.dataHash.mismatch')
  })

  it.each(formats)(
    'leaves a %s that its vendor signed as it is, and one of which nothing is claimed',
    async (format) => {
      const theirs = await vendorSigned(format, { width: 64, height: 48 })
      expect(await signer.sign(theirs, 'trainedAlgorithmicMedia')).toBe(theirs)
      const plain = await noise(60, 41).toFormat(format).toBuffer()
      expect(await signer.sign(plain, null)).toBe(plain)
      expect(await noFileSigner.sign(plain, 'trainedAlgorithmicMedia')).toBe(plain)
    },
  )

  it('lets files leave unsigned where its identity can not be read, and reports it', async () => {
    const broken = createFileSigner({ readPem: () => Promise.resolve('nothing'), log })
    const bytes = await described('png')
    expect(await broken.sign(bytes, 'trainedAlgorithmicMedia')).toBe(bytes)
    expect(errors).toHaveLength(1)
  })
})
