import { describe, expect, it } from 'vitest'
import { inRoot } from './paths.js'
import { countTests, durationsIn, failuresIn } from './vitest-check.js'

/** @param {Partial<import('./vitest-check.js').VitestReport>} over */
const report = (over) => ({ numPassedTests: 0, numFailedTests: 0, testResults: [], ...over })

describe('counting tests', () => {
  it('counts passed and failed tests', () =>
    expect(countTests(report({ numPassedTests: 3, numFailedTests: 2 }), 1)).toEqual({ passed: 3, failed: 2 }))

  it('counts a run without a test as a failure', () =>
    expect(countTests(report({}), 0)).toEqual({ passed: 0, failed: 1 }))

  it('counts a file that could not be loaded', () => {
    const testResults = [{ name: inRoot('web/a.test.ts'), status: 'failed', assertionResults: [] }]
    expect(countTests(report({ numPassedTests: 3, testResults }), 1)).toEqual({ passed: 3, failed: 1 })
  })

  it('counts an error outside of all tests', () =>
    expect(countTests(report({ numPassedTests: 3 }), 1)).toEqual({ passed: 3, failed: 1 }))

  it('counts a vitest without a report', () => expect(countTests(null, 1)).toEqual({ passed: 0, failed: 1 }))
})

describe('the failures of a run', () => {
  it('are a line each: the file, the test, and the first line of its message', () => {
    const test = (/** @type {string} */ fullName, /** @type {string} */ status) => ({
      fullName,
      status,
      failureMessages: status === 'failed' ? [`Error: ${fullName} is wrong\n    at a.test.ts`] : [],
    })
    const testResults = [
      {
        name: inRoot('web/a.test.ts'),
        status: 'failed',
        assertionResults: [test('one', 'failed'), test('two', 'passed')],
      },
      { name: inRoot('web/b.test.ts'), status: 'failed', message: 'No such module', assertionResults: [] },
      { name: inRoot('web/c.test.ts'), status: 'passed', assertionResults: [test('three', 'passed')] },
    ]
    expect(failuresIn(report({ testResults }))).toEqual([
      'web/a.test.ts | one | Error: one is wrong',
      'web/b.test.ts | No such module',
    ])
  })

  it('are none without a report', () => expect(failuresIn(null)).toEqual([]))
})

describe('durationsIn', () => {
  it('gives the seconds of each file', () => {
    const testResults = [
      { name: inRoot('web/a.test.ts'), status: 'passed', assertionResults: [], startTime: 1_000, endTime: 3_500 },
    ]
    expect(durationsIn(report({ testResults }))).toEqual([{ file: 'web/a.test.ts', seconds: 2.5 }])
  })

  it('gives none without a report', () => expect(durationsIn(null)).toEqual([]))
})
