import { failure, type Result, success } from '../result.ts'
import { nameKey } from './name-key.ts'
import { isWordListName, type ListedWord } from './word-list.ts'

const mark = '__'

/** A piece of a prompt: plain text, or the name of a list. */
type Piece = { readonly kind: 'text' | 'list'; readonly text: string }

/** Splits a prompt at the names of its lists. Underscores around anything else are text. */
function piecesOf(prompt: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let at = prompt.indexOf(mark)
  while (at >= 0) {
    const end = prompt.indexOf(mark, at + mark.length)
    if (end < 0) break
    const name = prompt.slice(at + mark.length, end)
    if (isWordListName(name)) {
      pieces.push({ kind: 'text', text: prompt.slice(from, at) }, { kind: 'list', text: name })
      from = end + mark.length
      at = prompt.indexOf(mark, from)
    } else at = end
  }
  return [...pieces, { kind: 'text', text: prompt.slice(from) }]
}

/** The names of the lists that a text draws from, each once, as they are written. */
export const listNamesIn = (text: string): readonly string[] => [
  ...new Set(piecesOf(text).flatMap((piece) => (piece.kind === 'list' ? [piece.text] : []))),
]

/** Numbers from 0 to below 1 that follow from a seed: Mulberry32 (Tommy Ettinger, public domain). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A list as words are drawn from it: each word ends where its share of the sum of weights does. */
export type DrawnList = { readonly words: readonly ListedWord[]; readonly ends: Float64Array }

/** Sums the weights of a list once, for any number of draws. */
export function prepareList(words: readonly ListedWord[]): DrawnList {
  const ends = new Float64Array(words.length)
  let end = 0
  for (const [index, { weight }] of words.entries()) {
    end += weight
    ends[index] = end
  }
  return { words, ends }
}

/** The word whose share of the weights a number from 0 to below 1 falls into. Binary search: a list has up to 5,000 words. */
function drawnFrom({ words, ends }: DrawnList, number: number): string {
  const at = number * (ends.at(-1) ?? 0)
  let low = 0
  let high = words.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (at < (ends[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return words[low]?.text ?? ''
}

/** Lists within lists: more than anyone writes, and an end for those that contain themselves. */
export const maxDepth = 8
/** Words that one prompt draws, those inside of drawn words included. */
export const maxDraws = 200
/** The limit of a prompt, also of one whose words were drawn or improved, in characters. */
export const maxPromptLength = 4_000

/** Why no words could be drawn: the list that is missing, is empty or contains itself; too many names of lists, or a text too long. */
export type DrawFailure = {
  readonly reason: 'missing' | 'empty' | 'endless' | 'too-many' | 'too-long'
  /** The name of the list; empty for `too-many` and `too-long`. */
  readonly name: string
}

/**
 * Draws a word for each `__list__` of a prompt, also for those inside of drawn words. The same prompt, lists and seed make the same
 * text. @param lists By `nameKey`; those deeper than `maxDepth` are not needed.
 */
export function drawWords(
  prompt: string,
  lists: ReadonlyMap<string, DrawnList>,
  seed: number,
): Result<string, DrawFailure> {
  const next = numbersFrom(seed)
  let drawn = ''
  let draws = 0
  const write = (text: string, depth: number, inside: string): DrawFailure | null => {
    for (const piece of piecesOf(text)) {
      if (piece.kind === 'text') drawn += piece.text
      else {
        if (depth === maxDepth) return { reason: 'endless', name: inside }
        const list = lists.get(nameKey(piece.text))
        if (!list) return { reason: 'missing', name: piece.text }
        if (list.words.length === 0) return { reason: 'empty', name: piece.text }
        if (++draws > maxDraws) return { reason: 'too-many', name: '' }
        const failed = write(drawnFrom(list, next()), depth + 1, piece.text)
        if (failed) return failed
      }
      if (drawn.length > maxPromptLength) return { reason: 'too-long', name: '' }
    }
    return null
  }
  const failed = write(prompt, 0, '')
  return failed ? failure(failed) : success(drawn)
}
