import type { ModelMessage } from 'ai'
import { count, eq } from 'drizzle-orm'
import { z } from 'zod'
import { errorTable } from '#contract/errors.ts'
import type { RunPartShape, RunStepShape } from '#contract/programs/assistant.ts'
import {
  cutSentence,
  guessedTokens,
  limitReached,
  minutesReached,
  needsGo,
  runLimits,
} from '#domain/agents/assistant-run.ts'
import type { StepEffect } from '#domain/board/undo-steps.ts'
import { shortenText } from '#domain/text/cut-text.ts'
import type { Refusal } from '#server/db/refusal.ts'
import type { AskedCall } from '../../db/schema/assistant.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import {
  type AgentCall,
  type AgentCaller,
  type AgentPicture,
  type AgentTool,
  brokenTool,
  refusalText,
} from '../agent-tool.ts'
import { toolsOf } from '../mcp-server.ts'
import { fitHistory, maxHistory } from './fit-history.ts'
import { guessMessageTokens } from './guess-tokens.ts'
import { isRefused, isTooLong, modelFailure, type OpenModel } from './language-model.ts'
import { tokensUsed } from './model-settings.ts'
import {
  answersOf,
  askModel,
  type ModelTurn,
  pictureKey,
  TurnEnded,
  toolSetOf,
  type WrittenCall,
  withPictures,
} from './model-turn.ts'
import { instructionsOf } from './run-prompt.ts'
import { RunLost, type RunRow, type RunStore } from './run-rows.ts'
import { createTurnText } from './turn-text.ts'

export type RunWork = {
  /** As it is stored, with the lease of this process. */
  readonly row: RunRow
  /** The messages of each run before it in the conversation. */
  readonly earlier: readonly (readonly unknown[])[]
  readonly open: OpenModel
  readonly caller: AgentCaller
  readonly store: RunStore
  readonly signal: AbortSignal
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Sends a piece of text to the pages that are open. */
  stream(piece: { readonly part: number; readonly offset: number; readonly text: string }): void
}

const shortened = (text: string) => shortenText(text, 160)

/** The effect that a step would have, in a line. */
function detailOf(input: Readonly<Record<string, unknown>>): string {
  const { prompt, text, count: images, mark, given, operation } = input
  const words = [
    ...(typeof images === 'number' ? [images === 1 ? '1 image' : `${images} images`] : []),
    ...(typeof operation === 'string' ? [operation] : []),
    ...(typeof mark === 'string' ? [given === false ? `take ${mark} back` : mark] : []),
    ...[prompt, text].flatMap((words) => (typeof words === 'string' && words !== '' ? [`“${words}”`] : [])),
  ]
  return shortened(words.join(', '))
}

const tooManyImages = `A run makes at most ${runLimits.images} images.`

/** A refusal for the person: without its code and details, which are for the model. */
const sentenceOf = ({ code, message }: Refusal) => message ?? errorTable[code].message

/** The ids by which a repeated request for images is known: those of vendors hold letters, digits and signs. */
const requestId = (id: string) => id.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, 100)

/** The cards in the answer of a tool that asks for images. */
function cardsIn(text: string): string[] {
  const { id } = JSON.parse(text) as { id?: unknown }
  return typeof id === 'string' ? [id] : []
}

/**
 * Works on a run until it ends, waits for a Go, is stopped or reaches a limit. Everything is stored before it is reported, and a call is
 * stored before it begins: a process that dies leaves the run as it was, and nothing of it is done twice.
 */
export async function workOnRun(work: RunWork): Promise<void> {
  try {
    await createRun(work).work()
  } catch (error) {
    if (error instanceof RunLost || work.signal.aborted) return
    throw error
  }
}

