import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileAddress } from '#domain/local-models/local-model.ts'
import { type ModelMirror, modelFile, startModelMirror } from '#server-testing/model-mirror.ts'
import { type FetchOptions, fetchFile, type WantedFile } from './fetch-file.ts'
import { FileRefused, HostAway, hostsOf, readStatement } from './model-host.ts'

const file = modelFile()
const folder = mkdtempSync(join(tmpdir(), 'espalier-models-'))
let mirror: ModelMirror
let content: Buffer
let sha256: string
beforeAll(async () => {
  mirror = await startModelMirror()
  content = mirror.put(file)
  sha256 = createHash('sha256').update(content).digest('hex')
})
afterAll(async () => {
  await mirror.stop()
  await rm(folder, { recursive: true })
})

let count = 0
function wanted(over: Partial<WantedFile> = {}): WantedFile {
  const to = join(folder, `${count++}`, 'model.safetensors')
  return { address: fileAddress(file, mirror.origin), to, part: `${to}.part`, bytes: content.length, sha256, ...over }
}
const options = (over: Partial<FetchOptions> = {}): FetchOptions => ({
  signal: new AbortController().signal,
  mayAsk: hostsOf(mirror.origin),
  freeBytes: async () => 1e12,
  waitMs: 1,
  stallMs: 300,
  ...over,
})
const expectWhole = ({ to, part }: WantedFile) => {
  expect(readFileSync(to).equals(content)).toBe(true)
  expect(existsSync(part)).toBe(false)
}
/** Fetches until some bytes are there, and stops. */
async function begin(file: WantedFile): Promise<void> {
  const stop = new AbortController()
  mirror.be('cut')
  const onProgress = (bytes: number) => {
    if (bytes > 100_000) stop.abort()
  }
  await expect(fetchFile(file, options({ signal: stop.signal, onProgress }))).rejects.toThrow('aborted')
  expect(statSync(file.part).size).toBeGreaterThan(0)
}

