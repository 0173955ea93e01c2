import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { implement, ORPCError } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import { errorTable } from '#contract/errors.ts'
import type { ErrorCode } from '#domain/errors.ts'

type Inputs = InferContractRouterInputs<typeof contract>
type Outputs = InferContractRouterOutputs<typeof contract>

/** The replies of a fake server by call, checked against the contract by the compiler and at run time. */
export type Replies = {
  -readonly [Group in keyof Outputs]?: {
    -readonly [Call in keyof Outputs[Group]]?: (
      input: Group extends keyof Inputs ? (Call extends keyof Inputs[Group] ? Inputs[Group][Call] : never) : never,
    ) => Outputs[Group][Call] | Promise<Outputs[Group][Call]>
  }
}

/** A request outside of the contract (sign-in, files, boards): 'GET /api/auth/get-session', with `*` for any one part of the path. */
export type PlainReplies = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>

class LostConnection extends Error {}

/** The reason of a failed call, for the reply. */
type CallContext = { failure: unknown }

/** Makes the call fail as it does without a connection: fetch rejects. */
export const lostConnection = (): never => {
  throw new LostConnection()
}

/** Makes the call answer with an error of the contract's table. */
export const refuse = (code: ErrorCode, { message, data }: { message?: string; data?: unknown } = {}): never => {
  throw new ORPCError(code, { status: errorTable[code].status, message: message ?? errorTable[code].message, data })
}

/** A recorded request: `path` without the address of the server, `body` parsed where it is JSON. */
export type RecordedRequest = { readonly method: string; readonly path: string; readonly body: unknown }

export type FakeServer = {
  /** Failures that no test asked for: a call without a reply, a reply that breaks the contract. */
  readonly unexpected: readonly string[]
  /** Every request so far, in order. */
  readonly requests: readonly RecordedRequest[]
  /** Replaces the replies to some calls from now on. */
  reply(replies: Replies): void
  /** Replaces the replies to some requests outside of the contract. */
  replyPlain(replies: PlainReplies): void
  /** Whether the page listens to events: pages without a board begin a moment after they are opened. */
  isFollowed(): boolean
  /** The addresses of the open event streams. */
  streamAddresses(): string[]
  /** Sends an event to every open event stream, or to the next one that is opened. */
  send(name: string, data: object): void
  /** Restores `fetch`, `XMLHttpRequest` and `EventSource` of the browser. */
  stop(): void
}

/**
 * Answers the calls of the web application in the page itself, in place of a server: requests go through the contract's
 * own matching and validation, so a request that the contract refuses is answered with 400 and a reply that breaks it
 * with 500.
 */
