import {
  type AnswerLimit,
  isAnswerLate,
  isAnswerTooLarge,
  type LimitedFetch,
} from '#server/operations/bounded-fetch.ts'
import { ProviderError } from '../provider.ts'
import { jsonOf, jsonValuesIn } from './json-answer.ts'
import { isNotPublic } from './public-address.ts'
import { retryAfterMs } from './retry-after.ts'
import { unredirectedFetch } from './unredirected-fetch.ts'
import {
  failureOfCreate,
  failureOfStatus,
  healthOfStatus,
  type VendorFailure,
  vendorFailure,
} from './vendor-failure.ts'

/** One call to a vendor; a body is JSON or a form. */
export type VendorCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** After the base address, with its query. */
  readonly path: string
  readonly key: string
  readonly signal: AbortSignal
  readonly json?: unknown
  readonly form?: FormData
  /** Asks for a new picture: an unknown address says then that the model is gone. */
  readonly isCreate?: true
}

/** A failed reply. */
export type VendorRefusal = {
  readonly status: number
  readonly headers: Headers
  /** Parsed where it is JSON, else null. */
  readonly body: unknown
  readonly text: string
}

export type VendorHttp = {
  /**
   * @returns The parsed reply; null for one without a body; the last event of an event stream. @throws ProviderError for
   * everything but success; the signal's reason when aborted. Nothing is sent twice.
   */
  send(call: VendorCall): Promise<unknown>
  /** The same with all values of the reply: every event of a stream, every element of a list. */
  sendForAll(call: VendorCall): Promise<readonly unknown[]>
  /** Whether the vendor accepts the key, by a call that costs nothing; `unknown` when it can't be checked. */
  checkKey(call: VendorCall): Promise<'accepted' | 'rejected' | 'unknown'>
}

/** The time limit for a reply: each call only starts a request or polls it. */
const maxSilenceMs = 60_000
const maxVendorCodeLength = 300
/** The slowest line on which a body may be sent, 50 kB/s: its time is added to that of the answer. */
const slowestBytesPerMs = 50

/** The bytes of a body, about: without the boundaries of a form. */
function sentBytes(json: string | undefined, form: VendorCall['form']): number {
  const parts = form ? [...form.values()] : []
  return parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : part.size), json?.length ?? 0)
}

/**
 * HTTP with one vendor: its headers, our failures. @param vendor The display name. @param explain The meaning of a failed reply
 * at this vendor; null where the status says it all.
 */
export function createVendorHttp(options: {
  readonly vendor: string
  readonly baseUrl: string
  readonly headers: (key: string) => Record<string, string>
  readonly explain?: (refusal: VendorRefusal) => { kind: VendorFailure; retryAfterMs?: number } | null
  readonly silenceMs?: number
  /** Of every answer, but for its time. */
  readonly limit: AnswerLimit
  /** Left out: Node's. */
  readonly fetch?: LimitedFetch
}): VendorHttp {
  const { vendor, baseUrl, headers, explain, silenceMs = maxSilenceMs } = options
  const { fetch: fetchWithin = unredirectedFetch } = options

  async function exchange<Answer>(call: VendorCall, read: (response: Response) => Promise<Answer>): Promise<Answer> {
    call.signal.throwIfAborted()
    const json = call.json === undefined ? undefined : JSON.stringify(call.json)
    const sendMs = sentBytes(json, call.form) / slowestBytesPerMs
    try {
      const response = await fetchWithin({ ...options.limit, maxMs: silenceMs + sendMs })(
        `${baseUrl.replace(/\/$/, '')}${call.path}`,
        {
          method: call.method,
          headers: {
            accept: 'application/json',
            ...(call.json === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers(call.key),
          },
          ...(json === undefined ? {} : { body: json }),
          ...(call.form === undefined ? {} : { body: call.form }),
          // A key goes nowhere but to the configured address.
          redirect: 'manual',
          signal: call.signal,
        },
      )
      return await read(response)
    } catch (error) {
      call.signal.throwIfAborted()
      if (error instanceof ProviderError) throw error
      if (isNotPublic(error)) throw vendorFailure(vendor, 'internal', { cause: error, health: 'unknown' })
      if (isAnswerTooLarge(error)) throw vendorFailure(vendor, 'unreadable', { cause: error })
      throw vendorFailure(vendor, isAnswerLate(error) ? 'silent' : 'down', { cause: error })
    }
  }

  async function failureOf(response: Response, { key, isCreate }: VendorCall): Promise<ProviderError> {
    const text = await response.text()
    const refusal = { status: response.status, headers: response.headers, body: jsonOf(text) ?? null, text }
    const { kind, retryAfterMs: explainedMs } = explain?.(refusal) ?? {
      kind: isCreate ? failureOfCreate(response.status) : failureOfStatus(response.status),
    }
    const waitMs = explainedMs ?? retryAfterMs(response.headers, Date.now())
    return vendorFailure(vendor, kind, {
      health: healthOfStatus(response.status),
      vendorCode: vendorCode(`${response.status} ${text}`, key),
      ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
    })
  }

  const valuesFor = (call: VendorCall): Promise<readonly unknown[]> =>
    exchange(call, async (response) => {
      if (!response.ok) throw await failureOf(response, call)
      const text = await response.text()
      if (text === '') return []
      const values = jsonValuesIn(text)
      if (values === null) throw vendorFailure(vendor, 'unreadable', { vendorCode: vendorCode(text, call.key) })
      return values
    })

  return {
    send: async (call) => (await valuesFor(call)).at(-1) ?? null,
    sendForAll: async (call) => (await valuesFor(call)).flat(),

    async checkKey(call) {
      try {
        return await exchange(call, async (response) => {
          await response.body?.cancel()
          if (response.status === 401 || response.status === 403) return 'rejected'
          // A key without credit is still a known key.
          return response.ok || response.status === 402 ? 'accepted' : 'unknown'
        })
      } catch (error) {
        if (error instanceof ProviderError) return 'unknown'
        throw error
      }
    },
  }
}

/** A vendor's message for the log: short, and without the key, which some vendors repeat. */
const vendorCode = (text: string, key: string) =>
  (key === '' ? text : text.replaceAll(key, '[key]')).slice(0, maxVendorCodeLength)
