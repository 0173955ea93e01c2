import { turnLimits } from '#domain/agents/assistant-run.ts'
import { createEventMeter } from '#domain/limits/event-meter.ts'
import { createJsonMeter, type JsonBounds } from '#domain/limits/json-meter.ts'
import { AdmissionRefused, createAdmission, type Place } from './admission.ts'

/** Bounds on an answer from outside. */
export type AnswerLimit = {
  /** Bytes of the body, unpacked. */
  readonly maxBytes: number
  /** Bounds on JSON and on events with JSON; null for files. */
  readonly json: JsonBounds | null
  /**
   * Bytes of one event of a stream whose reader keeps no more than one at a time: values are counted for each event, and the answer
   * takes no room however long it is. Left out: the answer is read as a whole.
   */
  readonly maxEventBytes?: number
  /** Time until the body has arrived, in milliseconds. */
  readonly maxMs: number
}

/**
 * Values of JSON that is no list: some hundred are usual. Checking a value by a schema takes up to 10 µs where it does not fit, beside a
 * third of one to parse it.
 */
const json = { maxValues: 20_000, maxDepth: 256 }
/** Values of lists, of whose items no more are checked than are read: a gateway with 400 models sends 30,000, a page of fal up to 80,000. */
const listJson = { maxValues: 100_000, maxDepth: 256 }
const minute = 60_000
/** Bytes of a stream for each character that a language model writes: vendors wrap each token in JSON, and a token may be one character. */
const bytesPerCharacter = 120

/** Limits by the kind of an answer. */
export const answerLimits = {
  /** Answers of which only the status is read. */
  status: { maxBytes: 64_000, json, maxMs: minute },
  /** Small documents, such as the metadata of an OAuth program. */
  document: { maxBytes: 64_000, json, maxMs: 5_000 },
  /** Lists of models, and states of requests. */
  list: { maxBytes: 8_000_000, json: listJson, maxMs: minute },
  /** JSON or events with pictures in it: one of 64 MB, the largest that is stored, as base64. The caller's signal ends it earlier. */
  pictures: { maxBytes: 90_000_000, json, maxMs: 60 * minute },
  /** Answers of engines of the operator: a slow machine needs hours, and descriptions of many nodes have many values. */
  engine: { maxBytes: 100_000_000, json: { maxValues: 2_000_000, maxDepth: 256 }, maxMs: 24 * 60 * minute },
  /** Files of engines. */
  engineFile: { maxBytes: 100_000_000, json: null, maxMs: 24 * 60 * minute },
  /**
   * One turn of a language model, as events. All that a turn may write fits in, so that its own limits end it; the last event of OpenAI
   * has all of it once more, of which 700,000 characters take up to 2.1 MB.
   */
  turn: {
    maxBytes: bytesPerCharacter * (turnLimits.text + turnLimits.reasoning + turnLimits.arguments),
    json,
    maxEventBytes: 4_000_000,
    maxMs: 15 * minute,
  },
  /** Files that are written to the disk as they arrive, up to the size in a catalogue, which their reader checks. */
  download: { maxBytes: Number.POSITIVE_INFINITY, json: null, maxMs: 7 * 24 * 60 * minute },
} as const satisfies Record<string, AnswerLimit>

/**
 * Room for answers that are larger than most, in bytes: two of the largest at a time. Each becomes a text, and a text in an object, and
 * a few of them together would fill a heap of 512 MB. One waits for the others, and must arrive within its turn.
 */
const largeBytes = 8_000_000
const roomOfLarge = 180_000_000

/** Large answers that one user may wait for: jobs and runs at a time are few, and each holds a connection. */
const waitingLarge = 8

/**
 * Rooms for large answers, by who named the address: a server that a user named may be slow on purpose, and delays those of users
 * alone, and of these one user holds at most half, however many hosts they name. An answer of the operator's providers gets 90 MB in at
 * a fifth of a megabyte a second.
 */
const rooms = {
  operator: {
    large: createAdmission({ total: roomOfLarge, perOwner: roomOfLarge, waitSeconds: 600 }),
    turnMs: 8 * minute,
  },
  users: {
    large: createAdmission({
      total: roomOfLarge,
      perOwner: roomOfLarge / 2,
      waitingPerOwner: waitingLarge,
      waitSeconds: 600,
    }),
    turnMs: minute,
  },
}
export type AnswerRoom = keyof typeof rooms

/** Who reads answers: the room for large ones, and the user who waits for them; left out: each host counts by itself. */
export type AnswerReader = { readonly room: AnswerRoom; readonly owner?: string | undefined }

/** The rest of a failed answer is of no use. */
const maxFailureBytes = 64_000

/** An answer went beyond its limit of bytes or values. */
class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}
/** An answer did not arrive as a whole within its time. */
class AnswerLate extends Error {
  override readonly name = 'AnswerLate'
}

/** Whether an error, or one of its causes, is of this kind: SDKs wrap what `fetch` throws. */
const isCausedBy = (error: unknown, kind: typeof AnswerTooLarge | typeof AnswerLate): boolean =>
  error instanceof Error && (error instanceof kind || isCausedBy(error.cause, kind))
export const isAnswerTooLarge = (error: unknown): boolean => isCausedBy(error, AnswerTooLarge)
export const isAnswerLate = (error: unknown): boolean => isCausedBy(error, AnswerLate)

