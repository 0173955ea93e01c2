import { appendPhrase } from '../prompt/append-phrase.ts'
import { type TextPiece, wordsOf } from './text-difference.ts'

/** One changed place of a text. */
type Edit = { readonly removed: string; readonly added: string; readonly before: string; readonly after: string }

/** Number of words before or after a change that locate it in another text. */
const maxContext = 4

function editsOf(pieces: readonly TextPiece[]): Edit[] {
  const edits: Edit[] = []
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]
    if (!piece || piece.kind === 'kept') continue
    const next = pieces[index + 1]
    const isReplaced = piece.kind === 'removed' && next?.kind === 'added'
    const last = isReplaced ? index + 1 : index
    edits.push({
      removed: piece.kind === 'removed' ? piece.text : '',
      added: piece.kind === 'added' ? piece.text : isReplaced ? next.text : '',
      before: index > 0 ? (pieces[index - 1]?.text ?? '') : '',
      after: pieces[last + 1]?.text ?? '',
    })
    index = last
  }
  return edits
}

const solid = (words: readonly string[]) => words.filter((word) => word.trim() !== '')
const isSame = (a: string | undefined, b: string | undefined) => a?.toLowerCase() === b?.toLowerCase()

/** Where words follow each other in a text, whatever the blanks between them: from the first to behind the last. */
function findWords(text: readonly string[], wanted: readonly string[]): { start: number; end: number } | null {
  if (wanted.length === 0) return null
  for (let start = 0; start < text.length; start += 1) {
    let at = start
    let found = 0
    while (found < wanted.length && at < text.length) {
      const word = text[at] ?? ''
      if (found > 0 && word.trim() === '') at += 1
      else if (isSame(word, wanted[found])) {
        at += 1
        found += 1
      } else break
    }
    if (found === wanted.length) return { start, end: at }
  }
  return null
}

/** After the words that were before the change, else before those that were after it; as many of them as are found. */
function placeFor(text: readonly string[], { before, after }: Edit): { at: number; side: 'behind' | 'before' } | null {
  const [earlier, later] = [solid(wordsOf(before)), solid(wordsOf(after))]
  for (let count = Math.min(maxContext, earlier.length); count > 0; count -= 1) {
    const found = findWords(text, earlier.slice(-count))
    if (found) return { at: found.end, side: 'behind' }
  }
  for (let count = Math.min(maxContext, later.length); count > 0; count -= 1) {
    const found = findWords(text, later.slice(0, count))
    if (found) return { at: found.start, side: 'before' }
  }
  return null
}

/** Applies an edit to a text that is not its original. */
function withEdit(text: string, edit: Edit): string {
  const words = wordsOf(text)
  const removed = findWords(words, solid(wordsOf(edit.removed)))
  const added = edit.added.trim()
  if (removed) {
    const rest = [words.slice(0, removed.start).join(''), words.slice(removed.end).join('')] as const
    return added === '' ? `${rest[0].trimEnd()}${rest[1]}` : `${rest[0]}${added}${rest[1]}`
  }
  if (added === '') return text
  const place = placeFor(words, edit)
  if (!place) return appendPhrase(text, added.replace(/^,\s*/u, ''))
  const [start, end] = [words.slice(0, place.at).join(''), words.slice(place.at).join('')]
  // Signs such as a comma follow the word directly, as in the original.
  const gap = /^[\p{L}\p{N}]/u.test(added) && edit.added !== added ? ' ' : ''
  return place.side === 'behind' ? `${start}${gap}${added}${end}` : `${start}${added}${gap}${end}`
}

/**
 * Applies a change of words to another text. On its original it gives exactly the same result. Elsewhere, removed words
 * are removed where they are found; added words replace what they replaced, else are inserted beside the same
 * neighbors, else at the end. A change that kept nothing gives its own text.
 */
export function applyTextDifference(text: string, pieces: readonly TextPiece[]): string {
  const join = (kind: TextPiece['kind']) =>
    pieces.map((piece) => (piece.kind === 'kept' || piece.kind === kind ? piece.text : '')).join('')
  if (text === join('removed')) return join('added')
  const edits = editsOf(pieces)
  if (edits.length === 0) return text
  if (!pieces.some((piece) => piece.kind === 'kept' && piece.text.trim() !== '')) return join('added')
  return edits.reduce(withEdit, text).trim()
}
