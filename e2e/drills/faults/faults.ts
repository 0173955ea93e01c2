import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../kill/kill-server.ts'
import type { World, WorldParts } from './world.ts'

/** A temporary fault; everything it broke works again when the promise resolves. */
export type FaultPlan = WorldParts & {
  readonly name: string
  run(world: World, forMs: number): Promise<void>
}

const usual: WorldParts = { storage: 'disk', clocks: 'real' }
const membersOf = ({ webs, workers }: World) => [...webs, ...workers]

/** Breaks something for a while and repairs it for a while, in turn. */
async function inTurn(
  forMs: number,
  times: { readonly brokenMs: number; readonly wholeMs: number },
  fault: { break(): unknown; mend(): unknown },
): Promise<void> {
  const endAt = performance.now() + forMs
  while (performance.now() < endAt) {
    await fault.break()
    await wait(Math.min(times.brokenMs, forMs))
    await fault.mend()
    await wait(Math.min(times.wholeMs, Math.max(0, endAt - performance.now())))
  }
}

const inServer = (name: string, fault: Fault): FaultPlan => ({
  ...usual,
  name,
  async run(world, forMs) {
    for (const member of membersOf(world)) member.setFault(fault)
    await wait(forMs)
    for (const member of membersOf(world)) member.setFault(null)
  },
})

const ofStorage = (name: string, fault: 'error' | 'slow' | 'cut' | 'away'): FaultPlan => ({
  storage: 's3',
  clocks: 'real',
  name,
  run: ({ s3 }, forMs) =>
    inTurn(
      forMs,
      { brokenMs: 15_000, wholeMs: 10_000 },
      { break: () => s3?.setFault(fault, { slowMs: 3_000 }), mend: () => s3?.setFault('none') },
    ),
})

/** Every fault that the product has to survive. */
export const faultPlans: readonly FaultPlan[] = [
  { ...usual, name: 'none', run: (_, forMs) => wait(forMs) },
  {
    ...usual,
    name: 'kill -9 of each process in turn',
    async run(world, forMs) {
      const members = membersOf(world)
      for (let at = 0; at < 8; at++) {
        await wait(forMs / 8)
        await members[at % members.length]?.killAndRestart()
      }
    },
  },
  {
    ...usual,
    name: 'SIGSTOP of a worker, then of a web process, 40 s each',
    async run({ workers, webs }, forMs) {
      const stoppedMs = Math.min(40_000, forMs / 3)
      const betweenMs = (forMs - 2 * stoppedMs) / 3
      for (const member of [workers[0], webs[0]]) {
        await wait(betweenMs)
        member?.pause()
        await wait(stoppedMs)
        member?.resume()
      }
      await wait(betweenMs)
    },
  },
  {
    ...usual,
    name: 'PostgreSQL: connections cut every 3 s',
    run: (world, forMs) =>
      inTurn(forMs, { brokenMs: 0, wholeMs: 3_000 }, { break: () => world.cutConnections(), mend() {} }),
  },
  {
    ...usual,
    name: 'PostgreSQL: stopped for 20 s',
    run: ({ postgres }, forMs) =>
      inTurn(
        forMs,
        { brokenMs: 20_000, wholeMs: 30_000 },
        { break: () => postgres.end('fast'), mend: () => postgres.start() },
      ),
  },
  {
    ...usual,
    name: 'PostgreSQL: kill -9',
    run: ({ postgres }, forMs) =>
      inTurn(
        forMs,
        { brokenMs: 500, wholeMs: 25_000 },
        { break: () => postgres.end('kill'), mend: () => postgres.start() },
      ),
  },
  ofStorage('S3 answers 500', 'error'),
  ofStorage('S3 takes 3 s', 'slow'),
  ofStorage('S3 cuts bodies', 'cut'),
  ofStorage('S3 is away', 'away'),
  {
    storage: 'small-disk',
    clocks: 'real',
    name: 'disk full',
    run: ({ disk }, forMs) =>
      inTurn(forMs, { brokenMs: 12_000, wholeMs: 12_000 }, { break: () => disk?.fill(), mend: () => disk?.free() }),
  },
  inServer('disk: a second for each file', 'disk-slow'),
  inServer('provider: down', 'provider-down'),
  inServer('provider: slow', 'provider-slow'),
  inServer('provider: lies', 'provider-lies'),
  {
    storage: 'disk',
    clocks: 'shifted',
    name: 'clocks jump by an hour, each process on its own',
    async run(world, forMs) {
      const hours = [1, -1, 0, 2, -2, 0]
      for (const [at, offset] of hours.entries()) {
        for (const [index, member] of membersOf(world).entries())
          await member.shiftClock(3_600 * (index % 2 === 0 ? offset : -offset) * (at + 1))
        await wait(forMs / hours.length)
      }
      for (const member of membersOf(world)) await member.shiftClock(0)
    },
  },
  {
    ...usual,
    name: 'a release: both web processes renewed, one after the other',
    async run({ webs }, forMs) {
      const rounds = 4
      for (let round = 0; round < rounds; round++) {
        await wait(forMs / rounds)
        for (const web of webs) await web.renew()
      }
    },
  },
  {
    ...usual,
    name: 'a proxy cuts event streams every 5 s',
    run: ({ proxy }, forMs) =>
      inTurn(forMs, { brokenMs: 0, wholeMs: 5_000 }, { break: () => void proxy.cutStreams(), mend() {} }),
  },
]
