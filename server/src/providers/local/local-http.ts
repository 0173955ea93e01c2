import { Agent, type BodyInit, fetch, type Response } from 'undici'
import type { z } from 'zod'
import { ProviderError } from '../provider.ts'
import { retryAfterMs } from '../retry-after.ts'
import { failureOfStatus, healthOfStatus, vendorFailure } from '../vendor-failure.ts'

/** An engine on a machine of the operator's: how a sentence begins with it, and 'http://127.0.0.1:8188'. */
export type LocalEngine = { readonly engine: string; readonly address: string }

type LocalCall = {
  /** With its query: '/history/4f1b'. */
  readonly path: string
  readonly json?: unknown
  readonly form?: BodyInit
  readonly signal: AbortSignal
}

/** A slow machine answers only when the picture is there, which takes longer than the five minutes that fetch waits. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

async function failureOf({ engine }: LocalEngine, response: Response): Promise<ProviderError> {
  const vendorCode = `${response.status} ${(await response.text().catch(() => '')).slice(0, 300)}`
  if (response.status === 401 || response.status === 403)
    return new ProviderError('key', `${engine} asks for a password; only engines without one can be used.`, {
      vendorCode,
      health: 'reachable',
    })
  const waitMs = retryAfterMs(response.headers, Date.now())
  // What engines answer to every exception while they make an image: it is about the request.
  if (response.status === 500) return vendorFailure(engine, 'failed', { vendorCode })
  return vendorFailure(engine, failureOfStatus(response.status), {
    vendorCode,
    health: healthOfStatus(response.status),
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  })
}

/** Does something with an engine; a broken connection is a failure of ours, an abort the signal's reason. */
async function speaking<Answer>(server: LocalEngine, signal: AbortSignal, speak: () => Promise<Answer>) {
  try {
    return await speak()
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ProviderError ? error : vendorFailure(server.engine, 'down', { cause: error })
  }
}

/** One call; redirects are not followed, as an engine has no reason to send us elsewhere. */
const reach = (server: LocalEngine, { path, json, form, signal }: LocalCall): Promise<Response> =>
  fetch(`${server.address}${path}`, {
    method: json === undefined && form === undefined ? 'GET' : 'POST',
    ...(json === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
    ...(form === undefined ? {} : { body: form }),
    redirect: 'error',
    dispatcher: patient,
    signal,
  })

async function ask(server: LocalEngine, call: LocalCall): Promise<Response> {
  const response = await reach(server, call)
  if (!response.ok) throw await failureOf(server, response)
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
    const parsed = shape.safeParse(await (await ask(server, call)).json())
    if (parsed.success) return parsed.data
    throw vendorFailure(server.engine, 'unreadable', {
      vendorCode: `${call.path}: ${parsed.error.issues[0]?.message}`,
    })
  })

/**
 * Asks an engine for a file.
 * @throws ProviderError with a sentence about the engine; the signal's reason when aborted.
 */
export const askForBytes = (server: LocalEngine, call: LocalCall): Promise<Uint8Array> =>
  speaking(server, call.signal, async () => {
    const response = await reach(server, call)
    if (response.ok) return new Uint8Array(await response.arrayBuffer())
    throw vendorFailure(server.engine, 'gone', { vendorCode: `${response.status} ${call.path}` })
  })

/**
 * Tells an engine something; what it answers doesn't matter.
 * @throws ProviderError with a sentence about the engine; the signal's reason when aborted.
 */
export const tell = (server: LocalEngine, call: LocalCall): Promise<void> =>
  speaking(server, call.signal, async () => {
    await (await ask(server, call)).text()
  })
