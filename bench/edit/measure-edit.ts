/**
 * One task in a process of its own, so that its peak of memory is that of the task: `node bench/edit/measure-edit.ts plain|edit|net
 * NUMBER`. Prints seconds, processor time, memory, and how long the thread that would answer requests was held up.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { installRuntime } from '#engine/install-runtime.ts'
import { createLocalEngine } from '#engine/local-engine.ts'
import { createRetouchPool } from '#server/retouch/retouch-pool.ts'
import { unlimited } from '#server-testing/unlimited.ts'
import { editCases, photograph, writeUpscalingNet } from './edit-cases.ts'

const [kind, number = '0'] = process.argv.slice(2)
const signal = new AbortController().signal

/** The most memory that the process had in use, in bytes. */
const peakBytes = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) * 1_024

async function measured(work: () => Promise<unknown>): Promise<void> {
  const late = monitorEventLoopDelay({ resolution: 5 })
  const thread = process.threadCpuUsage()
  const all = process.cpuUsage()
  late.enable()
  const from = performance.now()
  await work()
  const seconds = (performance.now() - from) / 1_000
  late.disable()
  const own = process.threadCpuUsage(thread)
  const cpu = process.cpuUsage(all)
  console.log(
    JSON.stringify({
      seconds,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      peakBytes: peakBytes(),
      lateMs: late.max / 1e6,
      ownThreadMs: (own.user + own.system) / 1_000,
    }),
  )
}

const edit = editCases[Number(number)] ?? editCases[0]
if (!edit) throw new Error('There is no such case.')
const source = await photograph(edit.side)
if (kind === 'plain') {
  // Decoded to pixels and encoded again, as a worker does at both ends of any edit.
  sharp.concurrency(1)
  await measured(async () => {
    const { data, info } = await sharp(source).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ compressionLevel: 6 })
      .toBuffer()
  })
} else if (kind === 'edit') {
  const pool = createRetouchPool({ size: 1 })
  const task = await edit.task(source)
  await measured(() => pool.run(task, { signal, admit: unlimited, pixels: edit.side ** 2 + edit.made }))
  await pool.close()
} else {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-bench-edit-'))
  const runtime = await installRuntime(fileURLToPath(new URL('../../.engine/', import.meta.url)))
  const threads = Number(process.env.THREADS ?? 1)
  const engine = createLocalEngine({ leaseName: folder, runtimeFolder: async () => runtime, threads })
  const net = await writeUpscalingNet(folder)
  const task = {
    net: { kind: 'srvgg', cleaning: net, keeping: net },
    picture: source,
    factor: 2,
    cleaning: 0.5,
    leastMemoryBytes: 0,
  } as const
  await measured(() => engine.upscale(task, { signal, onProgress: () => {} }))
  await engine.close()
  await rm(folder, { recursive: true })
}