/** A `fetch` that exists only with a limit: no caller can forget it. */
export type LimitedFetch = (limit: AnswerLimit) => typeof fetch

type BodyOptions = {
  readonly ok: boolean
  readonly limit: AnswerLimit
  /** Bytes that the answer announces; its limit where it announces none. */
  readonly announced: number
  /** Ends the exchange. */
  readonly ending: AbortController
  /** Aborts when the exchange or its caller ends. */
  readonly signal: AbortSignal
  readonly room: AnswerRoom
  readonly owner: string
  onEnd(): void
}

/** Of one stream: more than one for each character that a turn of a language model may write. */
const maxEvents = 1_000_000

const meterOf = (json: JsonBounds, maxEventBytes: number | undefined) =>
  maxEventBytes === undefined ? createJsonMeter(json) : createEventMeter({ maxEventBytes, maxEvents, json })

/** The body within its limit; that of a failure is cut. `fetch` has unpacked it: a packed one counts as what it becomes. */
function boundBody(body: ReadableStream<Uint8Array>, options: BodyOptions): ReadableStream<Uint8Array> {
  const { ok, limit, announced, ending, signal, owner } = options
  const { large, turnMs } = rooms[options.room]
  const reader = body.getReader()
  const isWhole = limit.maxEventBytes === undefined
  const mayBeLarge = ok && isWhole && Number.isFinite(limit.maxBytes) && limit.maxBytes > largeBytes
  let place: Place | null = null
  let turn: NodeJS.Timeout | undefined

  /** Takes room for the whole answer, which is then read without a pause. */
  async function takeRoom(): Promise<void> {
    const weight = Math.min(announced, limit.maxBytes)
    place = await large.take({ owner, weight, signal }).catch((error: unknown) => {
      throw error instanceof AdmissionRefused ? new AnswerLate('Too many large answers arrive.') : error
    })
    turn = setTimeout(() => {
      ending.abort(new AnswerLate('The answer did not arrive in time.'))
      // Also where its reader has stopped reading, and learns of the end only when it reads on.
      onEnd()
    }, turnMs)
    turn.unref()
  }
  function onEnd(): void {
    options.onEnd()
    clearTimeout(turn)
    const taken = place
    place = null
    // Its reader has made an object of it by then.
    if (taken) setImmediate(() => taken.release())
  }
  const meter = ok && limit.json ? meterOf(limit.json, limit.maxEventBytes) : null
  const maxBytes = ok ? limit.maxBytes : maxFailureBytes
  let bytes = 0

  async function end(controller: ReadableStreamDefaultController<Uint8Array>, error: Error | null): Promise<void> {
    onEnd()
    if (error) controller.error(error)
    else controller.close()
    await reader.cancel(error).catch(() => undefined)
  }

  return new ReadableStream({
    async pull(controller) {
      try {
        ending.signal.throwIfAborted()
        const { done, value } = await reader.read()
        if (done) return await end(controller, null)
        bytes += value.byteLength
        if (mayBeLarge && bytes > largeBytes && !place) await takeRoom()
        if (bytes > maxBytes) {
          if (ok) return await end(controller, new AnswerTooLarge(`The answer has more than ${maxBytes} bytes.`))
          controller.enqueue(value.subarray(0, value.byteLength - (bytes - maxBytes)))
          return await end(controller, null)
        }
        if (meter && !meter.take(value))
          return await end(controller, new AnswerTooLarge('The answer has too many values.'))
        controller.enqueue(value)
      } catch (error) {
        onEnd()
        controller.error(error)
        await reader.cancel(error).catch(() => undefined)
      }
    },
    async cancel(reason) {
      onEnd()
      await reader.cancel(reason)
    },
  })
}

/**
 * A `fetch` whose answers are bounded in every way of reading them: the body counts unpacked bytes and values of JSON, and its
 * time goes on until it has arrived. Asks for an unpacked answer. @throws AnswerTooLarge, AnswerLate: by `fetch`, or by the body
 * while it is read.
 */
export const boundFetch =
  (fetch: typeof globalThis.fetch, limit: AnswerLimit, { room, owner }: AnswerReader): typeof globalThis.fetch =>
  async (input, init = {}) => {
    const { host } = new URL(input instanceof Request ? input.url : input)
    const late = new AbortController()
    // Not AbortSignal.timeout: that would keep a timer for a minute after each of thousands of short polls.
    const timer = setTimeout(() => late.abort(new AnswerLate('The answer did not arrive in time.')), limit.maxMs)
    timer.unref()
    const onEnd = () => clearTimeout(timer)
    const headers = new Headers(init.headers)
    headers.set('accept-encoding', 'identity')
    try {
      const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
      const reply = await fetch(input, { ...init, headers, signal })
      const { status, statusText, ok } = reply
      if (!reply.body) onEnd()
      const isPacked = reply.headers.has('content-encoding')
      const announced = (isPacked ? 0 : Number(reply.headers.get('content-length'))) || limit.maxBytes
      return new Response(
        reply.body &&
          boundBody(reply.body, { ok, limit, announced, ending: late, signal, room, owner: owner ?? host, onEnd }),
        {
          status,
          statusText,
          headers: reply.headers,
        },
      )
    } catch (error) {
      onEnd()
      throw error
    }
  }
