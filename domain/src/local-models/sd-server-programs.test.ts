import { describe, expect, it } from 'vitest'
import { chooseProgram, type ProgramMachine } from './sd-server-programs.ts'

const ubuntu: ProgramMachine = {
  platform: 'linux',
  arch: 'x64',
  glibc: '2.39',
  macOs: undefined,
  hasVulkan: false,
}
const own = 'Put an sd-server of your own into the PATH of this server, or name it in ENGINE_URLS.'

describe('chooseProgram', () => {
  it.each([
    ['a server without a graphics card', ubuntu, 'sd-master-f89d9b1-bin-Linux-Ubuntu-24.04-x86_64.zip', 'processor'],
    [
      'the oldest C library',
      { ...ubuntu, glibc: '2.38' },
      'sd-master-f89d9b1-bin-Linux-Ubuntu-24.04-x86_64.zip',
      'processor',
    ],
    [
      'a graphics card',
      { ...ubuntu, hasVulkan: true },
      'sd-master-f89d9b1-bin-Linux-Ubuntu-24.04-x86_64-vulkan.zip',
      'graphics card',
    ],
    [
      'a new Mac',
      { ...ubuntu, platform: 'darwin', arch: 'arm64', glibc: undefined, macOs: '26.1' },
      'sd-master-f89d9b1-bin-Darwin-macOS-26.6.2-arm64.zip',
      'graphics card',
    ],
  ] as const)('for %s takes the build that starts there', (_name, machine, path, computesOn) => {
    expect(chooseProgram(machine)).toMatchObject({ ok: true, value: { file: { path }, computesOn } })
  })

  it.each([
    [
      { ...ubuntu, glibc: '2.36' },
      `Needs a newer Linux than this server has.\nThe published sd-server needs glibc 2.38 or newer; this system has 2.36. ${own}`,
    ],
    [
      { ...ubuntu, glibc: undefined },
      `Needs a newer Linux than this server has.\nThe published sd-server needs glibc 2.38 or newer; this system has another C library. ${own}`,
    ],
    [
      { ...ubuntu, arch: 'arm64' },
      `Does not run on this kind of machine.\nNo sd-server is published for linux on arm64. ${own}`,
    ],
    [
      { ...ubuntu, platform: 'darwin', arch: 'arm64', macOs: '15.7' },
      `Needs a newer macOS than this server has.\nThe published sd-server needs macOS 26 or newer; this is 15.7. ${own}`,
    ],
    [
      { ...ubuntu, platform: 'darwin', macOs: '26.1' },
      `Does not run on this kind of machine.\nNo sd-server is published for darwin on x64. ${own}`,
    ],
  ] as const)('for %j says why there is none, and what to do', (machine, sentence) => {
    expect(chooseProgram(machine)).toEqual({ ok: false, error: sentence })
  })
})
