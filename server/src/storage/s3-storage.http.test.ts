import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startFaultProxy } from '#server-testing/s3/fault-proxy.ts'
import { type S3TestServer, startS3Server } from '#server-testing/s3/s3-server.ts'
import { swiftIsInstalled } from '#server-testing/s3/swift.ts'
import { s3Credentials, s3Domain } from '#server-testing/s3/swift-settings.ts'
import { describeStorage } from '#server-testing/storage-suite.ts'
import { openS3Storage, type S3Settings } from './s3-storage.ts'

let server: S3TestServer

const settings = (over: Partial<S3Settings> = {}): S3Settings => ({
  endpoint: server.endpoint,
  bucket: server.bucket,
  region: 'us-east-1',
  // A list of the fifty files of the suite has three pages.
  pageSize: 20,
  ...s3Credentials,
  ...over,
})

/** In a bucket of the test's own. */
async function openFresh(over: Partial<S3Settings> = {}) {
  const bucket = `bucket-${randomUUID()}`
  await server.makeBucket(bucket)
  return openS3Storage(settings({ bucket, ...over }))
}

/** Every name is this machine. */
const lookup: LookupFunction = (_name, { all }, callback) =>
  all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)

/** Records the host and the path of each request, and answers all alike. */
async function startRecordingServer(answer: { readonly status: number; readonly body: string }) {
  const requests: string[] = []
  const recording = createServer((request, response) => {
    requests.push(`${request.headers.host}${request.url?.split('?')[0]}`)
    response.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.body)
  })
  recording.listen(0, '127.0.0.1')
  await once(recording, 'listening')
  onTestFinished(() => void recording.close())
  return { requests, port: (recording.address() as AddressInfo).port }
}

describe('the address of a file', () => {
  const open = (endpoint: string, bucket: string) =>
    openS3Storage({ endpoint, bucket, region: 'us-east-1', lookup, ...s3Credentials })

  it.each([
    ['http://s3.test', 'pictures', 's3.test', '/pictures/images/a'],
    ['http://s3.test', 'Old_Pictures', 's3.test', '/Old_Pictures/images/a'],
    ['http://127.0.0.1', 'pictures', '127.0.0.1', '/pictures/images/a'],
    ['http://{bucket}.s3.test', 'pictures', 'pictures.s3.test', '/images/a'],
    ['http://{bucket}.s3.test', 'our.pictures', 'our.pictures.s3.test', '/images/a'],
  ])('at the endpoint %s of the bucket %s is %s%s', async (endpoint, bucket, host, path) => {
    const { requests, port } = await startRecordingServer({ status: 200, body: '<ListBucketResult/>' })
    const storage = await open(`${endpoint}:${port}`, bucket)
    onTestFinished(() => storage.close())
    await storage.put('images/a', Uint8Array.of(1))
    expect(requests.at(-1)).toBe(`${host}:${port}${path}`)
  })

  it.each(['SecondLevelDomainForbidden', 'PathStyleDomainForbidden'])(
    'is reported with its setting where the server refuses the bucket in the path: %s',
    async (code) => {
      const { port } = await startRecordingServer({ status: 403, body: `<Error><Code>${code}</Code></Error>` })
      await expect(open(`http://s3.test:${port}`, 'pictures')).rejects.toThrow(
        `The setting S3_ENDPOINT is wrong: it needs {bucket}. before the name of the server at http://s3.test:${port} (bucket pictures).`,
      )
    },
  )
})

describe('S3 storage on a slow line', () => {
  const limits = { answerMs: 400, silenceMs: 30_000 }
  const bytes = randomBytes(1_500_000)

  /** Keeps the last file that was put. @returns Storage behind a proxy with faults. */
  async function openBehindProxy(over: Partial<S3Settings>) {
    let stored = Buffer.alloc(0)
    const keeping = createServer(async (request, response) => {
      if (request.method === 'PUT') {
        // A client that leaves in the middle stores nothing.
        stored = await buffer(request).catch(() => stored)
        return void response.end()
      }
      const isList = request.url?.includes('list-type')
      const body = isList ? '<ListBucketResult/>' : stored
      response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body)
    })
    keeping.listen(0, '127.0.0.1')
    await once(keeping, 'listening')
    const proxy = await startFaultProxy((keeping.address() as AddressInfo).port)
    const endpoint = `http://127.0.0.1:${proxy.port}`
    const storage = await openS3Storage({
      endpoint,
      bucket: 'pictures',
      region: 'us-east-1',
      ...s3Credentials,
      ...over,
    })
    onTestFinished(async () => {
      storage.close()
      await proxy.stop()
      keeping.close()
    })
    return { proxy, storage, stored: () => stored }
  }

  it('stores and reads a file that takes longer than an answer may', async () => {
    const { proxy, storage, stored } = await openBehindProxy({ limits })
    proxy.setFault('narrow', { bytesPerSecond: 1_500_000 })
    const before = proxy.requestCount()
    await storage.put('images/a', bytes)
    expect(stored().equals(bytes)).toBe(true)
    expect(proxy.requestCount() - before).toBe(1)
    expect(bytes.equals((await storage.get('images/a')) ?? Buffer.alloc(0))).toBe(true)
  })

  it('ends every call to a server that has fallen silent', async () => {
    const { proxy, storage } = await openBehindProxy({ limits: { answerMs: 100, silenceMs: 100 } })
    proxy.setFault('silent')
    const calls = [storage.put('images/a', Uint8Array.of(1)), storage.get('images/a'), storage.size('images/a')]
    const ended = await Promise.allSettled([...calls, storage.copy('images/a', 'images/b'), storage.remove('images/a')])
    expect(ended.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  })
})

