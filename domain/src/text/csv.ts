/**
 * Reads CSV (RFC 4180) row by row, with quoted cells over several lines. Blank lines are no rows. As spreadsheets do, it keeps a quote
 * inside of an unquoted cell. @throws UnclosedQuote where the file ends within quotes.
 */
export function* readCsv(text: string): Generator<string[], void, undefined> {
  let row: string[] = []
  let at = 0
  const hasCells = () => row.length > 1 || row[0] !== ''
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; ; at += 2) {
        const quote = text.indexOf('"', at)
        if (quote < 0) throw new UnclosedQuote()
        cell += text.slice(at, quote)
        at = quote
        if (text[at + 1] !== '"') break
        cell += '"'
      }
      at += 1
    }
    cellEnd.lastIndex = at
    const end = cellEnd.exec(text)?.index ?? text.length
    row.push(cell + text.slice(at, end))
    at = end + 1
    if (text[end] === ',') {
      if (at === text.length) row.push('')
      continue
    }
    if (text[end] === '\r' && text[at] === '\n') at += 1
    if (hasCells()) yield row
    row = []
  }
  if (row.length > 0) yield row
}

const cellEnd = /[,\r\n]/g

export class UnclosedQuote extends Error {
  override readonly name = 'UnclosedQuote'
}

/** Cells with a separator of any spreadsheet are quoted: by the language of the computer it is a semicolon. */
const quoted = (cell: string) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A row of CSV with its line end. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

/**
 * Positions at which a spreadsheet may read a formula, and those that `plainCell` would mistake for one: the start of a cell, and of each
 * part of it where another separator is in use, which does not see the quotes around the whole. Formulas also begin with the wide
 * forms of their characters (OWASP, CSV Injection).
 */
const unmarked = /(?<=^|[;\t\r\n])(?=[ "']*[=+\-@\t\r＝＋－＠])/g
const marked = /(?<=^|[;\t\r\n])'(?=[ "']*[=+\-@\t\r＝＋－＠])/g

/** Marks what a spreadsheet would run as a formula with an apostrophe. */
export const safeCell = (text: string): string => text.replaceAll(unmarked, "'")

/** Reads what `safeCell` has written. */
export const plainCell = (cell: string): string => cell.replaceAll(marked, '')
