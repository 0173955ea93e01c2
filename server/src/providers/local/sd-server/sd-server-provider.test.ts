import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { FileRole, SdServerModel } from '#domain/local-models/local-model.ts'
import { sdServerModels } from '#domain/local-models/sd-server-models.ts'
import { EngineFailure } from '#engine/engine-failure.ts'
import type { ManagedServer, ServerStart } from '#engine/managed-server.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { providerFailureOf } from '#server-testing/providers/provider-under-test.ts'
import { sdServerZip } from '#server-testing/sd-server-program.ts'
import { flatPicture } from '#server-testing/vendors/flat-picture.ts'
import { picturesOfSdServer, startSdServerFake } from '#server-testing/vendors/sd-server-fake.ts'
import { findOwnProgram } from './own-program.ts'
import { createSdServer, createSdServerProvider, pickerEntry, progressOf } from './sd-server-provider.ts'
import { unpackProgram } from './unpack-program.ts'

const [klein, zImage] = sdServerModels as readonly [SdServerModel, SdServerModel]
const folder = mkdtempSync(join(tmpdir(), 'espalier-sd-server-'))
/** Where the installer puts files: in folders named after their hashes. */
function placed(hash: string, name: string, content: Uint8Array | string): string {
  mkdirSync(join(folder, hash), { recursive: true })
  writeFileSync(join(folder, hash, name), content)
  return join(folder, hash, name)
}
const zip = placed('a'.repeat(64), 'sd.zip', await sdServerZip())
const files: readonly (readonly [FileRole, string])[] = [
  ['diffusion-model', '/models/flux.gguf'],
  ['language-model', '/models/qwen.gguf'],
  ['decoder', '/models/vae.safetensors'],
  ['program', zip],
]
const without = (...roles: FileRole[]) => new Map(files.filter(([role]) => !roles.includes(role)))

/** A provider whose server is already there, at an address; records how it would be started. */
function providerAt(
  url: string,
  over: { paths?: ReadonlyMap<FileRole, string> | null; own?: string | null; fails?: Error } = {},
) {
  const { paths = new Map(files), own = null, fails } = over
  const starts: ServerStart[] = []
  const server: Pick<ManagedServer, 'work' | 'close'> = {
    async work(start, use, { signal }) {
      starts.push(start)
      if (fails) throw fails
      return use(url, signal)
    },
    close: async () => undefined,
  }
  const provider = createSdServerProvider({
    server,
    catalogue: sdServerModels,
    filesOf: async (id) => (id === klein.id ? paths : null),
    ownProgram: async () => own,
    folder: join(folder, 'engine'),
    pollMs: 5,
  })
  return { provider, starts }
}
const model = pickerEntry(klein)

describeProvider({
  name: 'sd-server as a managed process',
  startFake: startSdServerFake,
  createProvider: ({ url }) => providerAt(url).provider,
  models: [model],
  keyHeader: null,
  refusals: [],
  // Its process has no account.
  lacks: ['wrong-key', 'no-credit', 'expired-address'],
  wrappings: ['event-stream', 'unknown-fields', 'address'],
  // An answer in the sense of the queue: the job ends with its process.
  requests: 'answered-at-once',
  cancel: 'by-ending-its-process',
  keyCheck: 'unknown',
  progress: 'none',
  picturesIn: async (asked) => picturesOfSdServer(asked),
})

