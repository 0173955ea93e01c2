import { type Cluster, startCluster } from '../../e2e/drills/cluster/cluster.ts'
import { type Person, signUpPerson } from '../../e2e/drills/cluster/person.ts'
import { type LoadCall, sendOnce } from './measure-call.ts'

/** The number of turns of one process and of two, alternating. */
const turns = 6
/** Cards of a turn, four pictures each. */
const cards = 16

/** Limits out of reach. */
const variables = {
  SERVER_LIMITS: 'requests-at-once=10000',
  PERSON_LIMITS: 'requests-per-second=1000000,jobs=100,queued=100000',
}

async function requestsPerSecond(
  ports: readonly number[],
  person: Person,
  load: { readonly seconds: number; readonly inFlight: number; readonly call: LoadCall },
): Promise<number> {
  const endAt = performance.now() + load.seconds * 1_000
  let sent = 0
  const run = async () => {
    while (performance.now() < endAt) await sendOnce(ports[sent++ % ports.length] ?? 0, person.cookie, load.call)
  }
  await Promise.all(Array.from({ length: load.inFlight }, run))
  return sent / load.seconds
}

async function picturesPerSecond(person: Person): Promise<number> {
  const startedAt = performance.now()
  const { projectId } = await person.ask({ prompt: 'a lighthouse' })
  await Promise.all(Array.from({ length: cards - 1 }, () => person.ask({ prompt: 'a lighthouse', projectId })))
  await person.settled(projectId)
  return (4 * cards) / ((performance.now() - startedAt) / 1_000)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const rowOf = (what: string, one: readonly number[], two: readonly number[]) =>
  `${what}: ${mean(one).toFixed(1)} by one process, ${mean(two).toFixed(1)} by two (${(mean(two) / mean(one)).toFixed(2)} times)`

async function compareWebs({ webs }: Cluster, person: Person, load: { seconds: number; inFlight: number }) {
  const ports = webs.map(({ address }) => Number(new URL(address).port))
  // The typical load of a web process: of a call of one row, the client and the database take as much as the process
  // itself.
  const call: LoadCall = { name: 'assets', method: 'GET', path: '/api/assets' }
  const figures: { one: number[]; two: number[] } = { one: [], two: [] }
  for (let turn = 0; turn < turns; turn++) {
    figures.one.push(await requestsPerSecond(ports.slice(0, 1), person, { ...load, call }))
    figures.two.push(await requestsPerSecond(ports, person, { ...load, call }))
  }
  return rowOf('Requests a second (GET /api/assets)', figures.one, figures.two)
}

async function compareWorkers({ workers }: Cluster, person: Person) {
  const [, second] = workers
  const figures: { one: number[]; two: number[] } = { one: [], two: [] }
  for (let turn = 0; turn < turns / 2; turn++) {
    await second?.stop()
    figures.one.push(await picturesPerSecond(person))
    await second?.start()
    figures.two.push(await picturesPerSecond(person))
  }
  return rowOf('Pictures a second (the built-in painter)', figures.one, figures.two)
}

/** The gain of a second web and a second worker process on this machine. @returns A line for each. */
export async function measureProcesses(load: {
  readonly seconds: number
  readonly inFlight: number
}): Promise<readonly string[]> {
  const cluster = await startCluster({ storage: 'disk', variables, plans: { signUp: 100_000 } })
  try {
    const person = await signUpPerson(cluster.url)
    const pictures = await compareWorkers(cluster, person)
    return [await compareWebs(cluster, person, load), pictures]
  } finally {
    await cluster.stop()
  }
}
