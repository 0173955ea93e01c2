import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { openDatabase } from '#server/db/database.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { inspectBytes } from '#server-testing/inspect-bytes.ts'
import { type Cluster, startCluster } from './drills/cluster/cluster.ts'
import type { Member } from './drills/cluster/member.ts'
import { type Person, signUpPerson } from './drills/cluster/person.ts'

/** Leases that expire soon after a kill, a price that is no whole credit, and small pictures. */
const variables = {
  JOB_LEASE_SECONDS: '5',
  SKETCH_CREDITS: '0.07',
  SKETCH_LONGEST_SIDE: '128',
}

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({ variables, plans: { signUp: 1_000 } })
}, 240_000)
afterAll(() => cluster?.stop())

/** The text of a user's event stream at one process, until it contains the expected text. */
async function untilStreamSays(member: Member, person: Person, text: string, signal: AbortSignal): Promise<void> {
  const headers = { cookie: person.cookie, origin: cluster.url }
  const reply = await fetch(`${member.address}/api/events?after=0`, { headers, signal })
  let output = ''
  for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    output += chunk
    if (output.includes(text)) return
  }
  throw new Error(`The stream ended before it output ${text}`)
}

const at = (members: readonly Member[], index: number) => {
  const member = members[index]
  if (!member) throw new Error(`There is no process ${index}.`)
  return member
}

describe('two web and two worker processes on one PostgreSQL and one S3 server', () => {
  it('send the events of one process to the streams of the other', async () => {
    const ada = await signUpPerson(cluster.url, at(cluster.webs, 0).address)
    const generation = await ada.ask({ prompt: 'a lighthouse' })
    const signal = AbortSignal.timeout(30_000)
    for (const { id } of generation.images) await untilStreamSays(at(cluster.webs, 1), ada, id, signal)
    const [settled] = await ada.settled(generation.projectId)
    expect(settled?.images.map(({ status }) => status)).toEqual(Array(4).fill('completed'))
  })

  it('lose nothing and charge nothing twice when one of each kind is killed while pictures are generated', async () => {
    const ada = await signUpPerson(cluster.url)
    const { projectId } = await ada.ask({ prompt: 'picture 0' })
    const asked = 4
    const asking = Array.from({ length: asked - 1 }, async (_, index) => {
      await wait(index * 150)
      return ada.ask({ prompt: `picture ${index + 1}`, projectId })
    })
    await at(cluster.workers, 0).kill()
    await at(cluster.webs, 0).kill()
    await wait(500)
    await Promise.all([at(cluster.workers, 0).start(), at(cluster.webs, 0).start()])
    await at(cluster.workers, 1).kill()
    await at(cluster.webs, 1).kill()
    await Promise.all(asking)
    const generations = await ada.settled(projectId)
    expect(generations.map(({ prompt }) => prompt).sort()).toEqual(
      Array.from({ length: asked }, (_, i) => `picture ${i}`),
    )
    await expectWholePictures(ada, generations)
    await Promise.all([at(cluster.workers, 1).start(), at(cluster.webs, 1).start()])
  }, 240_000)

  it('leave a ledger that balances to the hundredth', async () => {
    const { system: db, close } = openDatabase(cluster.postgres.connectionString, {
      connections: 1,
      onError: () => undefined,
    })
    expect(await checkLedger(db)).toEqual([])
    await close()
  })
})

async function expectWholePictures(person: Person, generations: readonly GenerationShape[]): Promise<void> {
  for (const { images } of generations) {
    expect(images.map(({ status }) => status)).toEqual(Array(4).fill('completed'))
    for (const { id, width, height } of images) {
      expect(await inspectBytes(await person.picture(id))).toMatchObject({ width, height })
    }
  }
}

const program = fileURLToPath(new URL('./drills/cluster.ts', import.meta.url))

describe('npm run cluster -- --postgres embedded --storage disk', () => {
  it('generates pictures without an external PostgreSQL and S3 server, and leaves nothing behind', async () => {
    const options = ['--postgres', 'embedded', '--storage', 'disk', '--webs', '1', '--workers', '1']
    const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const address = () => /The cluster is ready: (\S+)/.exec(output)?.[1] ?? ''
    await expect.poll(address, { timeout: 120_000 }).not.toBe('')
    const ada = await signUpPerson(address())
    const [settled] = await ada.settled((await ada.ask({ prompt: 'a lighthouse' })).projectId)
    expect(settled?.status).toBe('completed')
    const pids = [...output.matchAll(/process (\d+)/g)].map(([, pid]) => Number(pid))
    expect(pids).toHaveLength(2)
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  }, 240_000)
})