describe('fetchFile', () => {
  it('brings a file, reports its bytes, and does not bring it twice', async () => {
    mirror.be('good')
    const file = wanted()
    const seen: number[] = []
    await fetchFile(file, options({ onProgress: (bytes) => seen.push(bytes) }))
    expectWhole(file)
    expect(seen.at(-1)).toBe(content.length)
    await fetchFile(file, options())
    expect(mirror.asked).toEqual(['all'])
  })

  it('goes on where the line was cut', async () => {
    mirror.be('cut')
    const file = wanted()
    await fetchFile(file, options({ tries: 2 }))
    expectWhole(file)
    const starts = mirror.asked.map((asked) => Number(/bytes=(\d+)-/.exec(asked)?.[1] ?? 0))
    expect(mirror.asked[0]).toBe('all')
    expect(starts.length).toBeGreaterThanOrEqual(4)
    // What was on its way when the line was cut is asked for again, and nothing else.
    for (const [place, start] of starts.slice(1).entries()) {
      expect(start).toBeGreaterThan(starts[place] ?? 0)
      expect(start).toBeLessThanOrEqual((starts[place] ?? 0) + 800_000)
    }
  })

  it('goes on where an earlier run ended', async () => {
    const file = wanted()
    await begin(file)
    mirror.be('good')
    await fetchFile(file, options())
    expectWhole(file)
    expect(mirror.asked).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/)])
  })

  it('finishes a file that was whole when the process died, without asking', async () => {
    mirror.be('good')
    const file = wanted()
    await mkdir(dirname(file.part))
    writeFileSync(file.part, content)
    await fetchFile(file, options())
    expectWhole(file)
    expect(mirror.asked).toEqual([])
  })

  it.each(['no ranges', 'no rest'] as const)('begins again where the server gives no rest: %s', async (manner) => {
    const file = wanted()
    await begin(file)
    mirror.be(manner)
    await fetchFile(file, options())
    expectWhole(file)
    expect(mirror.asked.at(-1)).toBe('all')
  })

  it('notices a line that stalls', async () => {
    mirror.be('stalls once')
    const file = wanted()
    await fetchFile(file, options())
    expectWhole(file)
    expect(mirror.asked).toEqual(['all', 'bytes=500000-'])
  })

  it('is not disturbed by another process that fetches the same file', async () => {
    mirror.be('cut')
    const file = wanted()
    await Promise.allSettled([fetchFile(file, options()), fetchFile(file, options())])
    mirror.be('good')
    await fetchFile(file, options())
    expectWhole(file)
  })

  it('refuses another content, and keeps none of it', async () => {
    mirror.be('other content')
    const file = wanted()
    await expect(fetchFile(file, options())).rejects.toThrow(/^The content is not the one that was expected/)
    expect([existsSync(file.to), existsSync(file.part)]).toEqual([false, false])
  })

  it('refuses a part that began as another file, and then brings it whole', async () => {
    mirror.be('good')
    const file = wanted()
    await mkdir(dirname(file.part))
    writeFileSync(file.part, Buffer.alloc(1_000))
    await expect(fetchFile(file, options())).rejects.toThrow('checksum')
    await fetchFile(file, options())
    expectWhole(file)
  })

  it('refuses another size', async () => {
    mirror.be('short')
    await expect(fetchFile(wanted(), options())).rejects.toThrow('The file has 10 bytes where 3000000 were expected.')
  })

  it.each([
    [401, /only to people who are signed in there \(401\)\.$/],
    [403, /only to people who are signed in there \(403\)\.$/],
    [404, /doesn’t have this file any more \(404\)\.$/],
    [410, /doesn’t have this file any more \(410\)\.$/],
    [451, /in your country \(451\)\.$/],
  ])('refuses a status of %i with a sentence, at once', async (status, sentence) => {
    mirror.be({ status })
    const refused = fetchFile(wanted(), options())
    await expect(refused).rejects.toThrow(FileRefused)
    await expect(refused).rejects.toThrow(sentence)
    expect(mirror.asked.length).toBeLessThanOrEqual(1)
  })

  it.each([{ status: 503 }, 'silent'] as const)('tries a host that is away again, and says so: %j', async (manner) => {
    mirror.be(manner)
    const away = fetchFile(wanted(), options({ tries: 3 }))
    await expect(away).rejects.toThrow(HostAway)
    await expect(away).rejects.toThrow(/^127\.0\.0\.1:\d+ (answers 503|can’t be reached from this server)\.$/)
  })

  it('refuses a disk that is too small before the first byte', async () => {
    mirror.be('good')
    const refused = fetchFile(wanted(), options({ freeBytes: async () => 3e8 }))
    await expect(refused).rejects.toThrow('No room on the disk: 0.8 GB are missing. Make room, then try again.')
    expect(mirror.asked).toEqual([])
  })

  it('asks no host but those of the catalogue', async () => {
    mirror.be('good')
    const refused = fetchFile(wanted(), options({ mayAsk: (url) => !url.pathname.startsWith('/content') }))
    await expect(refused).rejects.toThrow(/^The file was moved to 127\.0\.0\.1:\d+, which is not a host/)
    expect(mirror.asked).toEqual([])
  })
})

describe('hostsOf', () => {
  it.each([
    ['https://huggingface.co/a', true],
    ['https://cdn-lfs.huggingface.co/a', true],
    ['https://cas-bridge.xethub.hf.co/a', true],
    ['http://huggingface.co/a', false],
    ['https://github.com/xinntao/Real-ESRGAN/releases/download/v0.2.5.0/a.pth', true],
    ['https://release-assets.githubusercontent.com/a', true],
    ['https://gist.github.com/a', false],
    ['https://huggingface.co.example.com/a', false],
    ['https://nothuggingface.co/a', false],
    ['http://169.254.169.254/latest', false],
    ['http://127.0.0.1:3000/', false],
  ])('of the catalogue: %s is allowed: %s', (address, isAllowed) => {
    expect(hostsOf(undefined)(new URL(address))).toBe(isAllowed)
  })

  it('of a mirror is the mirror alone, by scheme and port, beside the hosts of the catalogue', () => {
    const mayAsk = hostsOf('http://mirror.example:8080/models')
    expect(
      ['http://mirror.example:8080/x', 'http://mirror.example/x', 'https://huggingface.co/x'].map((each) =>
        mayAsk(new URL(each)),
      ),
    ).toEqual([true, false, true])
  })
})

describe('readStatement', () => {
  const read = () => readStatement(fileAddress(file, mirror.origin), options())

  it('takes size, hash and commit from the first answer', async () => {
    mirror.be('good')
    expect(await read()).toEqual({ bytes: content.length, sha256, commit: 'c'.repeat(40) })
  })

  it('takes the size alone from a mirror that states no hash', async () => {
    mirror.be('unstated')
    expect(await read()).toEqual({ bytes: content.length, sha256: null, commit: null })
  })

  it('refuses a file that is not there', async () => {
    mirror.be({ status: 404 })
    await expect(read()).rejects.toThrow(FileRefused)
  })
})
