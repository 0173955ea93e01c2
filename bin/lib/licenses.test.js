import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isAccepted, listLicenses } from './licenses.js'
import { inRoot } from './paths.js'

describe('licenses', () => {
  it('of all packages are known and accepted', () => {
    const licenses = listLicenses(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')))
    expect([...licenses].filter(([license]) => !isAccepted(license))).toEqual([])
    expect(licenses.get('MIT')?.length).toBeGreaterThan(10)
  })

  it.each([
    ['MIT', true],
    ['(MIT OR CC0-1.0)', true],
    ['Apache-2.0 AND LGPL-3.0-or-later', true],
    ['GPL-3.0-only', false],
    ['MIT AND SSPL-1.0', false],
    ['unknown', false],
  ])('%s: accepted %s', (license, is) => expect(isAccepted(license)).toBe(is))
})

describe('the license of the project', () => {
  /** @param {string} path */
  const read = (path) => JSON.parse(readFileSync(inRoot(path), 'utf8'))

  it('is in each package that is published, with the same version', () => {
    const [project, cli] = [read('package.json'), read('cli/package/package.json')]
    expect([project.license, cli.license]).toEqual(['MIT', 'MIT'])
    expect(cli.version).toBe(project.version)
    expect(readFileSync(inRoot('cli/package/LICENSE'), 'utf8')).toBe(readFileSync(inRoot('LICENSE'), 'utf8'))
    expect(readFileSync(inRoot('CHANGELOG.md'), 'utf8')).toContain(`## ${project.version} `)
  })
})
