import { createRandom } from './scale/random.ts'
import { simulateClaims } from './scale/simulate-claims.ts'
import { simulateFanOut } from './scale/simulate-fan-out.ts'

/** `npm run bench:scale`: the figures of docs/scale.md. The same every time: nothing is measured, all is worked out. */
const imagesPerDay = 100e6
/** The busiest hour against the average one. */
const peak = 3
const imagesPerSecond = (imagesPerDay / 86_400) * peak
console.log(
  `${Math.round(imagesPerDay / 86_400)} images a second on average, ${Math.round(imagesPerSecond)} at the peak\n`,
)

/** One claim holds its lock for this long: four round trips and the query, on a machine of its own. */
const claimMs = 2
console.log('Queues: how busy the lock of each is, and how long a worker waits for its turn')
for (const queues of [1, 2, 4, 8, 16, 32, 64]) {
  const { busy, p50, p99 } = simulateClaims(
    { claimsPerSecond: imagesPerSecond / queues, claimMs, seconds: 60 },
    createRandom(queues),
  )
  const waits = busy >= 1 ? 'never catches up' : `waits ${p50.toFixed(1)} ms, ${p99.toFixed(1)} at worst of 100`
  console.log(`  ${String(queues).padStart(3)}: ${(busy * 100).toFixed(0).padStart(4)} % busy, ${waits}`)
}

const online = 10e6 * 0.05
/** Events an image causes: running, completed, and its share of the card's. */
const eventsPerSecond = imagesPerSecond * 2.5
console.log(`\nEvents: ${Math.round(eventsPerSecond)} a second, ${online} people with an open page`)
for (const [how, channels, routing] of [
  ['one channel, any process', 1, 'any'],
  ['256 channels, any process', 256, 'any'],
  ['256 channels, people by channel', 256, 'by channel'],
] as const) {
  const { heard, useful } = simulateFanOut(
    { eventsPerSecond, online, everybody: 10e6, processes: 100, channels, routing },
    createRandom(channels),
  )
  console.log(
    `  ${how.padEnd(32)} ${Math.round(heard).toString().padStart(8)} notices a second for each process, ${(useful * 100).toFixed(1)} % of use to it`,
  )
}
