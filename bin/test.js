/**
 * `npm test`: from a fresh clone to a verdict. All checks run, also after one has failed; the last lines name the
 * slowest files and count the tests.
 * `npm test -- unit types-web` runs the named ones only; `npm test -- types` runs all that start with "types-".
 */
import { listChecks } from './lib/checks.js'
import { prepare } from './lib/prepare.js'
import { Refusal, runMain } from './lib/refusal.js'
import { runInPool } from './lib/run-in-pool.js'

/** The slowest files of tests are named at the end: that is where time can be saved. */
const maxSlowFiles = 15

await runMain(async () => {
  const node = await prepare({ purpose: 'test', parts: 'leave' })
  const total = { passed: 0, failed: 0 }
  /** @type {string[]} */
  const lines = []
  /** @type {import('./lib/checks.js').Duration[]} */
  const durations = []
  await runInPool(chooseChecks(listChecks(node), process.argv.slice(2)), {
    cores: 2,
    onEnd({ name, seconds, passed, failed, output, note, failures = [], durations: ofFiles = [] }) {
      if (failed > 0) console.log(output.trimEnd())
      console.log(
        `${failed > 0 ? 'FAILED' : 'ok'}  ${name}  ${passed} passed, ${failed} failed${note ? ` (${note})` : ''}  ${seconds.toFixed(1)} s`,
      )
      total.passed += passed
      total.failed += failed
      lines.push(...failures.map((failure) => `${name}: ${failure}`))
      durations.push(...ofFiles)
    },
  })
  for (const { file, seconds } of durations.sort((a, b) => b.seconds - a.seconds).slice(0, maxSlowFiles))
    console.log(`slow  ${file}  ${seconds.toFixed(1)} s`)
  for (const line of lines) console.log(line)
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1
  console.log(`${total.passed} passed, ${total.failed} failed`)
})

/**
 * @param {import('./lib/checks.js').Check[]} checks
 * @param {string[]} wanted names, or what stands before the dash; none: all
 */
function chooseChecks(checks, wanted) {
  const matches = (/** @type {string} */ name) => (/** @type {string} */ want) =>
    name === want || name.startsWith(`${want}-`)
  const unknown = wanted.filter((want) => !checks.some(({ name }) => matches(name)(want)))
  if (unknown.length > 0) {
    throw new Refusal(
      `No check is called ${unknown.join(', ')}. There are: ${checks.map(({ name }) => name).join(', ')}`,
    )
  }
  return wanted.length === 0 ? checks : checks.filter(({ name }) => wanted.some(matches(name)))
}
