import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { createManagedServer, type ManagedServer, type ManagedServerOptions } from './managed-server.ts'

/** The same tests run against the real program: SD_SERVER names it, and SD_SERVER_ARGS a model for it. */
const { SD_SERVER: real, SD_SERVER_ARGS: realArgs = '' } = process.env
const program = real ?? process.execPath
const baseArgs = real ? realArgs.split(' ') : [fileURLToPath(new URL('testing/sd-server-stand-in.ts', import.meta.url))]

const folder = mkdtempSync(join(tmpdir(), 'espalier-managed-'))
const open = new Set<ManagedServer>()
afterEach(async () => {
  await Promise.all([...open].map((each) => each.close()))
  open.clear()
})

const options: ManagedServerOptions = {
  leaseName: folder,
  addressArgs: (host, port) => ['--listen-ip', host, '--listen-port', String(port)],
  readyPath: '/sdcpp/v1/capabilities',
  progressOf(text) {
    const [, step, steps] = /\|[=> ]*\| (\d+)\/(\d+) - /.exec(text) ?? []
    return step === undefined ? null : Number(step) / Number(steps)
  },
}
function managed(over: Partial<ManagedServerOptions> = {}): ManagedServer {
  const server = createManagedServer({ ...options, ...over })
  open.add(server)
  return server
}

const startOf = (...args: string[]) => ({
  program,
  args: [...baseArgs, '--steps', '2', ...args],
  environment: {},
  leastMemoryBytes: 0,
})
function listening(signal = new AbortController().signal) {
  const seen: number[] = []
  return { signal, onProgress: (fraction: number) => void seen.push(fraction), seen }
}

const isUp = (address: string) =>
  fetch(`${address}/sdcpp/v1/capabilities`).then(
    (reply) => reply.ok,
    () => false,
  )

/** A picture by the program's own calls. */
async function paint(address: string, signal: AbortSignal, prompt = 'a lighthouse'): Promise<string> {
  const json = { prompt, width: 64, height: 64, seed: 1, batch_count: 1 }
  const body = JSON.stringify(json)
  const accepted = await fetch(`${address}/sdcpp/v1/img_gen`, { method: 'POST', body, signal })
  const { id } = (await accepted.json()) as { id: string }
  for (;;) {
    const reply = await fetch(`${address}/sdcpp/v1/jobs/${id}`, { signal })
    const job = (await reply.json()) as { status: string; result: { images: { b64_json: string }[] } }
    if (job.status === 'completed') return job.result.images[0]?.b64_json ?? ''
    await pause(20, undefined, { signal })
  }
}

