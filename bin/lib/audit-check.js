import { runNpm } from './npm.js'

/** @typedef {import('./checks.js').Outcome} Outcome */

/**
 * Asks the registry for known vulnerabilities of our packages.
 * @param {string} node
 * @returns {Promise<Outcome>}
 */
export async function auditCheck(node) {
  const { output } = await runNpm(node, ['audit', '--json', '--audit=true'])
  return readAudit(output)
}

/**
 * Parses the output of `npm audit --json`. Without the registry it passes with a note: being offline is no
 * vulnerability.
 * @param {string} output
 * @returns {Outcome}
 */
export function readAudit(output) {
  const report = parseJson(output)
  if (!report?.metadata?.vulnerabilities) {
    return {
      passed: 1,
      failed: 0,
      output: 'The registry’s audit could not be reached; nothing was checked.',
      note: 'not reached',
    }
  }
  const names = Object.keys(report.vulnerabilities ?? {})
  if (names.length === 0) return { passed: 1, failed: 0, output: '' }
  return { passed: 0, failed: 1, output: `Known weaknesses in: ${names.join(', ')}. See npm audit.` }
}

/**
 * @typedef {{ vulnerabilities?: Record<string, unknown>, metadata?: { vulnerabilities?: object } }} Report
 * @param {string} output may contain other lines of npm
 * @returns {Report | null}
 */
function parseJson(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}
