import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { UnusableModel } from '../unusable-model.ts'

/** The tokens that a text encoder reads, its start and its end among them. */
export const tokenCount = 77

/** A prompt as the numbers of its tokens, and how many words at its end had no room. */
export type Tokens = { readonly ids: readonly number[]; readonly leftOut: number }

export type Tokenizer = {
  /** @param padding What fills the rest: the end token in Stable Diffusion 1.x, 0 ('!') in 2.x. */
  encode(text: string, padding: 'end' | 'zero'): Tokens
}

/**
 * The characters that stand for the 256 bytes, in the order of the vocabulary: printable ones for themselves, then the others from
 * U+0100 on (as in GPT-2's encoder).
 */
function byteCharacters(): { readonly ofByte: readonly string[]; readonly inOrder: readonly string[] } {
  const isPrintable = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff)
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const others = bytes.filter((byte) => !isPrintable(byte))
  const ofByte = bytes.map((byte) => String.fromCodePoint(isPrintable(byte) ? byte : 0x100 + others.indexOf(byte)))
  const inOrder = [...bytes.filter(isPrintable), ...others].map((byte) => ofByte[byte])
  return { ofByte, inOrder }
}

/** Contractions, words, single digits, and runs of other characters. */
const wordPattern = /'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+/gu
/** More bytes of one word than 75 tokens ever stand for: joining pieces takes time by the square. */
const mostBytes = 1_500
/** Marks the last piece of a word. */
const wordEnd = '</w>'

function readMerges(file: string): string[] {
  // After a line that names the version.
  const lines = readFileSync(file, 'utf8').split('\n')
  const merges = lines.filter((line) => line !== '' && !line.startsWith('#version'))
  if (merges.length > 0 && merges.every((line) => line.split(' ').length === 2)) return merges
  throw new UnusableModel(`${basename(file)} is not a list of merges of a tokenizer. Install the model again.`)
}

/** Joins the pair that comes first in the list of merges, until none is in it. */
function joinPieces(pieces: readonly string[], ranks: ReadonlyMap<string, number>): readonly string[] {
  let joined = pieces
  for (;;) {
    const rankAt = (i: number) => ranks.get(`${joined[i]} ${joined[i + 1]}`) ?? Number.POSITIVE_INFINITY
    const best = Math.min(...joined.slice(1).map((_, i) => rankAt(i)))
    if (best === Number.POSITIVE_INFINITY) return joined
    const next: string[] = []
    for (let i = 0; i < joined.length; i += 1) {
      if (i + 1 < joined.length && rankAt(i) === best) {
        next.push(joined[i] + joined[i + 1])
        i += 1
      } else next.push(joined[i])
    }
    joined = next
  }
}

/**
 * CLIP's tokenizer: byte pair encoding of the text in lower case. The vocabulary follows from the merges: 256 bytes, the same at
 * the end of a word, what each merge makes, start, end.
 * @param file merges.txt, as every model of Stable Diffusion has it. @throws UnusableModel where it is another file.
 */
export function createTokenizer(file: string): Tokenizer {
  const merges = readMerges(file)
  const { ofByte, inOrder } = byteCharacters()
  const pieces = [...inOrder, ...inOrder.map((each) => each + wordEnd), ...merges.map((line) => line.replace(' ', ''))]
  const idOf = new Map(pieces.map((piece, id) => [piece, id]))
  const ranks = new Map(merges.map((pair, rank) => [pair, rank]))
  const start = pieces.length
  const end = start + 1

  function idsOf(word: string): number[] {
    const characters = [...Buffer.from(word).subarray(0, mostBytes)].map((byte) => ofByte[byte])
    const last = `${characters.pop()}${wordEnd}`
    return joinPieces([...characters, last], ranks).map((piece) => idOf.get(piece) ?? end)
  }

  return {
    encode(text, padding) {
      const words = text.normalize('NFC').toLowerCase().match(wordPattern) ?? []
      const room = tokenCount - 2
      const ids: number[] = []
      let kept = 0
      for (const word of words) {
        const more = idsOf(word)
        const left = room - ids.length
        // The beginning of a long word is kept: text without spaces is one.
        ids.push(...more.slice(0, left))
        if (more.length > left) break
        kept += 1
      }
      const filled = [start, ...ids, end]
      const filler = padding === 'end' ? end : 0
      return {
        ids: [...filled, ...Array.from({ length: tokenCount - filled.length }, () => filler)],
        leftOut: words.length - kept,
      }
    },
  }
}
