/** The things that a prompt names: a saved prompt by `/`, a named reference by `@`, a list of words by `__`. */
export const completionKinds = ['saved-prompt', 'reference', 'word-list'] as const
export type CompletionKind = (typeof completionKinds)[number]

/** A name that is being written in a prompt. */
export type CompletionToken = {
  readonly kind: CompletionKind
  /** Its first position with its mark, in UTF-16 units; it ends at the caret. */
  readonly start: number
  /** The name so far, without its mark. */
  readonly query: string
}

/** Characters of a name that is being written, at most. */
const maxQueryLength = 60

const savedPrompt = /(?<![^\s])\/([^\s/]*)$/u
const reference = /(?<![\p{L}\p{M}\p{N}_.@-])@([\p{L}\p{M}\p{N}_-]*)$/u
const wordList = /(?<!_)__([\p{L}\p{M}\p{N}/-](?:[\p{L}\p{M}\p{N}/-]|_(?!_))*)?$/u
const wholeList = /__[\p{L}\p{N}-](?:[\p{L}\p{M}\p{N}/-]|_(?!_))*__/gu

/** The name that is being written before the caret; null where there is none. */
export function completionAt(text: string, caret: number): CompletionToken | null {
  const before = text.slice(0, caret)
  // The end of a whole name is no beginning of another.
  const ofLists = before.slice(-2 * maxQueryLength).replaceAll(wholeList, (whole) => ' '.repeat(whole.length))
  const candidates = [
    ['saved-prompt', savedPrompt.exec(before.slice(-maxQueryLength - 2))],
    ['reference', reference.exec(before.slice(-maxQueryLength - 2))],
    ['word-list', wordList.exec(ofLists)],
  ] as const
  for (const [kind, found] of candidates) {
    const [whole, query = ''] = found ?? []
    if (whole !== undefined && query.length <= maxQueryLength) return { kind, start: caret - whole.length, query }
  }
  return null
}

const restOfReference = /^[\p{L}\p{M}\p{N}_-]{0,60}/u
const restOfList = /^[\p{L}\p{M}\p{N}/-]{0,60}(?:_[\p{L}\p{M}\p{N}/-]{1,60}){0,20}_{0,2}/u

/** The end of the name that the caret stands in: what a completion replaces from `start` on. */
export function completionEnd(kind: CompletionKind, text: string, caret: number): number {
  if (kind === 'saved-prompt') return caret
  const rest = (kind === 'reference' ? restOfReference : restOfList).exec(text.slice(caret, caret + 200))
  return caret + (rest?.[0].length ?? 0)
}

/** The text that stands in a prompt for a name. */
export const completionText = (kind: Exclude<CompletionKind, 'saved-prompt'>, name: string): string =>
  kind === 'reference' ? `@${name}` : `__${name}__`
