import { setTimeout as wait } from 'node:timers/promises'
import type { ModelMessage } from 'ai'
import { z } from 'zod'
import type { UserId } from '#domain/account/user-id.ts'
import { cutSentence, guessedTokens } from '#domain/agents/assistant-run.ts'
import type { LanguagePurpose } from '#domain/credits/ledger.ts'
import { formatPrice } from '#domain/format.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import type { Transaction } from '../../db/database.ts'
import { findEarlier, type IdempotentRequest } from '../../features/idempotency.ts'
import type { Log } from '../../operations/log.ts'
import { guessMessageTokens } from '../assistant/guess-tokens.ts'
import { isRefused, modelFailure } from '../assistant/language-model.ts'
import { modelOfPerson, type PersonModel } from '../assistant/model-settings.ts'
import { askModel, createTurnCount, type TurnCount, TurnEnded } from '../assistant/model-turn.ts'
import { beginCall, type CallDeps, callsAtOnce, endCall, type OpenCall, renewCall } from './language-calls.ts'
import { noLanguageModel, type OfferDeps, priceOfCall } from './language-offer.ts'

/** The database is without the time limit of a request: what is held is given back after it. */
export type WordDeps = CallDeps &
  OfferDeps & {
    readonly log: Log
    /** The time limit of a request. */
    readonly requestSeconds: number
  }

export type WordCaller = {
  readonly userId: UserId
  /** The API token that asks, whose budget counts it; null: the user. */
  readonly tokenId: string | null
  readonly signal: AbortSignal
  /** A repeated request is given the first answer. */
  readonly idempotency: IdempotentRequest | null
}

/** A model may think for so long, in seconds; the request itself has to be answered a second before its own limit. */
const maxSeconds = 60
/** The time between two looks at a first request with the same key: each is half as long again as the one before. */
const lookMs = { first: 100, max: 2_000 } as const
/** Tokens that the server's model writes at most: 4,000 characters, of a token each in some scripts, and some thought before. */
const maxAnswerTokens = 6_000

export type Question = {
  readonly purpose: LanguagePurpose
  readonly instructions: string
  messages(): AsyncResult<readonly ModelMessage[]>
  /** Reads the answer; else why it can't be used, as the end of a sentence that begins with the name of the model. */
  read(answer: string): Result<string, string>
  /** The accepted price, in hundredths of a credit; left out: the present one. */
  readonly maxPrice?: number
  /** Calls of the user that may be under way with it; left out: as many as a user may have. */
  readonly maxAtOnce?: number
  /** Stores the answer in the transaction that pays for it. @returns False where it is not wanted any more, and not paid. */
  store?(tx: Transaction, answer: Omit<ModelAnswer, 'price'>): Promise<boolean>
}

const modelAnswer = z.strictObject({
  answer: z.string(),
  languageModel: z.string(),
  /** Hundredths of a credit. */
  price: z.int(),
})
export type ModelAnswer = z.infer<typeof modelAnswer>

/** The answer that an earlier request with the key was given. `under-way`: it has none yet. Null: there is no such request. */
async function firstAnswer(
  { db }: Pick<WordDeps, 'db'>,
  { userId, idempotency }: WordCaller,
): AsyncResult<ModelAnswer | 'under-way' | null> {
  const earlier = await findEarlier(db, userId, idempotency)
  if (!earlier.ok || earlier.value === null) return earlier.ok ? success(null) : earlier
  return success(earlier.value.detail === null ? 'under-way' : modelAnswer.parse(earlier.value.detail))
}

const secondsOf = ({ requestSeconds }: WordDeps) => Math.max(1, Math.min(maxSeconds, requestSeconds - 1))

type FirstAnswer = Awaited<AsyncResult<ModelAnswer | null>>

/** Looks at the first request with a key until it has ended. */
async function pollFirst(deps: WordDeps, caller: WordCaller): Promise<FirstAnswer> {
  const until = performance.now() + secondsOf(deps) * 1_000
  for (let pauseMs: number = lookMs.first; performance.now() < until; pauseMs = Math.min(pauseMs * 1.5, lookMs.max)) {
    const first = await firstAnswer(deps, caller)
    if (!first.ok) return first
    if (first.value !== 'under-way') return success(first.value)
    await wait(pauseMs, null, { ref: false })
  }
  return failure({ code: 'unavailable', message: 'The first request with this Idempotency-Key is not answered yet.' })
}

/** The waits of this process, by user and key: all repetitions of a request share one. */
const waits = new Map<string, Promise<FirstAnswer>>()

