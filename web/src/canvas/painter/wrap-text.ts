/** The width of a piece of text, in the unit of the line's width. */
export type Measure = (text: string) => number

const ellipsis = '…'

/** The longest prefix of a text that fits, at least one character of it. */
function longestStart(text: string, width: number, measure: Measure): string {
  const characters = Array.from(text)
  let fits = 1
  let tooLong = characters.length + 1
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (measure(characters.slice(0, middle).join('')) <= width) fits = middle
    else tooLong = middle
  }
  return characters.slice(0, fits).join('')
}

/** Breaks a text between words, and inside of a word that is longer than a line; what does not fit ends in an ellipsis. */
export function wrapText(text: string, width: number, mostLines: number, measure: Measure): string[] {
  const lines: string[] = []
  let rest = text.replace(/\s+/g, ' ').trim()
  while (rest !== '' && lines.length < mostLines) {
    if (measure(rest) <= width) {
      lines.push(rest)
      return lines
    }
    const start = longestStart(rest, width, measure)
    const isAtBreak = rest[start.length] === ' '
    const lastSpace = start.lastIndexOf(' ')
    const line = isAtBreak || lastSpace <= 0 ? start : start.slice(0, lastSpace)
    lines.push(line)
    rest = rest.slice(line.length).trimStart()
  }
  const last = lines.pop()
  if (last === undefined) return lines
  return [...lines, rest === '' ? last : `${longestStart(last, width - measure(ellipsis), measure)}${ellipsis}`]
}
