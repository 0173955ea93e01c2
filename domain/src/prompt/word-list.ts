/** A word of a list, with the weight by which it is drawn: a word of weight 2 is drawn twice as often as one of weight 1. */
export type ListedWord = { readonly text: string; readonly weight: number }

export const maxWordWeight = 1_000

/** Letters and digits of any script. Single underscores stay inside: a prompt has the name between two of them. */
const namePattern = /^(?!.*__)[\p{L}\p{N}-][\p{L}\p{M}\p{N}_/-]*$/u
const badEnd = /[_/]$/
export const wordListNameRule =
  'A name has letters, digits, _, - and / alone, no __, and begins and ends with a letter, a digit or -.'

/** Whether a name can stand in a prompt as `__name__`. */
export const isWordListName = (name: string): boolean => namePattern.test(name) && !badEnd.test(name)

const weighted = /^(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})::(.*)$/s

/** Reads a line of a wildcard file: `2::word` has the weight 2, anything else is the word as it stands. */
export function readListedWord(written: string): ListedWord {
  const [, weight = '', text = ''] = weighted.exec(written) ?? []
  const word = text.trim()
  const number = Number(weight)
  return word !== '' && number > 0 && number <= maxWordWeight
    ? { text: word, weight: number }
    : { text: written.trim(), weight: 1 }
}

/** The words of a wildcard file, one a line; comments and blank lines are skipped. */
export const readWordLines = (file: string): ListedWord[] =>
  file
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readListedWord)

/** Decimals of a weight in a wildcard file. */
const weightDecimals = 6

/** Writes a word as a line that `readWordLines` reads as the same word; its weight is rounded to a millionth. */
function writeListedWord({ text, weight }: ListedWord): string {
  const rounded = Math.max(Number(weight.toFixed(weightDecimals)), 10 ** -weightDecimals)
  const isPlain = rounded === 1 && !text.startsWith('#') && readListedWord(text).text === text
  // Down to a millionth, numbers have no exponent as text.
  return isPlain ? text : `${rounded}::${text}`
}

/** Writes the words of a list as a wildcard file, one a line. */
export const writeWordLines = (words: readonly ListedWord[]): string => words.map(writeListedWord).join('\n')

const nameParts = /[\p{L}\p{M}\p{N}]+/gu

/** Suggests a name of a list for a file: 'Film-stock' for 'Film stock.txt'. Empty where no part of it can be one. */
export function wordListNameOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  const stem = dot < 0 ? fileName : fileName.slice(0, dot)
  const name = isWordListName(stem) ? stem : (stem.match(nameParts) ?? []).join('-')
  return isWordListName(name) ? name : ''
}
