import type { ModelMessage } from 'ai'

/** Limit of the conversation that a model is given, about 100,000 tokens: the windows of the models that can call tools are larger. */
export const maxHistory = 400_000

/** In place of the answer of a tool that is too long ago. */
const leftOut = {
  type: 'text',
  value: 'Left out, because the conversation became too long. Call the tool again.',
} as const
/** The newest messages of a run are never shortened: the model answers them. */
const wholeMessages = 2

const sizeOf = (messages: readonly unknown[]): number =>
  messages.reduce<number>((sum, message) => sum + JSON.stringify(message).length, 0)

const withoutAnswers = (message: ModelMessage): ModelMessage =>
  message.role === 'tool'
    ? {
        ...message,
        content: message.content.map((part) => (part.type === 'tool-result' ? { ...part, output: leftOut } : part)),
      }
    : message

/** A history that fits: whole runs, each call with its answer. */
export type FittedHistory = {
  readonly earlier: readonly ModelMessage[]
  /** Of the run itself, at their positions. */
  readonly own: readonly ModelMessage[]
  /** The position from which on `own` is whole. */
  readonly wholeFrom: number
}

/**
 * Shortens a conversation to a size: the oldest runs are left out as a whole, then the answers of tools in this run, the oldest first.
 * @param earlier Runs before this one, the oldest first. @param most Characters of JSON.
 */
export function fitHistory(
  earlier: readonly (readonly ModelMessage[])[],
  own: readonly ModelMessage[],
  most: number,
): FittedHistory {
  let size = sizeOf(own)
  const shortened = [...own]
  let wholeFrom = 0
  while (size > most && wholeFrom < own.length - wholeMessages) {
    const message = own[wholeFrom]
    if (message) {
      const shorter = withoutAnswers(message)
      size -= sizeOf([message]) - sizeOf([shorter])
      shortened[wholeFrom] = shorter
    }
    wholeFrom += 1
  }
  const kept: (readonly ModelMessage[])[] = []
  for (const run of earlier.toReversed()) {
    size += sizeOf(run)
    if (size > most) break
    kept.unshift(run)
  }
  return { earlier: kept.flat(), own: shortened, wholeFrom }
}
