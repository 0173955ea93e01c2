import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { faultPlans } from './faults/faults.ts'
import { withRow } from './faults/table.ts'
import { type FaultFindings, isWhole, tryFault } from './faults/try-fault.ts'
import { MissingPart } from './faults/world.ts'

/**
 * `npm run bench:faults -- --seconds 180 --people 50 --pause 20 [--only S3] [--at-once 2] [--into docs/benchmarks.md]`:
 * runs each fault while people generate, then checks what is left. `--pause`: mean seconds between two generations of
 * one person. `--at-once`: concurrent faults, each with processes of its own. `--into`: the page whose table gets a row
 * for each.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    people: { type: 'string', default: '50' },
    pause: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    into: { type: 'string' },
  },
})
const load = { seconds: Number(values.seconds), people: Number(values.people), pauseMs: Number(values.pause) * 1_000 }
const tried = `${load.people} people, ${load.seconds} s`

const left = faultPlans.filter(({ name }) => name.includes(values.only))
const table: FaultFindings[] = []
const skipped: string[] = []
const broken: string[] = []

async function note(findings: FaultFindings): Promise<void> {
  table.push(findings)
  console.log(JSON.stringify(findings))
  if (values.into === undefined) return
  await writeFile(values.into, withRow(await readFile(values.into, 'utf8'), findings, tried))
}

async function work(): Promise<void> {
  for (let plan = left.shift(); plan; plan = left.shift()) {
    try {
      await note(await tryFault(plan, load))
    } catch (error) {
      if (error instanceof MissingPart) skipped.push(`${plan.name}: this machine lacks ${error.message}`)
      else broken.push(plan.name)
      console.error(plan.name, error)
    }
  }
}
await Promise.all(Array.from({ length: Number(values['at-once']) }, work))
console.table(table)
for (const line of skipped) console.log(`Not tried: ${line}`)
for (const name of broken) console.log(`Not tried to its end: ${name}`)
process.exit(table.every(isWhole) && broken.length === 0 ? 0 : 1)