export function startFakeServer(initial: Replies, initialPlain: PlainReplies = {}): FakeServer {
  const replies = new Map<string, (input: unknown) => unknown>()
  const plain = new Map<string, (request: Request) => Response | Promise<Response>>()
  const requests: RecordedRequest[] = []
  const unexpected: string[] = []
  const streams = new Set<FakeEventSource>()
  /** Events from before a stream was open, which gets them first, as the real server sends what a page has not seen. */
  const missed: MessageEvent[] = []

  const reply = (some: Replies) => {
    for (const [group, calls] of Object.entries(some))
      for (const [call, handler] of Object.entries(calls ?? {}))
        replies.set(`${group}.${call}`, handler as (input: unknown) => unknown)
  }
  const replyPlain = (some: PlainReplies) => {
    for (const [pattern, handler] of Object.entries(some)) plain.set(pattern, handler)
  }
  reply(initial)
  replyPlain(initialPlain)

  const router = implement(contract)
  const procedures = Object.fromEntries(
    Object.entries(contract).map(([group, calls]) => [
      group,
      Object.fromEntries(
        Object.keys(calls).map((call) => {
          const procedure = Reflect.get(Reflect.get(router, group), call)
          return [
            call,
            procedure.handler(async ({ input, context }: { input: unknown; context: CallContext }) => {
              const handler = replies.get(`${group}.${call}`)
              try {
                if (!handler) throw new Error(`The test gives no reply to ${group}.${call}.`)
                return await handler(input)
              } catch (error) {
                context.failure = error
                throw error
              }
            }),
          ]
        }),
      ),
    ]),
  )
  const handler = new OpenAPIHandler(procedures as never, {
    customErrorResponseBodyEncoder: ({ code, message, data }) => ({
      code,
      message,
      ...(data !== undefined && { data }),
    }),
  })

  const realFetch = window.fetch
  const realEventSource = window.EventSource
  const realRequest = window.XMLHttpRequest
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname, search } = new URL(request.url)
    if (origin !== location.origin || !/^\/(api|healthz)\b/.test(pathname)) return realFetch(input, init)
    const text = request.method === 'GET' ? '' : await request.clone().text()
    requests.push({ method: request.method, path: pathname + search, body: parsed(text) })
    const own = [...plain].find(([pattern]) => fits(pattern, request.method, pathname))
    if (own) return own[1](request)
    const context: CallContext = { failure: null }
    const { matched, response } = await handler.handle(request, { prefix: '/api', context: context as never })
    if (context.failure instanceof LostConnection) throw new TypeError('Failed to fetch')
    if (response && response.status >= 500 && !(context.failure instanceof ORPCError))
      unexpected.push(`${request.method} ${pathname}: ${context.failure ?? (await response.clone().text())}`)
    if (!matched) unexpected.push(`${request.method} ${pathname}: no such call`)
    return matched ? response : new Response('{"code":"not-found","message":"Not found."}', { status: 404 })
  }

  class FakeEventSource extends EventTarget {
    static readonly CLOSED = 2
    readonly CLOSED = 2
    readyState = 1
    readonly url: string
    constructor(address: string | URL) {
      super()
      this.url = String(address)
      streams.add(this)
      queueMicrotask(() => {
        this.dispatchEvent(new Event('open'))
        for (const event of missed.splice(0)) this.dispatchEvent(event)
      })
    }
    close() {
      this.readyState = 2
      streams.delete(this)
    }
  }
  window.EventSource = FakeEventSource as unknown as typeof EventSource
  window.XMLHttpRequest = FetchedRequest as unknown as typeof XMLHttpRequest

  return {
    unexpected,
    requests,
    reply,
    replyPlain,
    isFollowed: () => streams.size > 0,
    streamAddresses: () => [...streams].map(({ url }) => url),
    send(name, data) {
      const event = () => new MessageEvent(name, { data: JSON.stringify(data) })
      if (streams.size === 0) missed.push(event())
      for (const stream of streams) stream.dispatchEvent(event())
    },
    stop() {
      window.fetch = realFetch
      window.EventSource = realEventSource
      window.XMLHttpRequest = realRequest
      streams.clear()
    },
  }
}

/** The part of `XMLHttpRequest` that uploads use, made of `fetch`, so that both reach the fake server. */
class FetchedRequest {
  status = 0
  response: unknown = null
  responseType = ''
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onabort: (() => void) | null = null
  private readonly aborting = new AbortController()
  private method = 'GET'
  private address = ''
  private readonly headers: Record<string, string> = {}

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }

  open(method: string, address: string): void {
    this.method = method
    this.address = address
  }

  abort(): void {
    this.aborting.abort()
    this.onabort?.()
  }

  async send(body?: BodyInit): Promise<void> {
    try {
      const reply = await fetch(this.address, {
        method: this.method,
        signal: this.aborting.signal,
        headers: this.headers,
        ...(body && { body }),
      })
      this.upload.onprogress?.({ loaded: 1, total: 1 })
      this.response = await reply.json()
      this.status = reply.status
      this.onload?.()
    } catch {
      if (!this.aborting.signal.aborted) this.onerror?.()
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? undefined : text
  }
}

function fits(pattern: string, method: string, path: string): boolean {
  const [wantedMethod, wantedPath = ''] = pattern.split(' ')
  const wanted = wantedPath.split('/')
  const parts = path.split('/')
  return (
    wantedMethod === method &&
    wanted.length === parts.length &&
    wanted.every((part, place) => part === '*' || part === parts[place])
  )
}
