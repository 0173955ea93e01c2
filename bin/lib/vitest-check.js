import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, inRoot } from './paths.js'
import { run } from './run.js'

/**
 * The part of vitest's JSON report that is used.
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults:
 * unknown[] }[], }} VitestReport
 */

/**
 * Runs one project of vitest.config.ts.
 * @param {string} node
 * @param {string} project
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./checks.js').Outcome>}
 */
export async function runVitest(node, project, env) {
  const folder = join(cacheFolder, 'test')
  mkdirSync(folder, { recursive: true })
  const reportFile = join(folder, `${project}.json`)
  rmSync(reportFile, { force: true })
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const { code, output } = await run(node, [inRoot('node_modules/vitest/vitest.mjs'), ...args], { env })
  return { ...countTests(readReport(reportFile), code), output }
}

/**
 * Failures outside of tests count as well: a file that could not be loaded, an error after the last test, a run without
 * any test.
 * @param {VitestReport | null} report null: vitest wrote none
 * @param {number} code vitest's exit code
 */
export function countTests(report, code) {
  if (report === null) return { passed: 0, failed: 1 }
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const passed = report.numPassedTests
  const failed = report.numFailedTests + brokenFiles.length
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
