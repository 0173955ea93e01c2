import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLocalEngine, type LocalEngine, type LocalEngineOptions } from './local-engine.ts'
import { runtimeInTest } from './testing/runtime-in-test.ts'
import { listening, tinyTask } from './testing/tiny-tasks.ts'

const child = (name: string) => new URL(`./testing/${name}-child.ts`, import.meta.url)
const files = { unet: '/no/unet', text: '/no/text', autoencoder: '/no/taesd', merges: '/no/merges' }
const task = tinyTask(files)

const opened: LocalEngine[] = []
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close()
})

/** An engine whose child answers at once with its process id, under a lease of its own. */
function open(options: Partial<LocalEngineOptions> = {}): LocalEngine {
  const engine = createLocalEngine({
    leaseName: `test ${process.pid} ${Math.random()}`,
    runtimeFolder: async () => '/no/runtime',
    threads: 1,
    entry: child('instant'),
    ...options,
  })
  opened.push(engine)
  return engine
}

const pidOf = async (engine: LocalEngine, over = {}) =>
  Number(new TextDecoder().decode((await engine.paint({ ...task, ...over }, listening())).png))

/** A zombie, whose end was not collected by its parent, counts as ended. */
function isAlive(pid: number): boolean {
  try {
    const isLeft = process.platform === 'linux' && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return process.kill(pid, 0) && !isLeft
  } catch {
    return false
  }
}
const waiting = { timeout: 20_000 }
const isGone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), waiting)

describe('the process of the engine', () => {
  it('is another than this one, is kept for the next picture, and ends when it is closed', async () => {
    const engine = open()
    const pid = await pidOf(engine)
    expect(pid).not.toBe(process.pid)
    expect(await pidOf(engine)).toBe(pid)
    await engine.close()
    expect(isAlive(pid)).toBe(false)
  })

  it('is replaced for another model, so that the memory of the first is given back', async () => {
    const engine = open()
    const pid = await pidOf(engine)
    expect(await pidOf(engine, { files: { ...files, unet: '/other/unet' } })).not.toBe(pid)
    expect(isAlive(pid)).toBe(false)
  })

  it('ends after some idle time', async () => {
    const engine = open({ idleMs: 1 })
    await isGone(await pidOf(engine))
    expect(await pidOf(engine)).toBeGreaterThan(0)
  })

  it('is killed when the picture is cancelled, and the next picture gets another', async () => {
    const engine = open({ entry: child('silent') })
    const reason = new Error('not wanted any more')
    for (let i = 0; i < 2; i += 1) {
      const stop = new AbortController()
      const call = listening(stop.signal)
      const painted = engine.paint(task, call)
      await vi.waitFor(() => expect(call.seen).toEqual([0]), waiting)
      stop.abort(reason)
      await expect(painted).rejects.toBe(reason)
    }
  })

  it('starts nothing for a picture that was cancelled before', async () => {
    const runtimeFolder = vi.fn(async () => '/no/runtime')
    const reason = new Error('not wanted')
    const engine = open({ runtimeFolder })
    await expect(engine.paint(task, listening(AbortSignal.abort(reason)))).rejects.toBe(reason)
    expect(runtimeFolder).not.toHaveBeenCalled()
  })

  it('that crashes fails its picture; after three crashes within five minutes none is started', async () => {
    let time = 1_000_000
    const engine = open({ entry: child('crashing'), now: () => time })
    for (let i = 0; i < 3; i += 1) {
      await expect(engine.paint(task, listening())).rejects.toMatchObject({
        reason: 'crashed',
        message: 'The engine ended unexpectedly. Try again; if it happens again, verify the model.',
      })
      time += 60_000
    }
    await expect(engine.paint(task, listening())).rejects.toMatchObject({
      reason: 'resting',
      message: 'The engine ended unexpectedly 3 times. Verify the model, then try again in 2 min.',
      retryAfterMs: 120_000,
    })
    time += 120_000
    await expect(engine.paint(task, listening())).rejects.toMatchObject({ reason: 'crashed' })
  })

  it('is not started where less memory is free than the model needs', async () => {
    const engine = open({ availableBytes: () => 1.2e9 })
    await expect(engine.paint({ ...task, leastMemoryBytes: 4e9 }, listening())).rejects.toMatchObject({
      reason: 'memory',
      message:
        'This model needs 4.0 GB of free memory; 1.2 GB are free. Close other programs or choose a smaller model.',
    })
  })

  it('of a second owner may use the memory that the first one gives back', async () => {
    const leaseName = `shared ${process.pid} ${Math.random()}`
    const pid = await pidOf(open({ leaseName }))
    const second = open({ leaseName, availableBytes: () => (isAlive(pid) ? 0 : 8e9) })
    expect(await pidOf(second, { leastMemoryBytes: 4e9 })).not.toBe(pid)
  })

  it('is one on a machine: a second owner gets the lease when the first is idle', async () => {
    const leaseName = `shared ${process.pid} ${Math.random()}`
    const [first, second] = [open({ leaseName }), open({ leaseName })]
    const pid = await pidOf(first)
    expect(await pidOf(second)).not.toBe(pid)
    await isGone(pid)
    expect(await pidOf(first)).toBeGreaterThan(0)
  })

  it('of a second owner starts only after the first one has painted, or is given up', async () => {
    const leaseName = `shared ${process.pid} ${Math.random()}`
    const [busy, next] = [open({ leaseName, entry: child('silent') }), open({ leaseName })]
    const [stop, giveUp] = [new AbortController(), new AbortController()]
    const call = listening(stop.signal)
    const first = busy.paint(task, call).catch((error: unknown) => error)
    await vi.waitFor(() => expect(call.seen).toEqual([0]), waiting)
    const ended: string[] = []
    void first.then(() => ended.push('first'))
    const givenUp = next.paint(task, listening(giveUp.signal)).catch((error: unknown) => error)
    const second = next.paint(task, listening()).then(() => ended.push('second'))
    const reason = new Error('given up')
    giveUp.abort(reason)
    expect(await givenUp).toBe(reason)
    stop.abort(reason)
    await second
    expect(ended).toEqual(['first', 'second'])
  })

  it('ends when its owner is killed with kill -9', async () => {
    const file = fileURLToPath(new URL('./testing/owner.ts', import.meta.url))
    const owner = spawn(process.execPath, [file, await runtimeInTest()], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [printed] = await once(owner.stdout, 'data')
    const pid = Number(String(printed))
    expect(isAlive(pid)).toBe(true)
    owner.kill('SIGKILL')
    await isGone(pid)
  })
})

describe('the process of the server', () => {
  it('loads no ONNX Runtime while pictures are painted', async () => {
    // Not this one: other tests in it load the runtime.
    const file = fileURLToPath(new URL('./testing/painter-owner.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [file, await runtimeInTest()])
    const sharedObjects: string[] = JSON.parse(stdout)
    expect(sharedObjects.length).toBeGreaterThan(0)
    expect(sharedObjects.filter((path) => path.includes('onnxruntime'))).toEqual([])
  })
})
