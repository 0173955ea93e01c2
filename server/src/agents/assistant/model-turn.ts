import {
  type AssistantModelMessage,
  isStepCount,
  type ModelMessage,
  streamText,
  type TextStreamPart,
  type ToolModelMessage,
  type ToolSet,
  tool,
} from 'ai'
import { z } from 'zod'
import {
  type CutReason,
  cutReasons,
  guessedTokens,
  type TurnUse,
  turnLimitReached,
} from '#domain/agents/assistant-run.ts'
import { maxWhyLength } from '#domain/purses/purse.ts'
import type { AskedCall } from '../../db/schema/assistant.ts'
import type { AgentPicture, AgentTool } from '../agent-tool.ts'
import { guessMessageTokens } from './guess-tokens.ts'
import type { OpenModel } from './language-model.ts'

/** A tool as the model sees it: each call says why. */
const why = z.string().max(maxWhyLength).describe('Why, in one short sentence for the person.')

/** The tools of a run for the model. They are called by the run, so that what waits for a Go is not called. */
export const toolSetOf = (tools: readonly AgentTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      tool({ description, inputSchema: (input as z.ZodObject).extend({ why }) }),
    ]),
  )

/** A call as the model wrote it. `error`: it does not fit the tool, or there is no such tool. */
export type WrittenCall = {
  readonly id: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly why: string
  readonly error: string | null
}

/** One turn of the model. */
export type ModelTurn = {
  /** The messages that it wrote, in the form in which it reads it again. */
  readonly messages: readonly AssistantModelMessage[]
  readonly calls: readonly WrittenCall[]
  /** Of input and output. */
  readonly tokens: number
  /** Why it is not complete; null for one that is. */
  readonly cut: CutReason | null
}

/** A turn went on beyond its limits; the message is a sentence for the person. */
export class TurnEnded extends Error {
  override readonly name = 'TurnEnded'
}

type TurnInput = {
  readonly open: OpenModel
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  readonly tools: ToolSet
  readonly signal: AbortSignal
  /** When the turn is ended, and the sentence that says so. */
  readonly deadline: { readonly ms: number; readonly sentence: string }
  /** Limit of the tokens that it writes; left out: that of the model. */
  readonly maxOutputTokens?: number
  /** Counts what it writes, also where the turn ends early; left out: its own. */
  readonly count?: TurnCount
  /** Receives the text as it is written. */
  onText(text: string): void
}

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 1_000)

/** Asks Anthropic to keep what it has read: a later turn of the run pays a tenth for it. Others do so by themselves. */
const kept = { anthropic: { cacheControl: { type: 'ephemeral' as const } } }

/** The instructions with the tools before them, and the conversation so far, as the parts that are kept. */
function cached({ open, instructions, messages }: Pick<TurnInput, 'open' | 'instructions' | 'messages'>) {
  if (open.provider !== 'anthropic') return { instructions, messages: [...messages] }
  return {
    instructions: { role: 'system' as const, content: instructions, providerOptions: kept },
    messages: messages.map((message, at) =>
      at === messages.length - 1 ? { ...message, providerOptions: kept } : message,
    ),
  }
}

/** Characters of a part that is kept beside its text, such as its id and what a provider adds; files and sources as a whole. */
function charactersBeside(part: TextStreamPart<ToolSet>): number {
  switch (part.type) {
    case 'file':
      return part.file.base64.length
    case 'source':
    case 'text-start':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-end':
    case 'tool-input-start':
    case 'tool-input-end':
      return JSON.stringify(part).length
    default:
      return 0
  }
}

/** Counts what a turn writes and keeps. Some providers send a call in pieces, some as a whole, some only its beginning. */
export function createTurnCount() {
  const use = { text: 0, reasoning: 0, calls: 0, arguments: 0, beside: 0 }
  let pieces = 0
  let wholes = 0
  let begun = 0
  let called = 0
  return {
    /** @returns The use so far. */
    add(part: TextStreamPart<ToolSet>): TurnUse {
      if (part.type === 'text-delta') use.text += part.text.length
      if (part.type === 'reasoning-delta') use.reasoning += part.text.length
      if (part.type === 'tool-input-delta') pieces += part.delta.length
      if (part.type === 'tool-input-start') begun += 1
      use.beside += charactersBeside(part)
      if (part.type === 'tool-call') {
        called += 1
        wholes += JSON.stringify([part.toolCallId, part.toolName, part.input]).length
      }
      use.calls = Math.max(begun, called)
      use.arguments = Math.max(pieces, wholes)
      return use
    },
    characters: () => use.text + use.reasoning + use.arguments,
  }
}

