import { describe, expect, it } from 'vitest'
import { countTests } from './vitest-check.js'

/** @param {Partial<import('./vitest-check.js').VitestReport>} over */
const report = (over) => ({ numPassedTests: 0, numFailedTests: 0, testResults: [], ...over })

describe('counting tests', () => {
  it('counts passed and failed tests', () =>
    expect(countTests(report({ numPassedTests: 3, numFailedTests: 2 }), 1)).toEqual({ passed: 3, failed: 2 }))

  it('counts a run without a test as a failure', () =>
    expect(countTests(report({}), 0)).toEqual({ passed: 0, failed: 1 }))

  it('counts a file that could not be loaded', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }]
    expect(countTests(report({ numPassedTests: 3, testResults }), 1)).toEqual({ passed: 3, failed: 1 })
  })

  it('counts an error outside of all tests', () =>
    expect(countTests(report({ numPassedTests: 3 }), 1)).toEqual({ passed: 3, failed: 1 }))

  it('counts a vitest without a report', () => expect(countTests(null, 1)).toEqual({ passed: 0, failed: 1 }))
})
