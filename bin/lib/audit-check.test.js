import { describe, expect, it } from 'vitest'
import { readAudit } from './audit-check.js'

describe('the audit of packages', () => {
  it('passes without known vulnerabilities', () => {
    const report = { vulnerabilities: {}, metadata: { vulnerabilities: { total: 0 } } }
    expect(readAudit(JSON.stringify(report))).toEqual({ passed: 1, failed: 0, output: '' })
  })

  it('fails with a known one, and names it', () => {
    const report = { vulnerabilities: { leftpad: {} }, metadata: { vulnerabilities: { total: 1 } } }
    const found = readAudit(`npm warn\n${JSON.stringify(report)}\n`)
    expect(found).toMatchObject({ passed: 0, failed: 1, output: expect.stringContaining('leftpad') })
  })

  it.each(['npm error audit endpoint returned an error\n{"statusCode":405}', 'no network', ''])(
    'reports that nothing was checked where the registry does not answer: %j',
    (output) => expect(readAudit(output)).toMatchObject({ passed: 1, failed: 0, note: 'not reached' }),
  )
})