export type TurnCount = ReturnType<typeof createTurnCount>

/**
 * Asks the model once. @throws TurnEnded where it writes beyond the limits of a turn, or at the deadline; the error of the provider, or
 * of the signal.
 */
export async function askModel(input: TurnInput): Promise<ModelTurn> {
  const { open, messages, tools, signal, deadline, onText, maxOutputTokens, count = createTurnCount() } = input
  let failed: { readonly error: unknown } | null = null
  const ending = new AbortController()
  const end = (sentence: string) => ending.abort(new TurnEnded(sentence))
  const timer = setTimeout(() => end(deadline.sentence), Math.max(deadline.ms, 0))
  const result = streamText({
    model: open.model,
    ...cached(input),
    tools,
    stopWhen: isStepCount(1),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    abortSignal: AbortSignal.any([signal, ending.signal]),
    // Nothing of a conversation stays at the provider.
    providerOptions: { openai: { store: false } },
    // Errors are thrown below.
    onError: () => {},
  })
  try {
    for await (const part of result.stream) {
      const reached = turnLimitReached(count.add(part))
      if (reached !== null) end(reached)
      if (part.type === 'abort' || ending.signal.aborted) break
      if (part.type === 'text-delta') onText(part.text)
      if (part.type === 'error') failed = { error: part.error }
    }
  } finally {
    clearTimeout(timer)
  }
  signal.throwIfAborted()
  ending.signal.throwIfAborted()
  if (failed) throw failed.error
  const { finishReason, responseMessages, toolCalls, usage: used } = result
  const [reason, responses, calls, usage] = await Promise.all([finishReason, responseMessages, toolCalls, used])
  return {
    // An invalid call has an answer of the library already; all answers are written here.
    messages: responses.filter((message): message is AssistantModelMessage => message.role === 'assistant'),
    calls: calls.map((call) => {
      const given = call.input !== null && typeof call.input === 'object' ? (call.input as Record<string, unknown>) : {}
      const { why: reason, ...input } = given
      return {
        id: call.toolCallId,
        tool: call.toolName,
        input,
        why: typeof reason === 'string' ? reason : '',
        error: call.invalid === true ? errorText(call.error) : null,
      }
    }),
    tokens: usage.totalTokens ?? (await guessMessageTokens(messages)) + guessedTokens(count.characters()),
    cut: cutReasons.find((each) => each === reason) ?? null,
  }
}

/** The answers of all calls of a turn, as the model reads them. Pictures are added by `withPictures`. */
export const answersOf = (calls: readonly AskedCall[]): ToolModelMessage => ({
  role: 'tool',
  content: calls.map(({ id, tool: toolName, output }) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName,
    output: { type: output?.isError ? 'error-text' : 'text', value: output?.text ?? '' },
  })),
})

/** By the position of the answers in a run, and by call: some servers count their calls from the beginning in each turn. */
export const pictureKey = (position: number, callId: string): string => `${position} ${callId}`

/**
 * Puts pictures beside the answers of the calls that showed them. They are kept while a run works, and stored nowhere.
 * @param messages Of the run. @param pictures By `pictureKey`.
 */
export const withPictures = (
  messages: readonly ModelMessage[],
  pictures: ReadonlyMap<string, readonly AgentPicture[]>,
): ModelMessage[] =>
  messages.map((message, position) => {
    if (message.role !== 'tool') return message
    return {
      ...message,
      content: message.content.map((part) => {
        const shown = part.type === 'tool-result' ? pictures.get(pictureKey(position, part.toolCallId)) : undefined
        if (part.type !== 'tool-result' || !shown || part.output.type !== 'text') return part
        const text = { type: 'text' as const, text: part.output.value }
        const files = shown.map(({ mediaType, base64 }) => ({
          type: 'file' as const,
          mediaType,
          data: { type: 'data' as const, data: base64 },
        }))
        return { ...part, output: { type: 'content' as const, value: [text, ...files] } }
      }),
    }
  })
