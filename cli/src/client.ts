import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { contract } from '#contract/contract.ts'
import type { ImportReply } from '#contract/prompts/name.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Login } from './saved-login.ts'
import { CliFailure, type Exit, type Terminal } from './terminal.ts'

type CallContext = { idempotencyKey?: string }

/** A server, as commands reach it. */
export type Client = {
  readonly url: string
  /** Every call of the contract, typed. */
  readonly api: ContractRouterClient<typeof contract, CallContext>
  /** A picture, as it is stored or in a form. */
  readFile(path: string): Promise<{ readonly bytes: Buffer; readonly mediaType: string }>
  /** Asks for a file that is made, which is read as it arrives. @returns It with its name. */
  makeFile(path: string, body: object): Promise<{ readonly name: string; readonly body: ReadableStream<Uint8Array> }>
  /** Uploads a picture. @returns Its id. */
  upload(file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }): Promise<string>
  /** Imports a file. @returns How many entries came in, and what did not. */
  importFile(
    path: string,
    file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
  ): Promise<ImportReply>
  /** The address of a project for people, or of one of its cards. */
  boardUrl(projectId: string, cardId?: string): string
}

const exits: Readonly<Record<ErrorCode, Exit>> = {
  invalid: 'usage',
  unauthenticated: 'forbidden',
  'out-of-credits': 'credits',
  'plan-limit': 'credits',
  'branch-cap': 'credits',
  'token-budget': 'credits',
  'purse-empty': 'credits',
  'bad-origin': 'forbidden',
  forbidden: 'forbidden',
  'not-found': 'not-found',
  conflict: 'failed',
  'too-large': 'failed',
  'unsupported-media': 'failed',
  impossible: 'failed',
  'rate-limited': 'failed',
  unavailable: 'failed',
  late: 'failed',
  'half-sent': 'failed',
  'other-account': 'failed',
}

/** A server of a later release may refuse with a code that this program does not know. */
const isKnown = (code: string): code is ErrorCode => Object.hasOwn(exits, code)

const isBody = (body: unknown): body is { code: string; message: string; data?: unknown } =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body

/** A refusal of the server, or the lack of one, as a failure of the command. */
export function failureOf(error: unknown, url: string): unknown {
  if (error instanceof ORPCError) {
    const issues: { path?: unknown; message?: unknown }[] = Object(error.data).issues ?? []
    const [issue] = Array.isArray(issues) ? issues : []
    const where = issue && Array.isArray(issue.path) && issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
    const message = error.code === 'invalid' && issue ? `${where}${issue.message}` : error.message
    return new CliFailure(isKnown(error.code) ? exits[error.code] : 'failed', message, {
      code: error.code,
      data: error.data,
    })
  }
  // An error of fetch: no connection, a certificate, a reply that broke off.
  if (error instanceof TypeError)
    return new CliFailure('failed', `${url} can not be reached: ${causeOf(error)}`, { code: 'unreachable' })
  return error
}
const causeOf = ({ cause, message }: Error) => (cause instanceof Error ? cause.message : message)

/** Opens a server by a login. Failures of calls are `CliFailure`s. */
export function openClient({ url, token }: Login, { fetch, signal }: Pick<Terminal, 'fetch' | 'signal'>): Client {
  const headers = { authorization: `Bearer ${token}` }
  const link = new OpenAPILink<CallContext>(contract, {
    url: `${url}/api`,
    fetch: (request, init) => fetch(request, { ...init, signal, redirect: 'manual' }),
    headers: ({ context: { idempotencyKey } }) => ({
      ...headers,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    }),
    customErrorResponseBodyDecoder: (body, { status }) =>
      isBody(body) ? new ORPCError(body.code, { status, message: body.message, data: body.data }) : null,
    interceptors: [
      async ({ next }) => {
        try {
          return await next()
        } catch (error) {
          throw failureOf(error, url)
        }
      },
    ],
  })
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    try {
      const sent = { ...init, headers: { ...init.headers, ...headers }, signal, redirect: 'manual' } as const
      const reply = await fetch(`${url}/api${path}`, sent)
      if (reply.ok) return reply
      const body: unknown = await reply.json().catch(() => null)
      if (isBody(body)) throw new ORPCError(body.code, { status: reply.status, message: body.message, data: body.data })
      throw new CliFailure('failed', `${url} answered ${reply.status}.`)
    } catch (error) {
      throw failureOf(error, url)
    }
  }
  return {
    url,
    api: createORPCClient(link),
    async readFile(path) {
      const reply = await send(path)
      const mediaType = reply.headers.get('content-type') ?? 'application/octet-stream'
      return { bytes: Buffer.from(await reply.arrayBuffer()), mediaType }
    },
    async makeFile(path, body) {
      const headers = { 'content-type': 'application/json' }
      const reply = await send(path, { method: 'POST', body: JSON.stringify(body), headers })
      const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(reply.headers.get('content-disposition') ?? '') ?? []
      if (!reply.body || name === '') throw new CliFailure('failed', `${url} sent no file.`)
      return { name: decodeURIComponent(name), body: reply.body }
    },
    async upload({ name, bytes }) {
      const form = new FormData()
      form.append('file', new File([bytes], name))
      const body = (await (await send('/uploads', { method: 'POST', body: form })).json()) as { id: string }
      return body.id
    },
    async importFile(path, { name, bytes }) {
      const form = new FormData()
      form.append('file', new File([bytes], name))
      return (await (await send(path, { method: 'POST', body: form })).json()) as ImportReply
    },
    boardUrl: (projectId, cardId) => `${url}/project/${projectId}${cardId === undefined ? '' : `?card=${cardId}`}`,
  }
}
