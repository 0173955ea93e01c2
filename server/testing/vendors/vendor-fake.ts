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

/** The scenes of a vendor for the next request of a picture. */
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
  /** The address of the picture does not exist any more. */
  | 'expired-address'
  /** Rate-limited: retry after `retryAfterSeconds`. */
  | 'rate-limited'
  | 'wrong-key'
  | 'no-credit'
  | 'overloaded'
  | 'invalid-request'
  /** The vendor accepts the request, works on it and fails for a reason of its own. */
  | 'fails'
  /** Accepts the request and never finishes it. */
  | 'silent'
  /** Closes the connection as soon as the request has arrived; every fake supports it. */
  | 'hangs-up'

/** The key that every fake accepts. */
export const fakeKey = 'sk-fake-4f1b9c7d2e8a4b60'
/** In every error of a fake: it may appear in the log alone. */
export const vendorWords = 'zxq-vendor-words'
/** The delay that every fake asks for when it is `rate-limited`. */
export const retryAfterSeconds = 7

/** One request as it arrived. */
export type Asked = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Headers
  readonly body: Uint8Array
  /** Aborts when the client disconnects before the reply is complete. */
  readonly hungUp: AbortSignal
  json(): unknown
  form(): Promise<FormData>
}

/** The context of a fake's replies. */
export type VendorDesk = {
  /** The fake's own origin. */
  readonly url: string
  /** The scene of the current request; the next one is `delivers` again. */
  takeScene(): Scene
  /** The address of a picture of this size on the fake itself: whole, half, or missing. */
  publish(size: PixelSize, state: 'whole' | 'truncated' | 'gone'): Promise<string>
  /** The address of a picture of its own. */
  publishPicture(bytes: Uint8Array): string
}

/** A fake vendor on this machine that plays scenes and records its requests. */
export type VendorFake = {
  readonly url: string
  readonly asked: readonly Asked[]
  /** The requests for a new picture. */
  creates(): readonly Asked[]
  /** The last of them. @throws when there was none. */
  lastCreate(): Asked
  /** The requests to cancel one. */
  cancels(): readonly Asked[]
  /** Sets the scene of the next request for a picture or check of a key, or of the next few. */
  play(scene: Scene, times?: number): void
  /** Wraps every reply from now on in another form than the vendor's own. */
  wrap(wrapping: Wrapping): void
  stop(): Promise<void>
}

export type VendorAnswers = {
  /** Handles every request except those for published pictures; an exception becomes a 500 with its text. */
  answer(asked: Asked, desk: VendorDesk): Response | Promise<Response>
  isCreate(asked: Asked): boolean
  isCancel?(asked: Asked): boolean
  /** Handles a connection that asks for another protocol: a socket. */
  upgrade?(incoming: IncomingMessage, connection: Duplex, head: Buffer): void
}

/** A reply that never arrives. */
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
    publishPicture(bytes) {
      const path = `/published/${randomUUID()}.png`
      published.set(path, bytes)
      return `${url}${path}`
    },
  }

  let wrapping: Wrapping | null = null
  const pictures: Pictures = {
    at: (address) => (address.startsWith(url) ? (published.get(address.slice(url.length)) ?? undefined) : undefined),
    publish: desk.publishPicture,
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
