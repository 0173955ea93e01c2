import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ProviderError } from '../provider.ts'
import { createPictureDownload, type PictureDownload } from './checked-download.ts'

const servers: Server[] = []
const downloads: PictureDownload[] = []

afterEach(async () => {
  for (const download of downloads.splice(0)) await download.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function fetchFrom(
  url: string,
  over: Parameters<typeof createPictureDownload>[0] & { ownBaseUrl?: string; signal?: AbortSignal } = {},
) {
  const { ownBaseUrl = 'https://api.vendor.example', signal = new AbortController().signal, ...options } = over
  const download = createPictureDownload(options)
  downloads.push(download)
  return download.fetch({ url, vendor: 'Krea', ownBaseUrl, signal })
}

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ProviderError)
  return error as ProviderError
}

const unsafe = 'Krea named an address from which nothing is fetched. Try another model.'

describe('the download of a picture', () => {
  it("fetches from the vendor's own address, whatever that is", async () => {
    const own = await serve((_, response) => response.end('bytes'))
    expect(Buffer.from(await fetchFrom(`${own}/a.png`, { ownBaseUrl: `${own}/v1` })).toString()).toBe('bytes')
  })

  it('sends a user agent, and no key', async () => {
    let asked: IncomingHttpHeaders = {}
    const own = await serve((request, response) => {
      asked = request.headers
      response.end('bytes')
    })
    await fetchFrom(`${own}/a.png`, { ownBaseUrl: own })
    expect(asked).toEqual({
      accept: 'image/*',
      'user-agent': 'espalier',
      host: new URL(own).host,
      connection: 'keep-alive',
    })
  })

  it('follows redirects to allowed addresses', async () => {
    const own = await serve((request, response) => {
      if (request.url === '/b.png') return response.end('bytes')
      return response.writeHead(302, { location: '/b.png' }).end()
    })
    expect(Buffer.from(await fetchFrom(`${own}/a.png`, { ownBaseUrl: own })).toString()).toBe('bytes')
  })
})

describe('the download of a picture is refused', () => {
  it.each([
    ['plain http', 'http://pictures.example/a.png'],
    ['this machine', 'https://127.0.0.1/a.png'],
    ['this machine in another spelling', 'https://2130706433/a.png'],
    ['a private network', 'https://10.0.0.8/a.png'],
    ['a private network', 'https://192.168.1.1/a.png'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
    ["a carrier's network", 'https://100.64.0.1/a.png'],
    ['many at once', 'https://224.0.0.1/a.png'],
    ['this machine by IPv6', 'https://[::1]/a.png'],
    ['a private network by IPv6', 'https://[fd00::1]/a.png'],
    ['IPv4 in the clothes of IPv6', 'https://[::ffff:127.0.0.1]/a.png'],
    ['an address with a user name', 'https://user:secret@pictures.example/a.png'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'a.png'],
  ])('from %s', async (_, url) => {
    const failure = await failureOf(fetchFrom(url))
    expect(failure.message).toBe(unsafe)
    expect(failure.code).toBe('invalid')
  })

  it.each([
    ['a private address', [{ address: '10.1.2.3', family: 4 }]],
    [
      'a public and a private one',
      [
        { address: '93.184.215.14', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
    ['nothing', []],
  ])('where the name resolves to %s', async (_, addresses) => {
    const failure = await failureOf(fetchFrom('https://pictures.example/a.png', { resolve: async () => addresses }))
    expect(failure.message).toBe(unsafe)
  })

  it.each(['https://10.0.0.8/a.png', 'http://127.0.0.1:1/a.png', 'https://[::ffff:10.0.0.8]/a.png'])(
    'after a redirect to %s',
    async (location) => {
      const own = await serve((_, response) => response.writeHead(302, { location }).end())
      expect((await failureOf(fetchFrom(`${own}/a.png`, { ownBaseUrl: own }))).message).toBe(unsafe)
    },
  )

  it('in a redirect loop', async () => {
    const own = await serve((_, response) => response.writeHead(302, { location: '/a.png' }).end())
    expect((await failureOf(fetchFrom(`${own}/a.png`, { ownBaseUrl: own }))).message).toBe(unsafe)
  })
})

describe('the download of a picture fails', () => {
  it.each([
    ['that announces its size', { 'content-length': '2000' }],
    ['that does not', {}],
  ])('for a file that is too large, one %s', async (_, headers) => {
    const own = await serve((__, response) => {
      response.writeHead(200, headers as Record<string, string>)
      response.end(Buffer.alloc(2_000))
    })
    const failure = await failureOf(fetchFrom(`${own}/a.png`, { ownBaseUrl: own, mostBytes: 1_000 }))
    expect(failure.code).toBe('invalid')
    expect(failure.message).toContain('too large')
  })

  it('at its time limit', async () => {
    const own = await serve((_, response) => {
      response.writeHead(200)
      response.write('half')
    })
    expect((await failureOf(fetchFrom(`${own}/a.png`, { ownBaseUrl: own, timeLimitMs: 50 }))).code).toBe(
      'provider-down',
    )
  })

  it('with the reason of the signal when it is aborted', async () => {
    const stop = new AbortController()
    const reason = new Error('not wanted')
    const own = await serve((_, response) => {
      response.writeHead(200)
      response.write('half')
      stop.abort(reason)
    })
    await expect(fetchFrom(`${own}/a.png`, { ownBaseUrl: own, signal: stop.signal })).rejects.toBe(reason)
  })

  it.each([
    [403, 'failed'],
    [404, 'failed'],
    [500, 'provider-down'],
  ])('for a status %i', async (status, code) => {
    const own = await serve((_, response) => response.writeHead(status).end('no'))
    expect(await failureOf(fetchFrom(`${own}/a.png`, { ownBaseUrl: own }))).toMatchObject({ code, health: 'unknown' })
  })

  it('for a connection that breaks', async () => {
    const own = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      response.socket?.destroy()
    })
    expect((await failureOf(fetchFrom(`${own}/a.png`, { ownBaseUrl: own }))).code).toBe('provider-down')
  })
})
