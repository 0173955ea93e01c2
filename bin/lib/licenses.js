/**
 * The accepted licenses of packages: all allow use and redistribution in a program of any license. Those with LGPL are
 * separate libraries (libvips) that are loaded, not built in; MPL applies to changed files of the package alone.
 */
const accepted = new Set([
  '0BSD',
  'AFL-2.1',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
  'Zlib',
])

/**
 * Packages by their license, as the lock file has them.
 * @param {{ packages: Record<string, { license?: string, version?: string }> }} lock
 * @returns {Map<string, string[]>}
 */
export function listLicenses(lock) {
  /** @type {Map<string, string[]>} */
  const byLicense = new Map()
  for (const [path, { license = 'unknown', version = '' }] of Object.entries(lock.packages)) {
    if (path === '') continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    byLicense.set(license, [...(byLicense.get(license) ?? []), `${name} ${version}`])
  }
  return byLicense
}

/**
 * Whether every part of a license expression is accepted; stricter than "or" requires.
 * @param {string} license
 */
export const isAccepted = (license) =>
  license
    .replace(/[()]/g, '')
    .split(/ (?:AND|OR) /)
    .every((part) => accepted.has(part))
