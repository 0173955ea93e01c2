import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { type Cluster, startCluster } from '../bench/cluster/cluster.ts'
import type { Member } from '../bench/cluster/member.ts'
import { type Person, signUpPerson } from '../bench/cluster/person.ts'

/** A price that is no whole credit, and enough to pay for it. */
const variables = { SKETCH_CREDITS: '0.07', CREDITS_SIGN_UP: '1000' }

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({ variables })
}, 240_000)
afterAll(() => cluster?.stop())

/** What a process tells one person, until the text has come. */
async function untilStreamSays(member: Member, person: Person, text: string, signal: AbortSignal): Promise<void> {
  const headers = { cookie: person.cookie, origin: cluster.url }
  const reply = await fetch(`${member.address}/api/events?after=0`, { headers, signal })
  let said = ''
  for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    said += chunk
    if (said.includes(text)) return
  }
  throw new Error(`The stream ended before it said ${text}`)
}

const at = (members: readonly Member[], index: number) => {
  const member = members[index]
  if (!member) throw new Error(`There is no process ${index}.`)
  return member
}

describe('two web and two worker processes on one PostgreSQL and one S3 server', () => {
  it('tell a person on the one what they did on the other', async () => {
    const ada = await signUpPerson(cluster.url, at(cluster.webs, 0).address)
    const generation = await ada.ask({ prompt: 'a lighthouse' })
    const signal = AbortSignal.timeout(30_000)
    for (const { id } of generation.images) await untilStreamSays(at(cluster.webs, 1), ada, id, signal)
    const [settled] = await ada.settled(generation.projectId)
    expect(settled?.images.map(({ status }) => status)).toEqual(Array(4).fill('completed'))
  })

  it('have a ledger that is right to the hundredth afterwards', async () => {
    const { db, close } = openDatabase(cluster.postgres.connectionString, { connections: 1, onError: () => undefined })
    expect(await checkLedger(db)).toEqual([])
    await close()
  })
})