/** Waits for the answer to the first request with a key. @returns Null where that request has failed. @throws where the caller has left. */
async function awaitFirst(deps: WordDeps, caller: WordCaller): Promise<FirstAnswer> {
  const { userId, idempotency, signal } = caller
  signal.throwIfAborted()
  const key = `${userId} ${idempotency?.key}`
  const shared = waits.get(key) ?? pollFirst(deps, caller).finally(() => waits.delete(key))
  waits.set(key, shared)
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason)
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([shared, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

type AskedTurn = {
  readonly open: PersonModel
  readonly signal: AbortSignal
  readonly messages: readonly ModelMessage[]
  readonly question: Question
  /** Of the question, guessed. */
  readonly inputTokens: number
}

const tokensSoFar = (inputTokens: number, count: TurnCount) => inputTokens + guessedTokens(count.characters())

/** Has the model write. @throws where the caller has left. @returns The answer, and the tokens that it took. */
async function turnOf(
  deps: WordDeps,
  { open, signal, messages, question, inputTokens }: AskedTurn,
  count: TurnCount,
): Promise<{ readonly tokens: number; readonly answer: Result<string, Refusal> }> {
  const { label } = open
  const seconds = secondsOf(deps)
  let written = ''
  try {
    const { tokens, cut } = await askModel({
      open,
      instructions: question.instructions,
      messages,
      tools: {},
      signal,
      count,
      ...(open.of === 'server' && { maxOutputTokens: maxAnswerTokens }),
      deadline: { ms: seconds * 1_000, sentence: `${label} took more than ${seconds} seconds. Try again.` },
      onText(text) {
        written += text
      },
    })
    if (cut) return { tokens, answer: failure({ code: 'impossible', message: cutSentence(cut, label) }) }
    const answer = question.read(written)
    if (answer.ok) return { tokens, answer }
    return { tokens, answer: failure({ code: 'impossible', message: `${label} ${answer.error} Try again.` }) }
  } catch (error) {
    if (signal.aborted) throw error
    const tokens = isRefused(error) ? 0 : tokensSoFar(inputTokens, count)
    if (error instanceof TurnEnded) return { tokens, answer: failure({ code: 'unavailable', message: error.message }) }
    deps.log.warn({ err: error }, 'a language model failed')
    const refusal: Refusal = { code: 'unavailable', message: modelFailure(error, open) }
    return { tokens, answer: failure(refusal) }
  }
}

/** Makes a call whose price is held: it is paid with the answer, and released without one. */
async function makeCall(deps: WordDeps, call: OpenCall, asked: AskedTurn): AsyncResult<ModelAnswer> {
  const { db, callLeaseSeconds } = deps
  const count = createTurnCount()
  const heartbeat = setInterval(
    () => void renewCall(db, call.id, callLeaseSeconds).catch(() => undefined),
    (callLeaseSeconds * 1_000) / 3,
  )
  try {
    const { tokens, answer } = await turnOf(deps, asked, count)
    const { store } = asked.question
    if (!answer.ok) {
      await endCall(db, call, { tokens })
      return answer
    }
    const written = { answer: answer.value, languageModel: asked.open.label }
    const reply = { ...written, price: call.price }
    const end = await endCall(db, call, {
      tokens,
      reply,
      capture: async (tx) => (store ? store(tx, written) : true),
    })
    return success(end === 'captured' ? reply : { ...written, price: 0 })
  } catch (error) {
    await endCall(db, call, { tokens: tokensSoFar(asked.inputTokens, count) })
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

/**
 * Asks the language model of a person once: their own, else the server's within its tokens of a day. The price of the server's is held
 * before, and paid for an answer that can be used. What it writes is data: it is given no tools, and an answer that is something else
 * than what was asked for becomes a sentence.
 */
export async function askForWords(deps: WordDeps, caller: WordCaller, question: Question): AsyncResult<ModelAnswer> {
  const first = await firstAnswer(deps, caller)
  if (!first.ok) return first
  const earlier = first.value === 'under-way' ? await awaitFirst(deps, caller) : success(first.value)
  if (!earlier.ok) return earlier
  if (earlier.value) return success(earlier.value)
  const opened = await modelOfPerson({ ...deps.assistantModels, db: deps.db }, caller.userId)
  if (!opened.ok) return failure(opened.error.code === 'impossible' ? { ...noLanguageModel } : opened.error)
  const open = opened.value
  const price = priceOfCall(deps, open)
  const { maxPrice = price } = question
  if (price > maxPrice)
    return failure({ code: 'conflict', message: `This costs ${formatPrice(price)} credits now. Ask again.` })
  const messages = await question.messages()
  if (!messages.ok) return messages
  const inputTokens = guessedTokens(question.instructions.length) + (await guessMessageTokens(messages.value))
  const perDay = deps.assistantModels.serverModel?.tokensPerDay ?? 0
  const { userId, tokenId, idempotency, signal } = caller
  const { maxAtOnce = callsAtOnce.ofUser } = question
  for (;;) {
    const begun = await beginCall(deps, {
      ...{ userId, tokenId, idempotency, price, maxAtOnce, purpose: question.purpose },
      tokens: open.of === 'server' ? { guessed: inputTokens + maxAnswerTokens, perDay } : null,
    })
    if (!begun.ok) return begun
    if (begun.value !== 'repeated')
      return makeCall(deps, begun.value, { open, signal, messages: messages.value, question, inputTokens })
    const answered = await awaitFirst(deps, caller)
    if (!answered.ok) return answered
    if (answered.value) return success(answered.value)
  }
}
