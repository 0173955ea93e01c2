import { failure, type Result, success } from '../result.ts'
import type { LocalModelFile } from './local-model.ts'

/** The facts that decide which of the published programs starts on a machine. */
export type ProgramMachine = {
  /** As Node names them: 'linux', 'darwin'; 'x64', 'arm64'. */
  readonly platform: string
  readonly arch: string
  /** '2.36'; undefined without glibc. */
  readonly glibc: string | undefined
  /** '26.1'; undefined on other systems. */
  readonly macOs: string | undefined
  /** Whether there is a graphics card with a driver of Vulkan. */
  readonly hasVulkan: boolean
}

/** A published build of stable-diffusion.cpp's server. */
export type SdServerProgram = { readonly file: LocalModelFile; readonly computesOn: 'processor' | 'graphics card' }

/**
 * One release; its files carry its commit in their names. Two public manifests agree on the hashes. They are built on Ubuntu 24.04 and
 * macOS 26, and start on no older system.
 */
const release = {
  role: 'program',
  host: 'github',
  repository: 'leejet/stable-diffusion.cpp',
  revision: 'master-951-f89d9b1',
} as const satisfies Partial<LocalModelFile>
const minGlibc = '2.38'
const minMacOs = '26'

const onProcessor: SdServerProgram = {
  computesOn: 'processor',
  file: {
    ...release,
    path: 'sd-master-f89d9b1-bin-Linux-Ubuntu-24.04-x86_64.zip',
    bytes: 26_122_036,
    sha256: '2390e744f0c97f452df851581262c145218aa54157db795010c3244a46e07319',
  },
}
const byVulkan: SdServerProgram = {
  computesOn: 'graphics card',
  file: {
    ...release,
    path: 'sd-master-f89d9b1-bin-Linux-Ubuntu-24.04-x86_64-vulkan.zip',
    bytes: 36_987_163,
    sha256: '441a12efaf319bebd577f09a35fff862e154ebae2a19bdfdd61185e0d6071718',
  },
}
const byMetal: SdServerProgram = {
  computesOn: 'graphics card',
  file: {
    ...release,
    path: 'sd-master-f89d9b1-bin-Darwin-macOS-26.6.2-arm64.zip',
    bytes: 35_154_109,
    sha256: '8057dbfb1529b4e0bc07d35eaf68fa821e44bca6852428c539bf70602189bf92',
  },
}

const ownProgram = 'Put an sd-server of your own into the PATH of this server, or name it in ENGINE_URLS.'

/** Whether a version is at least another, by its first two numbers. */
function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

/**
 * The program for a machine, or why there is none: the first line in plain words, the second with the details and what to do.
 */
export function chooseProgram(machine: ProgramMachine): Result<SdServerProgram, string> {
  const { platform, arch, glibc, macOs = '0', hasVulkan } = machine
  if (platform === 'linux' && arch === 'x64') {
    if (glibc !== undefined && isAtLeast(glibc, minGlibc)) return success(hasVulkan ? byVulkan : onProcessor)
    const has = glibc === undefined ? 'another C library' : glibc
    return failure(
      `Needs a newer Linux than this server has.\nThe published sd-server needs glibc ${minGlibc} or newer; this system has ${has}. ${ownProgram}`,
    )
  }
  if (platform === 'darwin' && arch === 'arm64') {
    if (isAtLeast(macOs, minMacOs)) return success(byMetal)
    return failure(
      `Needs a newer macOS than this server has.\nThe published sd-server needs macOS ${minMacOs} or newer; this is ${macOs}. ${ownProgram}`,
    )
  }
  return failure(
    `Does not run on this kind of machine.\nNo sd-server is published for ${platform} on ${arch}. ${ownProgram}`,
  )
}