function createRun({ row, earlier, open, caller, store, signal, now, stream }: RunWork) {
  const tools = new Map(toolsOf(caller).map((each) => [each.name, each]))
  const toolSet = toolSetOf([...tools.values()])
  const instructions = instructionsOf(row.mode, row.projectId)
  const toolCharacters = JSON.stringify(
    [...tools.values()].map(({ description, input }) => [
      description,
      z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    ]),
  ).length
  const parts: RunPartShape[] = [...row.parts]
  const messages = [...row.messages]
  const effects: StepEffect[] = [...row.effects]
  /** By `pictureKey`; and those of the turn that is under way, by call. */
  const pictures = new Map<string, readonly AgentPicture[]>()
  const newPictures = new Map<string, readonly AgentPicture[]>()
  const startedMs = now()
  let { turns, tokens } = row
  const call: AgentCall = { ...caller, signal, progress: async () => {} }

  const partOf = (id: string) => parts.findIndex((part) => part.kind === 'step' && part.id === id)
  function setStep(id: string, set: Partial<RunStepShape>): void {
    const place = partOf(id)
    const part = parts[place]
    if (part?.kind === 'step') parts[place] = { ...part, ...set }
  }

  const stepOf = (id: string): RunStepShape | undefined => {
    const part = parts[partOf(id)]
    return part?.kind === 'step' ? part : undefined
  }

  async function imagesAsked(): Promise<number> {
    const [asked] = await caller.deps.db
      .select({ images: count() })
      .from(generatedImages)
      .innerJoin(generations, eq(generations.id, generatedImages.generationId))
      .where(eq(generations.madeBy, row.tokenId))
    return asked?.images ?? 0
  }

  /** Runs a call of a tool. What it would change is stored before it changes it. */
  async function run(asked: AskedCall, tool: AgentTool): Promise<AskedCall> {
    const isSpending = asked.price !== null
    const hasReason = 'why' in (tool.input as z.ZodObject).shape
    const input = {
      ...(asked.input as object),
      ...(hasReason && { why: stepOf(asked.step)?.why || undefined }),
      // The shown price is the most that is paid, and a repeated call makes nothing twice.
      ...(isSpending && { request_id: requestId(asked.step), max_price: (asked.price ?? 0) / 100 }),
    }
    const done = (text: string): AskedCall => {
      setStep(asked.step, { state: 'done' })
      return { ...asked, output: { text, isError: false } }
    }
    const refused = (text: string, message: string): AskedCall => {
      setStep(asked.step, { state: 'refused', message: shortened(message) })
      return { ...asked, output: { text, isError: true } }
    }
    try {
      const planned = await tool.effects?.(call, input)
      if (planned && !planned.ok) return refused(refusalText(planned.error), sentenceOf(planned.error))
      effects.push(...(planned?.value ?? []))
      setStep(asked.step, { state: 'running' })
      await store.save({ parts, effects })
      const result = await tool.run(call, input)
      if (!result.ok) return refused(refusalText(result.error), sentenceOf(result.error))
      const { text, pictures: shown = [] } = result.value
      if (open.seesPictures && shown.length > 0) newPictures.set(asked.id, shown)
      if (isSpending) setStep(asked.step, { cards: cardsIn(text) })
      return done(text)
    } catch (error) {
      if (error instanceof RunLost || signal.aborted) throw error
      caller.deps.log.error({ err: error, tool: asked.tool }, 'a tool of the assistant failed')
      return refused(brokenTool, 'Something went wrong on our side.')
    }
  }

  /** Runs the calls that have no answer yet: those that only add cards at once, others one after the other. */
  async function runAll(calls: readonly AskedCall[]): Promise<AskedCall[]> {
    const runOne = async (asked: AskedCall) => {
      const tool = tools.get(asked.tool)
      if (asked.output !== null || !tool) return asked
      const done = await run(asked, tool)
      await store.save({ parts, effects })
      return done
    }
    const isTogether = calls.every(({ output, price }) => output !== null || price !== null)
    if (isTogether) return Promise.all(calls.map(runOne))
    const done: AskedCall[] = []
    for (const asked of calls) done.push(await runOne(asked))
    return done
  }

  /** Turns what the model wrote into calls with prices. One that can't be made is answered at once, so that the model repairs it. */
  async function plan(written: WrittenCall, imagesBefore: number): Promise<AskedCall> {
    const { id, tool: name, input, why, error } = written
    const stepId = `${turns}.${id}`
    const tool = tools.get(name)
    const refused = (text: string, message: string): AskedCall => {
      parts.push({ ...step, state: 'refused', message: shortened(message) })
      return { id, step: stepId, tool: name, input, price: null, output: { text, isError: true } }
    }
    const step: RunStepShape = {
      kind: 'step',
      id: stepId,
      tool: name,
      title: tool?.title ?? name,
      why: shortened(why),
      state: 'planned',
      credits: null,
      detail: detailOf(input),
      message: null,
      cards: [],
    }
    if (!tool || error !== null)
      return refused(
        `Refused (invalid): ${error ?? 'There is no such tool.'}`,
        'The language model filled this step in wrongly. It can repair it.',
      )
    const images = tool.price && typeof input.count === 'number' ? input.count : 0
    if (imagesBefore + images > runLimits.images) return refused(`Refused (conflict): ${tooManyImages}`, tooManyImages)
    const priced = await tool.price?.(call, input)
    if (priced && !priced.ok) return refused(refusalText(priced.error), sentenceOf(priced.error))
    const price = priced?.value ?? null
    parts.push({ ...step, credits: price === null ? null : price / 100 })
    return { id, step: stepId, tool: name, input, price, output: null }
  }

  const waitsForGo = ({ tool: name, output }: AskedCall) => {
    const tool = tools.get(name)
    return tool !== undefined && output === null && needsGo(row.mode, tool.effect)
  }

  /** Adds a whole turn, each call with its answer, to what the model reads. */
  async function finishTurn(turn: readonly unknown[], calls: readonly AskedCall[]): Promise<void> {
    messages.push(...turn, answersOf(calls))
    for (const [id, shown] of newPictures) pictures.set(pictureKey(messages.length - 1, id), shown)
    newPictures.clear()
    await store.save({ parts, effects, messages, pending: null })
  }

  /** Asks for one turn, with as much of the conversation as fits. @returns null where the tokens of the day are used. */
  async function takeTurn(onText: (text: string) => void, workedMs: number): Promise<ModelTurn | null> {
    const deadline = { ms: runLimits.minutes * 60_000 - workedMs, sentence: minutesReached }
    async function ask(most: number): Promise<ModelTurn | null> {
      const history = fitHistory(earlier as ModelMessage[][], messages as ModelMessage[], most)
      const whole = new Map([...pictures].filter(([key]) => Number.parseInt(key, 10) >= history.wholeFrom))
      const asked = [...history.earlier, ...withPictures(history.own, whole)]
      const read = guessedTokens(instructions.length + toolCharacters) + (await guessMessageTokens(asked))
      if (!(await store.reserve(read))) return null
      return askModel({ open, instructions, messages: asked, tools: toolSet, signal, deadline, onText })
    }
    try {
      return await ask(maxHistory)
    } catch (error) {
      // Windows of models differ, and no provider names them: a conversation that is refused is asked once more, as a part.
      if (signal.aborted || !isTooLong(error)) throw error
      return ask(maxHistory / 8)
    }
  }

  return {
    async work(): Promise<void> {
      if (row.pending) await finishTurn(row.pending.turn, await runAll(row.pending.calls))
      for (;;) {
        const use = { turns, tokens, images: await imagesAsked(), workedMs: now() - startedMs }
        const limit = limitReached(use)
        if (limit !== null) return store.end({ state: 'stopped', reason: limit })
        const writer = createTurnText({ parts, store, now, stream })
        let turn: ModelTurn | null
        try {
          turn = await takeTurn(writer.write, use.workedMs)
        } catch (error) {
          await writer.end()
          if (signal.aborted || error instanceof RunLost) throw error
          // A refused turn was not paid for; one that broke off counts as far as it came.
          await store.save({ parts, ...(isRefused(error) && { reservedTokens: 0 }) })
          if (error instanceof TurnEnded) return store.end({ state: 'stopped', reason: error.message })
          caller.deps.log.warn({ err: error }, 'a language model failed')
          return store.end({ state: 'failed', reason: modelFailure(error, open) })
        }
        await writer.end()
        if (!turn) return store.end({ state: 'stopped', reason: tokensUsed })
        turns += 1
        tokens += turn.tokens
        if (turn.cut) {
          await store.save({ parts, turns, tokens, reservedTokens: 0 })
          return store.end({ state: 'failed', reason: cutSentence(turn.cut, open.label) })
        }
        if (turn.calls.length === 0) {
          messages.push(...turn.messages)
          await store.save({ parts, messages, turns, tokens, reservedTokens: 0 })
          return store.end({ state: 'done', reason: null })
        }
        const calls: AskedCall[] = []
        let { images } = use
        for (const written of turn.calls) {
          const asked = await plan(written, images)
          calls.push(asked)
          if (asked.price !== null && typeof written.input.count === 'number') images += written.input.count
        }
        const waiting = new Set(calls.filter(waitsForGo).map(({ id }) => id))
        await store.save({ parts, turns, tokens, reservedTokens: 0 })
        if (waiting.size === 0) {
          await finishTurn(turn.messages, await runAll(calls))
          continue
        }
        const read = await runAll(calls.filter(({ id }) => !waiting.has(id)))
        const answered = new Map(read.map((asked) => [asked.id, asked]))
        const pending = { turn: turn.messages, calls: calls.map((asked) => answered.get(asked.id) ?? asked) }
        return store.save({ parts, effects, pending, state: 'asks', worker: null, leaseUntil: null })
      }
    },
  }
}
