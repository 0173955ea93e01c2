import { runNpm } from './npm.js'

/** @typedef {import('./checks.js').Outcome} Outcome */

/**
 * Asks the registry for known weaknesses of our packages.
 * @param {string} node
 * @returns {Promise<Outcome>}
 */
export async function auditCheck(node) {
  const { output } = await runNpm(node, ['audit', '--json', '--audit=true'])
  return readAudit(output)
}

/**
 * What `npm audit --json` found. Where the registry can't be asked, that is said and counts as passed: being offline is no
 * weakness.
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
 * @param {string} output also holds what npm says beside the report
 * @returns {Report | null}
 */
function parseJson(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}
