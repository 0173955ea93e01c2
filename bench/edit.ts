/**
 * Time and memory of edits on this machine, as ratios to decoding and encoding the same picture once, and how long the thread that
 * answers requests is held up meanwhile. Each in a process of its own, several times; the median counts.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { editCases } from './edit/edit-cases.ts'
import { markdown, median } from './figures.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const program = fileURLToPath(new URL('edit/measure-edit.ts', import.meta.url))

type Measured = { seconds: number; cpuSeconds: number; peakBytes: number; lateMs: number; ownThreadMs: number }

async function measure(kind: 'plain' | 'edit' | 'net', place: number): Promise<Measured> {
  const runs: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    const { stdout } = await promisify(execFile)(process.execPath, [program, kind, String(place)])
    runs.push(JSON.parse(stdout))
  }
  const of = (name: keyof Measured) => median(runs.map((run) => run[name]))
  return {
    seconds: of('seconds'),
    cpuSeconds: of('cpuSeconds'),
    peakBytes: of('peakBytes'),
    lateMs: of('lateMs'),
    ownThreadMs: of('ownThreadMs'),
  }
}

const times = (one: number, other: number) => `${(one / other).toFixed(1)} ×`
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

function rowOf(name: string, edit: Measured, plain: Measured) {
  return {
    edit: name,
    'plain decode and encode': `${plain.seconds.toFixed(2)} s, ${megabytes(plain.peakBytes)}`,
    time: `${edit.seconds.toFixed(2)} s, ${times(edit.seconds, plain.seconds)}`,
    'processor time': `${edit.cpuSeconds.toFixed(2)} s, ${times(edit.cpuSeconds, plain.cpuSeconds)}`,
    'peak memory': `${megabytes(edit.peakBytes)}, ${times(edit.peakBytes, plain.peakBytes)}`,
    'main thread late by': `${Math.round(edit.lateMs)} ms`,
    'main thread in all': `${Math.round(edit.ownThreadMs)} ms`,
  }
}

const rows = []
for (const [place, { name }] of editCases.entries())
  rows.push(rowOf(name, await measure('edit', place), await measure('plain', place)))
if (process.argv.includes('--net'))
  rows.push(
    rowOf(
      'enlarge 1024² → 2048² by a net of the true size (engine apart)',
      await measure('net', 0),
      await measure('plain', 0),
    ),
  )
console.log(markdown(rows))
