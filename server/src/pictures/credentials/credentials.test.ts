import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import init, { WasmReader } from '@contentauth/c2pa-wasm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCoseSign1 } from './cose-sign1.ts'
import type { ClaimedPicture } from './credentials-task.ts'
import { makeSigningPem } from './make-signing-pem.ts'
import { createPictureCredentials } from './picture-credentials.ts'
import { saidByCredentials } from './said-credentials.ts'
import { readSigningIdentity } from './signing-identity.ts'

type Formats = 'png' | 'jpeg' | 'webp'
const pictureOf = (format: Formats, background: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
const claimed = async (over: Partial<ClaimedPicture> = {}, format: Formats = 'png'): Promise<ClaimedPicture> => ({
  title: 'a fox',
  mediaType: `image/${format}`,
  bytes: await pictureOf(format, '#336699'),
  sourceType: 'trainedAlgorithmicMedia',
  action: 'c2pa.edited',
  agent: 'Flux',
  record: { prompt: 'a fox', seed: 7 },
  thumbnail: null,
  inputs: [],
  ...over,
})

type Manifest = {
  claim_generator_info: { name: string }[]
  ingredients?: { title: string; relationship: string; active_manifest?: string }[]
  assertions: { label: string; data: { actions?: { action: string; digitalSourceType?: string }[] } }[]
}
type Store = { active_manifest: string; manifests: Record<string, Manifest>; validation_state: string }

/** The report of the library's own reader about a picture. */
async function read(bytes: Uint8Array, mediaType = 'image/png'): Promise<Store> {
  const reader = await WasmReader.fromBytes(mediaType, Uint8Array.from(bytes))
  return JSON.parse(reader.json()) as Store
}
const activeOf = (store: Store) => store.manifests[store.active_manifest]

let pem: string
const signer = createPictureCredentials(async () => pem)
beforeAll(async () => {
  pem = await makeSigningPem(new Date())
  await init({ module_or_path: await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) })
})
afterAll(() => signer.close())

describe('a signed picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is valid for the library that verifiers use, as %s', async (format) => {
    const signed = await signer.sign([await claimed({}, format)])
    const store = await read(signed, `image/${format}`)
    expect(store.validation_state).toBe('Valid')
    const manifest = activeOf(store)
    expect(manifest?.assertions.find(({ label }) => label === 'c2pa.actions.v2')?.data.actions).toMatchObject([
      {
        action: 'c2pa.created',
        digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      },
    ])
    expect(manifest?.assertions.find(({ label }) => label === 'org.espalier.generation')?.data).toEqual({
      prompt: 'a fox',
      seed: 7,
    })
    expect((await sharp(signed).metadata()).width).toBe(64)
  })

  it('is invalid after a single bit of it was changed', async () => {
    const signed = await signer.sign([await claimed()])
    for (const at of [signed.length - 30, Math.floor(signed.length / 2)]) {
      const altered = Uint8Array.from(signed)
      altered[at] = (altered[at] ?? 0) ^ 1
      const state = await read(altered).then(
        ({ validation_state: found }) => found,
        () => 'unreadable',
      )
      expect(['Invalid', 'unreadable']).toContain(state)
    }
    expect((await read(signed)).validation_state).toBe('Valid')
  })

  it("contains the claims of its ingredient, and of that one's ingredient", async () => {
    const input = { title: 'a sketch', mediaType: 'image/webp', bytes: await pictureOf('webp', '#ff0000') }
    const signed = await signer.sign([
      await claimed({ title: 'the root', sourceType: 'algorithmicMedia' }),
      await claimed({ title: 'the branch' }, 'jpeg'),
      await claimed({ title: 'the leaf', inputs: [input] }),
    ])
    const store = await read(signed)
    expect(store.validation_state).toBe('Valid')
    expect(Object.keys(store.manifests)).toHaveLength(3)
    const leaf = activeOf(store)
    expect(leaf?.ingredients?.map(({ title, relationship }) => [title, relationship])).toEqual([
      ['the branch', 'parentOf'],
      ['a sketch', 'inputTo'],
    ])
    const branch = store.manifests[leaf?.ingredients?.[0]?.active_manifest ?? '']
    expect(branch?.ingredients?.[0]?.title).toBe('the root')
    const actions = leaf?.assertions.find(({ label }) => label === 'c2pa.actions.v2')?.data.actions
    expect(actions?.map(({ action }) => action)).toEqual(['c2pa.opened', 'c2pa.edited'])
  })

  it('is refused where the library cannot read it, and the next one is signed', async () => {
    await expect(signer.sign([await claimed({ bytes: Uint8Array.of(1, 2, 3) })])).rejects.toThrow()
    await expect(signer.sign([await claimed()])).resolves.toBeInstanceOf(Uint8Array)
  })
})

describe('what the credentials of a file say', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is its tool and that a model made it, in a %s', async (format) => {
    const signed = Buffer.from(await signer.sign([await claimed({}, format)]))
    expect(await saidByCredentials(signed, signer)).toMatch(
      /^Its content credentials say: made with Flux, by an AI model \(signed by .+, which was not checked\)\.$/,
    )
  })

  it('is that they do not match a picture that was changed later', async () => {
    const signed = Buffer.from(await signer.sign([await claimed({}, 'jpeg')]))
    const at = signed.length - 12
    signed[at] = (signed[at] ?? 0) ^ 1
    expect(await saidByCredentials(signed, signer)).toMatch(/^Its content credentials do not match it/)
  })

  it('is nothing where there are none, or broken ones', async () => {
    const plain = await pictureOf('png', '#336699')
    expect(await saidByCredentials(plain, signer)).toBeNull()
    expect(await saidByCredentials(Buffer.concat([plain, Buffer.from('c2pa')]), signer)).toBeNull()
    expect(await saidByCredentials(Buffer.from('c2pa'), signer)).toBeNull()
  })
})

describe('createCoseSign1', () => {
  it('sends the certificate of the key without that of the root', () => {
    const identity = readSigningIdentity(pem)
    const [own, root] = identity.certificates
    const signed = Buffer.from(createCoseSign1(identity)(new Uint8Array()))
    expect([signed.includes(Buffer.from(own ?? [])), signed.includes(Buffer.from(root ?? []))]).toEqual([true, false])
  })
})

describe('a signing identity', () => {
  it('is a key of P-256 with its certificate and that of its authority', () => {
    const { certificates, privateKey } = readSigningIdentity(pem)
    expect([certificates.length, privateKey.asymmetricKeyType]).toEqual([2, 'ec'])
  })

  it.each([
    ['without a key', () => pem.replace(/-----BEGIN PRIVATE[\s\S]+END PRIVATE KEY-----/, '')],
    ['without a certificate', () => pem.replace(/-----BEGIN CERTIFICATE[\s\S]+$/, '')],
  ])('is refused %s', (_what, text) => expect(() => readSigningIdentity(text())).toThrow())
})

describe('a task that takes too long', () => {
  it('is refused and ends the worker, and the next one has another', async () => {
    const limits = [1, 20_000]
    const hurried = createPictureCredentials(
      async () => pem,
      () => limits.shift() ?? 20_000,
    )
    const picture = await claimed()
    const [first, second] = await Promise.allSettled([hurried.sign([picture]), hurried.sign([picture])])
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'The content credentials took too long.' } })
    expect(second.status).toBe('fulfilled')
    await hurried.close()
  })
})
