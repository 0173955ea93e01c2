/** A piece of two texts: in both, only in the first, or only in the second. */
export type TextPiece = { readonly kind: 'kept' | 'removed' | 'added'; readonly text: string }

/**
 * More pairs of words than this are not compared one by one: the different part then counts as replaced. About 6 ms.
 */
const maxPairs = 1_000_000

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** The words of a text and the separators between them, in any script; joined they are the text. */
export const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

const isBlank = (text: string) => text.trim() === ''

function sharedStart(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length)
  let count = 0
  while (count < most && before[count] === after[count]) count += 1
  return count
}

/** The length of the longest common subsequence of each pair of ends, row by row. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array {
  const width = after.length + 1
  const lengths = new Uint16Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const below = lengths[(row + 1) * width + column] ?? 0
      const beside = lengths[row * width + column + 1] ?? 0
      lengths[row * width + column] =
        before[row] === after[column] ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1 : Math.max(below, beside)
    }
  return lengths
}

function middlePieces(before: readonly string[], after: readonly string[]): TextPiece[] {
  if (before.length * after.length > maxPairs)
    return [
      { kind: 'removed', text: before.join('') },
      { kind: 'added', text: after.join('') },
    ]
  const lengths = commonLengths(before, after)
  const width = after.length + 1
  const pieces: TextPiece[] = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    const [old, next] = [before[row], after[column]]
    if (old !== undefined && old === next) {
      pieces.push({ kind: 'kept', text: old })
      row += 1
      column += 1
    } else if (
      old !== undefined &&
      (next === undefined || (lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0))
    ) {
      pieces.push({ kind: 'removed', text: old })
      row += 1
    } else if (next !== undefined) {
      pieces.push({ kind: 'added', text: next })
      column += 1
    }
  }
  return pieces
}

/** A kept blank between two changes is removed and added with them, so that each change reads as one. */
function withoutLoneBlanks(pieces: readonly TextPiece[]): TextPiece[] {
  const isChange = (piece: TextPiece | undefined) => piece !== undefined && piece.kind !== 'kept'
  return pieces.flatMap((piece, index): TextPiece[] =>
    piece.kind === 'kept' && isBlank(piece.text) && isChange(pieces[index - 1]) && isChange(pieces[index + 1])
      ? [
          { kind: 'removed', text: piece.text },
          { kind: 'added', text: piece.text },
        ]
      : [piece],
  )
}

/** Between two kept pieces at most one removed piece, then at most one added. */
function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const result: TextPiece[] = []
  let removed = ''
  let added = ''
  let kept = ''
  const closeKept = () => {
    if (kept !== '') result.push({ kind: 'kept', text: kept })
    kept = ''
  }
  const closeChange = () => {
    if (removed !== '') result.push({ kind: 'removed', text: removed })
    if (added !== '') result.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const { kind, text } of pieces) {
    if (kind === 'kept') {
      closeChange()
      kept += text
      continue
    }
    closeKept()
    if (kind === 'removed') removed += text
    else added += text
  }
  closeChange()
  closeKept()
  return result
}

/**
 * The pieces that were removed from and added to a text, word by word, in any script. The kept and removed pieces are the first text, the
 * kept and added ones the second, character by character.
 */
export function textDifference(before: string, after: string): TextPiece[] {
  const [old, next] = [wordsOf(before), wordsOf(after)]
  const start = sharedStart(old, next)
  const end = sharedStart(old.slice(start).reverse(), next.slice(start).reverse())
  const middle = middlePieces(old.slice(start, old.length - end), next.slice(start, next.length - end))
  const shared = (words: readonly string[]): TextPiece[] =>
    words.length > 0 ? [{ kind: 'kept', text: words.join('') }] : []
  return joined(withoutLoneBlanks([...shared(old.slice(0, start)), ...middle, ...shared(old.slice(old.length - end))]))
}
