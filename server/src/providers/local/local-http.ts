import { Agent, type BodyInit, fetch as undiciFetch } from 'undici'
import type { z } from 'zod'
import { bytesOfBase64, inlinePicture } from '#server/providers/common/inline-picture.ts'
import { type AnswerLimit, answerLimits, boundFetch, isAnswerTooLarge } from '../../operations/bounded-fetch.ts'
import { jsonValuesIn } from '../common/json-answer.ts'
import { retryAfterMs } from '../common/retry-after.ts'
import { failureOfStatus, healthOfStatus, vendorFailure } from '../common/vendor-failure.ts'
import { ProviderError } from '../provider.ts'

/** A local engine of the operator: its name in sentences, and its address 'http://127.0.0.1:8188'. */
export type LocalEngine = { readonly engine: string; readonly address: string }

type LocalCall = {
  /** With its query: '/history/4f1b'. */
  readonly path: string
  readonly json?: unknown
  readonly form?: BodyInit
  /** The meaning of a refusal with a body; null where it has no meaning of its own. */
  readonly explain?: (status: number, body: string) => ProviderError | null
  readonly signal: AbortSignal
}

/** A slow machine answers only when the picture is finished, which takes longer than fetch's limit of five minutes. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

async function failureOf(
  { engine }: LocalEngine,
  response: Response,
  explain: LocalCall['explain'],
): Promise<ProviderError> {
  const body = await response.text().catch(() => '')
  const explained = explain?.(response.status, body)
  if (explained) return explained
  const vendorCode = `${response.status} ${body.slice(0, 300)}`
  if (response.status === 401 || response.status === 403)
    return new ProviderError('key', `${engine} asks for a password; only engines without one can be used.`, {
      vendorCode,
      health: 'reachable',
    })
  const waitMs = retryAfterMs(response.headers, Date.now())
  // Engines send this for every exception during a generation: it is about the request.
  if (response.status === 500) return vendorFailure(engine, 'failed', { vendorCode })
  return vendorFailure(engine, failureOfStatus(response.status), {
    vendorCode,
    health: healthOfStatus(response.status),
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  })
}

/** Runs a call to an engine; a broken connection becomes a ProviderError, an abort the signal's reason. */
async function speaking<Answer>(server: LocalEngine, signal: AbortSignal, speak: () => Promise<Answer>) {
  try {
    return await speak()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ProviderError) throw error
    throw vendorFailure(server.engine, isAnswerTooLarge(error) ? 'unreadable' : 'down', { cause: error })
  }
}

/** One call; redirects are not followed, as an engine has no reason for them. */
function reach(server: LocalEngine, { path, json, form, signal }: LocalCall, limit: AnswerLimit): Promise<Response> {
  const headers = json === undefined ? undefined : { 'content-type': 'application/json' }
  // undici's own: Node's fetch takes no dispatcher of this version, and no form of this copy.
  const send: typeof fetch = async (_, init) => {
    const reply = await undiciFetch(`${server.address}${path}`, {
      method: json === undefined && form === undefined ? 'GET' : 'POST',
      headers: [...new Headers(init?.headers)],
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form === undefined ? {} : { body: form }),
      redirect: 'error',
      dispatcher: patient,
      ...(init?.signal && { signal: init.signal }),
    })
    const body = reply.body as ReadableStream<Uint8Array<ArrayBuffer>> | null
    return new Response(body, { status: reply.status, headers: [...reply.headers] })
  }
  return boundFetch(send, limit, { room: 'operator' })(`${server.address}${path}`, {
    ...(headers && { headers }),
    signal,
  })
}

async function ask(server: LocalEngine, call: LocalCall): Promise<Response> {
  const response = await reach(server, call, answerLimits.engine)
  if (!response.ok) throw await failureOf(server, response, call.explain)
  return response
}

/**
 * Asks an engine for JSON of a known shape.
 * @throws ProviderError with a sentence about the engine; the signal's reason when aborted.
 */
export const askForJson = <Shape extends z.ZodType>(
  server: LocalEngine,
  shape: Shape,
  call: LocalCall,
): Promise<z.output<Shape>> =>
  speaking(server, call.signal, async () => {
    // The last event that has the shape, where a proxy answers with a stream.
    const parsed = (jsonValuesIn(await (await ask(server, call)).text()) ?? []).map((value) => shape.safeParse(value))
    const fitting = parsed.findLast(({ success }) => success) ?? parsed.at(-1)
    if (fitting?.success) return fitting.data
    throw vendorFailure(server.engine, 'unreadable', {
      vendorCode: `${call.path}: ${fitting?.error.issues[0]?.message ?? 'no JSON'}`,
    })
  })

/**
 * Asks an engine for a file.
 * @throws ProviderError with a sentence about the engine; the signal's reason when aborted.
 */
export const askForBytes = (server: LocalEngine, call: LocalCall): Promise<Uint8Array> =>
  speaking(server, call.signal, async () => {
    const response = await reach(server, call, answerLimits.engineFile)
    if (response.ok) return new Uint8Array(await response.arrayBuffer())
    throw vendorFailure(server.engine, 'gone', { vendorCode: `${response.status} ${call.path}` })
  })

/**
 * The bytes of a picture that an engine returns in one field: base64, a data URI, or an address. Only an address of the engine
 * itself is followed. @returns No bytes for another address.
 */
export async function askForPicture(server: LocalEngine, named: string, signal: AbortSignal): Promise<Uint8Array> {
  const isAddress = /^https?:/i.test(named) || (named.startsWith('/') && inlinePicture(named) === null)
  if (!isAddress) return bytesOfBase64(named)
  const url = URL.parse(named, server.address)
  if (url?.origin !== new URL(server.address).origin) return new Uint8Array()
  return askForBytes(server, { path: `${url.pathname}${url.search}`, signal })
}

/**
 * Sends an engine a call whose reply doesn't matter. @throws ProviderError with a sentence about the engine; the signal's reason
 * when aborted.
 */
export const notifyEngine = (server: LocalEngine, call: LocalCall): Promise<void> =>
  speaking(server, call.signal, async () => {
    await (await ask(server, call)).text()
  })