describe.skipIf(!swiftIsInstalled())('on a real S3 server', () => {
  beforeAll(async () => {
    server = await startS3Server()
  })
  afterAll(() => server.stop())
  beforeEach(() => server.setFault('none'))

  describeStorage('S3', openFresh)
  describeStorage('S3 with the bucket in the host', () =>
    openFresh({ endpoint: server.endpoint.replace('127.0.0.1', `{bucket}.${s3Domain}`), lookup }),
  )

  describe('S3 storage at the start', () => {
    it.each([
      [{ secretAccessKey: 'wrong' }, 'The setting S3_SECRET_ACCESS_KEY is wrong: it does not fit S3_ACCESS_KEY_ID'],
      // Swift reports the same for an unknown key.
      [{ accessKeyId: 'unknown:key' }, 'The setting S3_SECRET_ACCESS_KEY is wrong: it does not fit S3_ACCESS_KEY_ID'],
      [{ bucket: 'no-such-bucket' }, 'The setting S3_BUCKET is wrong: there is no such bucket'],
      [{ endpoint: 'http://127.0.0.1:9' }, 'The setting S3_ENDPOINT is wrong, or the server is away'],
    ])('reports in one line what is wrong with %j', async (over, words) => {
      const opening = openS3Storage(settings(over))
      await expect(opening).rejects.toThrow(words)
      await expect(opening).rejects.not.toThrow('\n')
    })
  })

  describe('S3 storage with failures', () => {
    const picture = randomBytes(300_000)

    it.each(['error', 'away', 'slow'] as const)(
      'stores and reads when the server is %s now and then',
      async (fault) => {
        const storage = await openS3Storage(settings())
        server.setFault(fault, { times: 2, slowMs: 300 })
        await storage.put(`images/${fault}`, picture)
        server.setFault(fault, { times: 2, slowMs: 300 })
        expect(picture.equals((await storage.get(`images/${fault}`)) ?? Buffer.alloc(0))).toBe(true)
        server.setFault(fault, { times: 2, slowMs: 300 })
        expect(await storage.size(`images/${fault}`)).toBe(300_000)
      },
    )

    it('resumes a body where it was cut, and returns every byte once', async () => {
      const storage = await openS3Storage(settings())
      await storage.put('images/cut', picture)
      server.setFault('cut', { times: 3 })
      expect(picture.equals((await storage.get('images/cut')) ?? Buffer.alloc(0))).toBe(true)
      server.setFault('cut', { times: 3 })
      const part = await buffer(storage.read('images/cut', { start: 1_000, end: 250_000 }))
      expect(picture.subarray(1_000, 250_001).equals(part)).toBe(true)
    })

    it('never joins the beginning of one file to the end of another that replaced it', async () => {
      const storage = await openS3Storage(settings())
      const other = randomBytes(300_000)
      await storage.put('images/changed', picture)
      server.setFault('cut', { times: 1 })
      const reading = buffer(storage.read('images/changed')).catch(() => null)
      await storage.put('images/changed', other)
      const read = await reading
      expect(read === null || picture.equals(read) || other.equals(read)).toBe(true)
    })

    it('fails, never with a partial file, where the server stays unavailable', async () => {
      const storage = await openS3Storage(settings())
      await storage.put('images/lost', picture)
      server.setFault('away')
      const before = server.requestCount()
      await expect(storage.get('images/lost')).rejects.toThrow()
      await expect(storage.put('images/lost', picture)).rejects.toThrow()
      expect(server.requestCount() - before).toBeLessThanOrEqual(20)
    })

    it('does not report a missing file where the server failed', async () => {
      const storage = await openS3Storage(settings())
      server.setFault('error')
      await expect(storage.get('images/any')).rejects.toThrow()
      await expect(storage.size('images/any')).rejects.toThrow()
    })
  })
})
