import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { flatPicture } from './flat-picture.ts'
import { type Pictures, type Wrapping, wrapped } from './wrappings.ts'

/** What a vendor can do with the next request for a picture, in its own way. */
export type Scene =
  | 'delivers'
  /** After some waiting; with progress and previews where the vendor has them. */
  | 'delivers-slowly'
  /** `refuses`, and `refuses-…` where a vendor has several ways. */
  | 'refuses'
  | `refuses-${string}`
  /** Succeeds without a picture. */
  | 'empty'
  /** Half a file. */
  | 'truncated'
  /** The address of the picture leads nowhere any more. */
  | 'expired-address'
  /** Come back in `retryAfterSeconds`. */
  | 'rate-limited'
  | 'wrong-key'
  | 'no-credit'
  | 'overloaded'
  | 'invalid-request'
  /** The vendor accepts the request, works on it and fails for a reason of its own. */
  | 'fails'
  /** Accepts the request and never finishes it. */
  | 'silent'
  /** Breaks off as soon as it has heard what is wanted; every fake does. */
  | 'hangs-up'

/** The key that every fake opens for. */
export const fakeKey = 'sk-fake-4f1b9c7d2e8a4b60'
/** In every error of a fake: it may appear in the log alone. */
export const vendorWords = 'zxq-vendor-words'
/** What every fake asks for when it is `rate-limited`. */
export const retryAfterSeconds = 7

/** One request as it arrived. */
export type Asked = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Headers
  readonly body: Uint8Array
  /** Aborts when the asker went away before the answer was finished. */
  readonly hungUp: AbortSignal
  json(): unknown
  form(): Promise<FormData>
}

/** What a vendor's answers may use. */
export type VendorDesk = {
  /** The fake's own origin. */
  readonly url: string
  /** The scene for the request for a picture at hand; the next one is `delivers` again. */
  takeScene(): Scene
  /** The address of a picture of this size on the fake itself: whole, half, or gone. */
  publish(size: PixelSize, state: 'whole' | 'truncated' | 'gone'): Promise<string>
}

/** A vendor on this machine that plays scenes and remembers what it was asked. */
export type VendorFake = {
  readonly url: string
  readonly asked: readonly Asked[]
  /** The requests for a new picture among them. */
  creates(): readonly Asked[]
  /** The last of them. @throws when there was none. */
  lastCreate(): Asked
  /** The requests to stop one. */
  cancels(): readonly Asked[]
  /** For the next request for a picture, or the next look at a key; or for as many as are said. */
  play(scene: Scene, times?: number): void
  /** Wraps every answer from now on otherwise than the vendor itself does. */
  wrap(wrapping: Wrapping): void
  stop(): Promise<void>
}

export type VendorAnswers = {
  /** Answers every request but those for published pictures; what it throws becomes a 500 with the error's text. */
  answer(asked: Asked, desk: VendorDesk): Response | Promise<Response>
  isCreate(asked: Asked): boolean
  isCancel?(asked: Asked): boolean
  /** Takes a connection over that asks for another protocol: a socket. */
  upgrade?(incoming: IncomingMessage, connection: Duplex, head: Buffer): void
}

/** An answer that never comes. */
export const never = (): Promise<Response> => new Promise(() => {})

/** Starts a vendor on a free port of this machine. */
export async function startVendorFake(vendor: VendorAnswers): Promise<VendorFake> {
  const asked: Asked[] = []
  const published = new Map<string, Uint8Array | null>()
  const next: Scene[] = []

  const server = createServer((request, response) => {
    reply(request, response).catch(() => response.destroy())
  })
  const upgraded = new Set<Duplex>()
  if (vendor.upgrade)
    server.on('upgrade', (incoming, connection, head) => {
      upgraded.add(connection)
      vendor.upgrade?.(incoming, connection, head)
    })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const desk: VendorDesk = {
    url,
    takeScene() {
      return next.shift() ?? 'delivers'
    },
    async publish(size, state) {
      const path = `/published/${randomUUID()}.png`
      const bytes = await flatPicture(size)
      published.set(
        path,
        state === 'whole' ? bytes : state === 'truncated' ? bytes.subarray(0, bytes.length >> 1) : null,
      )
      return `${url}${path}`
    },
  }

  let wrapping: Wrapping | null = null
  const pictures: Pictures = {
    at: (address) => (address.startsWith(url) ? (published.get(address.slice(url.length)) ?? undefined) : undefined),
    publish(bytes) {
      const path = `/published/${randomUUID()}.png`
      published.set(path, bytes)
      return `${url}${path}`
    },
  }

  async function reply(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/'
    const file = published.get(path)
    if (file !== undefined) {
      outgoing.writeHead(file ? 200 : 403, file ? { 'content-type': 'image/png' } : {})
      outgoing.end(file ?? vendorWords)
      return
    }
    const arrived = await readAsked(incoming, outgoing)
    asked.push(arrived)
    if (next[0] === 'hangs-up' && vendor.isCreate(arrived)) {
      next.shift()
      outgoing.destroy()
      return
    }
    const own = await Promise.resolve(vendor.answer(arrived, desk)).catch(
      (error: unknown) => new Response(`The fake itself failed: ${error}`, { status: 500 }),
    )
    const answer = wrapping ? await wrapped(own, wrapping, pictures) : own
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), outgoing)
    else outgoing.end()
  }

  const creates = () => asked.filter((each) => vendor.isCreate(each))
  return {
    url,
    asked,
    creates,
    lastCreate() {
      const last = creates().at(-1)
      if (!last) throw new Error('No picture was asked for.')
      return last
    },
    cancels: () => asked.filter((each) => vendor.isCancel?.(each) ?? false),
    play(scene, times = 1) {
      next.splice(0, next.length, ...Array<Scene>(times).fill(scene))
    },
    wrap(next) {
      wrapping = next
    },
    async stop() {
      for (const connection of upgraded) connection.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readAsked(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Asked> {
  const hungUp = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) hungUp.abort()
  })
  const body = new Uint8Array(await buffer(incoming))
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    headers.set(name, Array.isArray(value) ? value.join(', ') : (value ?? ''))
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '/',
    headers,
    body,
    hungUp: hungUp.signal,
    json: () => JSON.parse(new TextDecoder().decode(body)) as unknown,
    form: () => new Response(body, { headers: { 'content-type': headers.get('content-type') ?? '' } }).formData(),
  }
}