describe('a managed server', () => {
  it('is there when its picture is made, draws how far it is, and is kept for the next one', async () => {
    const server = managed()
    const call = listening()
    const addresses: string[] = []
    for (const _ of [1, 2])
      await server.work(
        startOf(),
        async (address, signal) => {
          addresses.push(address)
          expect(
            Buffer.from(await paint(address, signal), 'base64')
              .subarray(1, 4)
              .toString(),
          ).toBe('PNG')
        },
        call,
      )
    expect(addresses[1]).toBe(addresses[0])
    expect(call.seen).toContain(1)
    expect(await isUp(addresses[0] ?? '')).toBe(true)
  })

  it.runIf(process.platform === 'linux')('listens on an address of its own, which no page can guess', async () => {
    const server = managed()
    const { hostname, port } = new URL(await server.work(startOf(), async (address) => address, listening()))
    expect(hostname).toMatch(/^127\.\d+\.\d+\.\d+$/)
    expect(hostname).not.toBe('127.0.0.1')
    expect(await isUp(`http://127.0.0.1:${port}`)).toBe(false)
  })

  it('ends after some idle time, when it is released, and when it is closed', async () => {
    const short = managed({ idleMs: 50 })
    const first = await short.work(startOf(), async (address) => address, listening())
    await expect.poll(() => isUp(first)).toBe(false)
    const released = managed()
    const second = await released.work(startOf(), async (address) => address, listening())
    released.release()
    await expect.poll(() => isUp(second)).toBe(false)
    const third = await released.work(startOf(), async (address) => address, listening())
    await released.close()
    expect(await isUp(third)).toBe(false)
  })

  it('is replaced for another model', async () => {
    const server = managed()
    const first = await server.work(startOf(), async (address) => address, listening())
    const second = await server.work(startOf('--seed', '5'), async (address) => address, listening())
    expect(second).not.toBe(first)
    expect([await isUp(first), await isUp(second)]).toEqual([false, true])
  })

  it('is killed when its picture is cancelled, and started again for the next one', async () => {
    const server = managed()
    const stop = new AbortController()
    let first = ''
    const cancelled = server.work(
      startOf(),
      async (address, signal) => {
        first = address
        const painting = paint(address, signal)
        stop.abort(new Error('cancelled'))
        return painting
      },
      listening(stop.signal),
    )
    await expect(cancelled).rejects.toThrow('cancelled')
    expect(await isUp(first)).toBe(false)
    await server.work(startOf(), (address, signal) => paint(address, signal), listening())
  })

  it('that does not start fails with its last words for the log; after three crashes it rests', async () => {
    const server = managed({ crashLimit: 3, crashWindowMs: 60_000 })
    const broken = () => server.work({ ...startOf(), args: ['--broken-argument'] }, async () => 1, listening())
    for (const _ of [1, 2, 3]) await expect(broken()).rejects.toMatchObject({ reason: 'crashed' })
    await expect(broken()).rejects.toMatchObject({ reason: 'resting' })
  })

  it('that is too slow to start is ended', async () => {
    const server = managed({ readyMs: 200 })
    const sleeping = { ...startOf(), program: '/bin/sh', args: ['-c', 'sleep 600'] }
    await expect(server.work(sleeping, async () => 1, listening())).rejects.toMatchObject({
      message: 'The engine did not start in time. Try again.',
    })
  })

  it('is not started where less memory is free than the model needs', async () => {
    const server = managed({ availableBytes: () => 4e9 })
    const large = { ...startOf(), leastMemoryBytes: 8e9 }
    await expect(server.work(large, async () => 1, listening())).rejects.toMatchObject({ reason: 'memory' })
  })

  it('of a second owner starts only after the first one is done', async () => {
    const [first, second] = [managed(), managed()]
    const order: string[] = []
    await Promise.all([
      first.work(
        startOf(),
        async (address, signal) => {
          await paint(address, signal)
          order.push('first')
        },
        listening(),
      ),
      pause(50).then(() =>
        second.work(
          startOf(),
          async () => {
            order.push('second')
          },
          listening(),
        ),
      ),
    ])
    expect(order).toEqual(['first', 'second'])
  })

  it('ends when its owner is killed with kill -9', async () => {
    const script = fileURLToPath(new URL('testing/server-owner.ts', import.meta.url))
    const lease = mkdtempSync(join(tmpdir(), 'espalier-owner-'))
    const owner = spawn(process.execPath, [script, lease, program, ...startOf().args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed] = await once(owner.stdout, 'data')
    const address = String(printed).trim()
    expect(await isUp(address)).toBe(true)
    owner.kill('SIGKILL')
    await expect.poll(() => isUp(address), { timeout: 5_000 }).toBe(false)
  })
})

describe.skipIf(real)('the stand-in', () => {
  it('that ends in the middle of a picture fails it at once', async () => {
    const server = managed()
    const crashing = server.work(startOf(), (address, signal) => paint(address, signal, 'crash'), listening())
    await expect(crashing).rejects.toMatchObject({ reason: 'crashed' })
  })

  it('is given no environment but its own', async () => {
    const note = join(folder, 'note')
    await managed().work({ ...startOf('--note', note), environment: { MARK: '1' } }, async () => 1, listening())
    const { names } = JSON.parse(readFileSync(note, 'utf8'))
    expect(names).toContain('MARK')
    expect(names).not.toContain('VITEST')
  })
})
