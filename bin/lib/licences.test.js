import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isAccepted, listLicences } from './licences.js'
import { inRoot } from './paths.js'

describe('licences', () => {
  it('of all packages are known and accepted', () => {
    const licences = listLicences(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')))
    expect([...licences].filter(([licence]) => !isAccepted(licence))).toEqual([])
    expect(licences.get('MIT')?.length).toBeGreaterThan(10)
  })

  it.each([
    ['MIT', true],
    ['(MIT OR CC0-1.0)', true],
    ['Apache-2.0 AND LGPL-3.0-or-later', true],
    ['GPL-3.0-only', false],
    ['MIT AND SSPL-1.0', false],
    ['unknown', false],
  ])('%s: accepted %s', (licence, is) => expect(isAccepted(licence)).toBe(is))
})