describe('models of sd-server', () => {
  it('are listed when they are installed, free of charge, and one picture is made at a time over all processes', async () => {
    const { provider } = providerAt('')
    expect(await provider.discover?.(new AbortController().signal)).toEqual([model])
    expect([model.name, model.value, model.stats.priceHundredths, model.mostImagePrompts]).toEqual([
      'FLUX.2 klein 4B',
      'installed:flux-2-klein-4b',
      0,
      4,
    ])
    expect(pickerEntry(zImage).capabilities.supportsImagePrompts).toBe(false)
    expect([provider.concurrency, provider.atOncePerKey, provider.opens, provider.timeLimitSeconds]).toEqual([
      1,
      1,
      'freely',
      3_600,
    ])
  })

  it('are started with their files and their sampling, and nothing of the server’s environment', async () => {
    const fake = await startSdServerFake()
    const { provider, starts } = providerAt(fake.url)
    await provider.generate(imageRequest(model), imageCall())
    await fake.stop()
    const [start] = starts
    expect(start?.args).toEqual([
      ...['--diffusion-model', '/models/flux.gguf', '--llm', '/models/qwen.gguf', '--vae', '/models/vae.safetensors'],
      ...['--steps', '4', '--cfg-scale', '1', '--sampling-method', 'euler', '--diffusion-fa'],
    ])
    expect(Object.keys(start?.environment ?? {})).toEqual(['PATH', 'HOME', 'LD_LIBRARY_PATH'])
    expect(start?.leastMemoryBytes).toBe(klein.leastMemoryBytes)
  })

  it('read the content of all pictures, and remember no request of a process that may be gone', async () => {
    const fake = await startSdServerFake()
    const { provider } = providerAt(fake.url)
    const bytes = new Uint8Array(await flatPicture({ width: 64, height: 64 }))
    const references = [
      { bytes, role: 'content' as const },
      { bytes, role: 'look' as const },
    ]
    const call = imageCall({ requestId: 'http://127.0.0.1:9/sdcpp/v1/jobs/old' })
    await provider.generate(imageRequest(model, { references }), call)
    const [asked] = fake.creates()
    const body = asked?.json() as { prompt: string; ref_images: string[] }
    await fake.stop()
    expect(body.ref_images).toHaveLength(2)
    expect(body.prompt).toContain('Take only the style of image 2')
    expect(call.remembered).toEqual([])
  })

  it.each([
    ['a file is missing', without('decoder'), null],
    ['there is no program', without('program'), null],
    ['they are not installed', null, '/usr/bin/sd-server'],
  ] as const)('are not there where %s', async (_name, paths, own) => {
    const { provider, starts } = providerAt('', { paths, own })
    expect(await provider.discover?.(new AbortController().signal)).toEqual([])
    const failure = await providerFailureOf(provider.generate(imageRequest(model), imageCall()))
    expect([failure.code, failure.message]).toEqual([
      'invalid',
      'FLUX.2 klein 4B is not installed any more. Install it, or choose another model.',
    ])
    expect(starts).toEqual([])
  })

  it('are run by a program that the machine has already, where there is one', async () => {
    const fake = await startSdServerFake()
    const { provider, starts } = providerAt(fake.url, { paths: without('program'), own: '/opt/sd/sd-server' })
    expect(await provider.discover?.(new AbortController().signal)).toEqual([model])
    await provider.generate(imageRequest(model), imageCall())
    await fake.stop()
    expect(starts[0]).toMatchObject({ program: '/opt/sd/sd-server', environment: { LD_LIBRARY_PATH: '/opt/sd' } })
  })

  it('say what to do when the program is damaged', async () => {
    const damaged = placed('b'.repeat(64), 'sd.zip', 'no zip')
    const paths = new Map([...files, ['program', damaged] as const])
    const failure = await providerFailureOf(
      providerAt('', { paths }).provider.generate(imageRequest(model), imageCall()),
    )
    expect([failure.code, failure.message]).toEqual([
      'invalid',
      'The program of the engine can not be unpacked. Check the model’s files.',
    ])
  })

  it('that crash say so, and the engine is unreachable', async () => {
    const fails = new EngineFailure('crashed', 'The engine ended unexpectedly.')
    const failure = await providerFailureOf(
      providerAt('', { fails }).provider.generate(imageRequest(model), imageCall()),
    )
    expect([failure.code, failure.health]).toEqual(['provider-down', 'unreachable'])
  })
})

describe('a picture by the program itself', () => {
  const server = createSdServer(folder)
  afterAll(() => server.close())

  it('is made by the process that was unpacked, with its steps as progress', async () => {
    const provider = createSdServerProvider({
      server,
      catalogue: [{ ...klein, leastMemoryBytes: 0 }],
      filesOf: async () => new Map(files),
      ownProgram: async () => null,
      folder: join(folder, 'engine'),
      pollMs: 5,
    })
    const call = imageCall()
    const { bytes } = await provider.generate(imageRequest(model), call)
    expect(Buffer.from(bytes).subarray(1, 4).toString()).toBe('PNG')
    const seen = call.reports.map(({ fraction }) => fraction ?? 0)
    // A busy machine may read two steps at once.
    expect(seen.filter((fraction) => ![0.225, 0.45, 0.675, 0.9].includes(fraction))).toEqual([])
    expect([seen.at(-1), seen.toSorted((a, b) => a - b)]).toEqual([0.9, seen])
    expect(seen.length).toBeGreaterThan(1)
  })
})

describe('progressOf', () => {
  it.each([
    ['\r  |=====>      | 3/4 - 1.20s/it', 0.675],
    ['\r  |==>  | 1/4 - 1.20s/it\r  |====>| 4/4 - 1.1s/it', 0.9],
    ['  |#########     | 120/300 - 80.00it/s', null],
    ['[INFO ] loading model', null],
    ['  | | 1/0 - 1s/it', null],
  ])('of %j is %s', (text, fraction) => expect(progressOf(text)).toBe(fraction))
})

describe('unpackProgram', () => {
  it('unpacks once, for several at once, and lets the program be run', async () => {
    const to = join(folder, 'once')
    const [first, second] = await Promise.all([unpackProgram(zip, to), unpackProgram(zip, to)])
    expect(second).toBe(first)
    expect(readdirSync(to)).toEqual([`sd-server-${'a'.repeat(16)}`])
    expect(statSync(first).mode & 0o100).toBe(0o100)
  })

  it('leaves nothing of a file that is no zip', async () => {
    const none = placed('c'.repeat(64), 'none.zip', 'no zip')
    const to = join(folder, 'none')
    await expect(unpackProgram(none, to)).rejects.toThrow()
    expect(readdirSync(to)).toEqual([])
  })
})

describe('findOwnProgram', () => {
  const inPath = placed('bin', 'sd-server', '#!/bin/sh\n')
  it('finds the first program in the PATH that can be run, or the one that is set', async () => {
    expect(await findOwnProgram(undefined, join(folder, 'bin'))).toBeNull()
    chmodSync(inPath, 0o755)
    expect(await findOwnProgram(undefined, `/nowhere:${join(folder, 'bin')}`)).toBe(inPath)
    expect(await findOwnProgram([inPath], '')).toBe(inPath)
    expect(await findOwnProgram(['/nowhere/sd-server'], join(folder, 'bin'))).toBeNull()
    expect(await findOwnProgram([], join(folder, 'bin'))).toBeNull()
  })
})
