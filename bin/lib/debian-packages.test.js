import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installFromDebian, isPossible } from './debian-packages.js'

/** As apt: refuses while another call holds the lock. */
const fakeApt = `#!/bin/sh
[ "$1" = update ] && exit 0
mkdir "$FAKE_APT/lock" 2>/dev/null || { echo 'Could not get lock'; exit 100; }
sleep 0.2
for last; do :; done
echo "$last" >> "$FAKE_APT/installed"
rmdir "$FAKE_APT/lock"
[ "$last" = unknown ] && { printf 'Unable to locate package unknown'; exit 100; }
exit 0
`

describe.skipIf(!isPossible())('packages of Debian', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apt-'))
  const { PATH } = process.env

  beforeAll(() => {
    writeFileSync(join(folder, 'apt-get'), fakeApt)
    chmodSync(join(folder, 'apt-get'), 0o755)
    Object.assign(process.env, { PATH: `${folder}${delimiter}${PATH}`, FAKE_APT: folder })
  })

  afterAll(() => {
    process.env.PATH = PATH
    delete process.env.FAKE_APT
    rmSync(folder, { recursive: true })
  })

  it('are installed one after the other when several checks ask at once, also after one that failed', async () => {
    const outputs = await Promise.all(['first', 'unknown', 'last'].map((name) => installFromDebian([name], '')))
    expect(outputs).toEqual(['', 'Unable to locate package unknown', ''])
    expect(readFileSync(join(folder, 'installed'), 'utf8')).toBe('first\nunknown\nlast\n')
  })
})
