import {
  type AssistantModelMessage,
  isStepCount,
  type ModelMessage,
  streamText,
  type ToolModelMessage,
  type ToolSet,
  tool,
} from 'ai'
import { z } from 'zod'
import { longestWhy } from '#domain/purses/purse.ts'
import type { AskedCall } from '../../db/schema/assistant.ts'
import type { AgentPicture, AgentTool } from '../agent-tool.ts'
import type { OpenModel } from './language-model.ts'

/** A tool as the model sees it: each call says why. */
const why = z.string().max(longestWhy).describe('Why, in one short sentence for the person.')

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
  /** What it wrote, in the form in which it reads it again. */
  readonly messages: readonly AssistantModelMessage[]
  readonly calls: readonly WrittenCall[]
  /** Of input and output. */
  readonly tokens: number
}

type TurnInput = {
  readonly open: OpenModel
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  readonly tools: ToolSet
  readonly signal: AbortSignal
  /** Receives the text as it is written. */
  onText(text: string): void
}

/** The tokens of an answer where the server counts none: about four characters each. */
const guessedTokens = (characters: number) => Math.ceil(characters / 4)

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 1_000)

/** Asks the model once. @throws The error of the provider, or of the signal. */
export async function askModel({ open, instructions, messages, tools, signal, onText }: TurnInput): Promise<ModelTurn> {
  let failed: { readonly error: unknown } | null = null
  let characters = 0
  const result = streamText({
    model: open.model,
    instructions,
    messages: [...messages],
    tools,
    stopWhen: isStepCount(1),
    abortSignal: signal,
    // Nothing of a conversation stays at the provider.
    providerOptions: { openai: { store: false } },
    // Errors are thrown below.
    onError: () => {},
  })
  for await (const part of result.stream) {
    if (part.type === 'text-delta') {
      characters += part.text.length
      onText(part.text)
    }
    if (part.type === 'error') failed = { error: part.error }
    if (part.type === 'abort') break
  }
  signal.throwIfAborted()
  if (failed) throw failed.error
  const [responses, calls, usage] = await Promise.all([result.responseMessages, result.toolCalls, result.usage])
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
    tokens: usage.totalTokens ?? guessedTokens(JSON.stringify(messages).length + characters),
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

/** Puts pictures beside the answers of the calls that showed them. They are kept while a run works, and stored nowhere. */
export const withPictures = (
  messages: readonly ModelMessage[],
  pictures: ReadonlyMap<string, readonly AgentPicture[]>,
): ModelMessage[] =>
  messages.map((message) => {
    if (message.role !== 'tool') return message
    return {
      ...message,
      content: message.content.map((part) => {
        const shown = part.type === 'tool-result' ? pictures.get(part.toolCallId) : undefined
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
