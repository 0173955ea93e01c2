import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installRuntime, runtimeInstaller, unsupportedMachine } from './install-runtime.ts'

describe('a machine', () => {
  it.each([
    ['linux', 'x64', '2.36'],
    ['linux', 'arm64', '2.28'],
    ['linux', 'x64', '3.0'],
    ['darwin', 'arm64', undefined],
    ['win32', 'x64', undefined],
  ] as const)('with %s on %s and glibc %s has an engine', (platform, arch, glibc) => {
    expect(unsupportedMachine({ platform, arch, glibc })).toBeNull()
  })

  it.each([
    ['linux', 'x64', '2.27', 'The engine needs glibc 2.28 or newer; this system has 2.27.'],
    ['linux', 'x64', undefined, 'The engine needs glibc 2.28 or newer; this system has another C library.'],
    ['darwin', 'x64', undefined, 'The engine has no program for darwin on x64.'],
  ] as const)('with %s on %s and glibc %s is refused', (platform, arch, glibc, sentence) => {
    expect(unsupportedMachine({ platform, arch, glibc })).toBe(sentence)
  })
})

/** A program that is run as npm, in the folder of the installation. */
function npmThat(script: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'espalier-npm-')), 'npm')
  writeFileSync(file, `#!/bin/sh\nset -e\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

describe.runIf(process.platform === 'linux')('the installation of ONNX Runtime', () => {
  const parent = () => mkdtempSync(join(tmpdir(), 'espalier-runtime-'))
  const binaries = 'node_modules/onnxruntime-node/bin/napi-v6'
  const installs = npmThat(
    [
      `for each in linux/x64 linux/arm64 darwin/arm64 win32/x64; do mkdir -p ${binaries}/$each; done`,
      'echo "$@" > asked',
    ].join('\n'),
  )

  it('follows the lock file without scripts, and keeps the program of this machine alone', async () => {
    const folder = parent()
    const installed = await installRuntime(folder, installs)
    expect(readdirSync(folder)).toEqual(['onnxruntime-1.30.0'])
    expect(readFileSync(join(installed, 'asked'), 'utf8')).toMatch(/^ci --ignore-scripts /)
    expect(existsSync(join(installed, 'package-lock.json'))).toBe(true)
    expect(readdirSync(join(installed, binaries))).toEqual(['linux'])
    expect(readdirSync(join(installed, binaries, 'linux'))).toEqual([process.arch])
  })

  it('happens once, also when two processes begin at the same time', async () => {
    const folder = parent()
    const both = await Promise.all([installRuntime(folder, installs), installRuntime(folder, installs)])
    expect(new Set(both).size).toBe(1)
    expect(await runtimeInstaller(folder)()).toBe(both[0])
    expect(readdirSync(folder)).toEqual(['onnxruntime-1.30.0'])
  })

  it.each([
    [
      'npm fails',
      npmThat('exit 1'),
      'The engine could not be fetched from the npm registry. Check this server’s connection to it, then try again.',
    ],
    [
      'there is no npm',
      '/no/such/npm',
      'The engine is fetched by npm, which this server can not find. Install npm, then try again.',
    ],
  ])('leaves nothing behind when %s', async (_when, npm, message) => {
    const folder = parent()
    await expect(installRuntime(folder, npm)).rejects.toMatchObject({ reason: 'runtime', message })
    expect(readdirSync(folder)).toEqual([])
  })
})
