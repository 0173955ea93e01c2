import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cacheFolder, inRoot } from './paths.js'
import { run } from './run.js'

/**
 * The part of vitest's JSON report that is used.
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] | null }} TestReport
 * @typedef {{ name: string, status: string, message?: string, assertionResults: TestReport[], startTime?: number, endTime?: number }} FileReport
 * the times in milliseconds
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: FileReport[] }} VitestReport
 */

/** More files than these fail for a reason that a second run does not change. */
const maxFilesAgain = 3

/**
 * Runs one project of vitest.config.ts. Files that fail run a second time by themselves, and are named when they pass then: beside
 * others a test may lack the time that it has alone.
 * @param {string} node
 * @param {string} project
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [shard] a part of its files: `1/2`
 * @returns {Promise<import('./checks.js').Outcome>}
 */
export async function runVitest(node, project, env, shard) {
  const name = shard ? `${project}-${shard.replace('/', '-of-')}` : project
  const first = await runOnce(node, env, `${name}.json`, ['--project', project, ...(shard ? ['--shard', shard] : [])])
  const files = first.report ? brokenFiles(first.report) : []
  const outcome = {
    ...countTests(first.report, first.code),
    output: first.output,
    failures: failuresIn(first.report),
    durations: durationsIn(first.report),
  }
  if (files.length === 0 || files.length > maxFilesAgain) return outcome
  const second = await runOnce(node, env, `${name}-again.json`, ['--project', project, ...files])
  const again = countTests(second.report, second.code)
  const output = `${first.output}\nA second time, alone: ${files.join(', ')}\n${second.output}`
  if (again.failed > 0) return { ...outcome, output }
  const note = `failed at first, passed alone: ${outcome.failures.join('; ')}`
  return { passed: outcome.passed + outcome.failed, failed: 0, output, note, durations: outcome.durations }
}

/**
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {string} reportName
 * @param {string[]} chosen what is run
 */
async function runOnce(node, env, reportName, chosen) {
  const folder = join(cacheFolder, 'test')
  mkdirSync(folder, { recursive: true })
  const reportFile = join(folder, reportName)
  rmSync(reportFile, { force: true })
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const { code, output } = await run(node, [inRoot('node_modules/vitest/vitest.mjs'), ...args, ...chosen], { env })
  return { code, output, report: readReport(reportFile) }
}

/**
 * The files with a failure, as paths from the root.
 * @param {VitestReport} report
 */
const brokenFiles = (report) =>
  report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(inRoot(), name))

/**
 * Each failure in a line: its file, its test, and the first line of its message.
 * @param {VitestReport | null} report
 * @returns {string[]}
 */
export function failuresIn(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message = '', assertionResults }) => {
    const line = (/** @type {string} */ test, /** @type {string} */ text) =>
      [relative(inRoot(), name), test, text.split('\n')[0]].filter(Boolean).join(' | ')
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0) return failed.map((test) => line(test.fullName, test.failureMessages?.[0] ?? ''))
    return status === 'failed' ? [line('', message)] : []
  })
}

/**
 * Gives the seconds that the tests of each file took, from the beginning of the first to the end of the last.
 * @param {VitestReport | null} report
 * @returns {import('./checks.js').Duration[]}
 */
export const durationsIn = (report) =>
  (report?.testResults ?? []).map(({ name, startTime = 0, endTime = 0 }) => ({
    file: relative(inRoot(), name),
    seconds: (endTime - startTime) / 1_000,
  }))

/**
 * Failures outside of tests count as well: a file that could not be loaded, an error after the last test, a run without
 * any test.
 * @param {VitestReport | null} report null: vitest wrote none
 * @param {number} code vitest's exit code
 */
export function countTests(report, code) {
  if (report === null) return { passed: 0, failed: 1 }
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const passed = report.numPassedTests
  const failed = report.numFailedTests + unloaded.length
  const failedElsewhere = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: failedElsewhere ? 1 : failed }
}

/**
 * @param {string} file
 * @returns {VitestReport | null}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
