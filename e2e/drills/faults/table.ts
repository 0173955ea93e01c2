import type { FaultFindings } from './try-fault.ts'

/** The table is between these two lines of a page. */
const marks = { begin: '<!-- faults: made by npm run bench:faults -->', end: '<!-- end of the faults -->' }

const titles = ['fault', 'cards accepted', 'images completed', 'failed by name', 'lost', 'unfinished', 'doubled']
const moreTitles = ['undecodable', 'unnamed', 'ledger', 'reported wrong', 'files', 'tried']
const head = [...titles, ...moreTitles]

/** The findings after one fault, as a row. @param tried The day, and the load in words. */
function rowOf({ fault, ...counts }: FaultFindings, tried: string): string {
  const { accepted, completed, failed, lost, unfinished, doubled, undecodable, unnamed } = counts
  const numbers = [accepted, completed, failed, lost, unfinished, doubled, undecodable, unnamed]
  const rest = [counts.ledger, counts.reportedWrong, counts.orphans + counts.missing]
  const cells = [...numbers, ...rest].map((count) => count.toLocaleString('en'))
  return `| ${[fault, ...cells, tried].join(' | ')} |`
}

/**
 * Writes the row of a fault into the page's table: replaces an earlier one of the same fault, or appends it.
 * @throws Error where the page has no place for the table.
 */
export function withRow(page: string, findings: FaultFindings, tried: string): string {
  const [before, rest] = page.split(`${marks.begin}\n`)
  const [table, after] = rest?.split(marks.end) ?? []
  if (before === undefined || table === undefined || after === undefined)
    throw new Error(`The page has no line ${marks.begin}, or none ${marks.end}.`)
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  const at = rows.findIndex((row) => row.split('|')[1]?.trim() === findings.fault)
  const row = rowOf(findings, tried)
  const kept = at === -1 ? [...rows, row] : rows.with(at, row)
  const lines = ['', `| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...kept, '']
  return `${before}${marks.begin}\n${lines.join('\n')}\n${marks.end}${after}`
}
