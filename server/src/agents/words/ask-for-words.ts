import type { ModelMessage } from 'ai'
import { and, eq, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { cutSentence, guessedTokens } from '#domain/agents/assistant-run.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { languageUses } from '../../db/schema/assistant.ts'
import type { Log } from '../../operations/log.ts'
import { isRefused, modelFailure } from '../assistant/language-model.ts'
import { type ModelSettingsDeps, modelOfPerson, tokensUsed } from '../assistant/model-settings.ts'
import { askModel, TurnEnded } from '../assistant/model-turn.ts'
import { lockRunsOf, serverTokensOf } from '../assistant/run-rows.ts'

export type WordDeps = {
  readonly db: UserDatabase
  readonly assistantModels: Omit<ModelSettingsDeps, 'db'>
  readonly log: Log
  /** The time limit of a request. */
  readonly requestSeconds: number
}

/** A model may think for so long, in seconds; the request itself has to be answered a second before its own limit. */
const maxSeconds = 60

/** The refusal where no language model is connected: a sentence that says what enables it. */
const noLanguageModel: Refusal = {
  code: 'conflict',
  message:
    'This needs a language model. Enter a key of yours in the settings of the assistant, or ask the person who runs this server to set ASSISTANT_MODEL.',
  data: { missing: 'language-model' },
}

export type Question<Answer> = {
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  /** Reads the answer; else why it can't be used, as the end of a sentence that begins with the name of the model. */
  read(answer: string): Result<Answer, string>
}

export type ModelAnswer<Answer> = {
  readonly answer: Answer
  readonly languageModel: string
  /** Hundredths of a credit. */
  readonly price: number
}

/** Reserves tokens of the server's model for a call. @returns The id of the use; null where those of the day are used. */
async function reserve({ db, assistantModels }: WordDeps, userId: UserId, tokens: number): Promise<string | null> {
  const { serverModel } = assistantModels
  return db.transaction(async (tx) => {
    await lockRunsOf(tx, userId)
    await tx
      .delete(languageUses)
      .where(and(eq(languageUses.userId, userId), sql`created_at < now() - interval '24 hours'`))
    if (!serverModel || (await serverTokensOf(tx, userId, null)) >= serverModel.tokensPerDay) return null
    const [use] = await tx.insert(languageUses).values({ userId, tokens }).returning({ id: languageUses.id })
    return use?.id ?? null
  })
}

/**
 * Asks the language model of a person once: their own, else the server's within its tokens of a day. What it writes is data: it is given
 * no tools, and an answer that is something else than what was asked for becomes a sentence.
 */
export async function askForWords<Answer>(
  deps: WordDeps,
  { userId, signal }: { readonly userId: UserId; readonly signal: AbortSignal },
  { instructions, messages, read }: Question<Answer>,
): AsyncResult<ModelAnswer<Answer>> {
  const open = await modelOfPerson({ ...deps.assistantModels, db: deps.db }, userId)
  if (!open.ok) return failure(open.error.code === 'impossible' ? { ...noLanguageModel } : open.error)
  const { label } = open.value
  const guessed = guessedTokens(instructions.length + JSON.stringify(messages).length)
  const useId = open.value.of === 'server' ? await reserve(deps, userId, guessed) : null
  if (open.value.of === 'server' && useId === null) return failure({ code: 'rate-limited', message: tokensUsed })
  const note = async (tokens: number) => {
    if (useId !== null) await deps.db.update(languageUses).set({ tokens }).where(eq(languageUses.id, useId))
  }
  let written = ''
  const seconds = Math.max(1, Math.min(maxSeconds, deps.requestSeconds - 1))
  try {
    const turn = await askModel({
      open: open.value,
      instructions,
      messages,
      tools: {},
      signal,
      deadline: { ms: seconds * 1_000, sentence: `${label} took more than ${seconds} seconds. Try again.` },
      onText(text) {
        written += text
      },
    })
    await note(turn.tokens)
    if (turn.cut) return failure({ code: 'impossible', message: cutSentence(turn.cut, label) })
    const answer = read(written)
    if (!answer.ok) return failure({ code: 'impossible', message: `${label} ${answer.error} Try again.` })
    return success({ answer: answer.value, languageModel: label, price: 0 })
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof TurnEnded) return failure({ code: 'unavailable', message: error.message })
    if (isRefused(error)) await note(0)
    deps.log.warn({ err: error }, 'a language model failed')
    return failure({ code: 'unavailable', message: modelFailure(error, open.value) })
  }
}
