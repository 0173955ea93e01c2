import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { access, constants, copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { EngineFailure } from './engine-failure.ts'

/** package.json and package-lock.json of the one package. */
const manifestFolder = fileURLToPath(new URL('../runtime/', import.meta.url))
const packageName = 'onnxruntime-node'
const newestGlibc = [2, 28] as const

/** Why ONNX Runtime has no program for this machine, as a sentence; null where it has one. */
export function unsupportedMachine(machine: {
  readonly platform: NodeJS.Platform
  readonly arch: string
  /** '2.36'; undefined without glibc. */
  readonly glibc: string | undefined
}): string | null {
  const { platform, arch, glibc } = machine
  const known = ['linux x64', 'linux arm64', 'darwin arm64', 'win32 x64', 'win32 arm64']
  if (!known.includes(`${platform} ${arch}`)) return `The engine has no program for ${platform} on ${arch}.`
  if (platform !== 'linux') return null
  const [major = 0, minor = 0] = (glibc ?? '').split('.').map(Number)
  const [leastMajor, leastMinor] = newestGlibc
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null
  return `The engine needs glibc ${leastMajor}.${leastMinor} or newer; this system has ${glibc ?? 'another C library'}.`
}

const missingNpm = 'The engine is fetched by npm, which this server can not find. Install npm, then try again.'
const failedNpm =
  'The engine could not be fetched from the npm registry. Check this server’s connection to it, then try again.'

function thisMachine() {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return { platform: process.platform, arch: process.arch, glibc: header.glibcVersionRuntime }
}

/** The same for the machine that this process runs on. */
export const unsupportedHere = (): string | null => unsupportedMachine(thisMachine())

function wantedVersion(): string {
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(manifestFolder, 'package.json'), 'utf8'),
  )
  return manifest.dependencies[packageName] ?? ''
}

async function runNpm(npm: string, folder: string): Promise<void> {
  // A container may have no home to write to.
  const isWritable = await access(homedir(), constants.W_OK).then(
    () => true,
    () => false,
  )
  const cache = isWritable ? [] : ['--cache', join(folder, 'npm-cache')]
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const child = spawn(npm, ['ci', ...quiet, ...cache], {
    cwd: folder,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const closed = once(child, 'close')
  const [said, [code]] = await Promise.all([text(child.stderr), closed])
  if (code !== 0) throw new Error(`npm ended with ${code}: ${said.slice(-2_000)}`)
}

/** Of the 290 MB of all systems, those of this machine are kept: 25 to 90 MB. */
async function removeOtherSystems(folder: string): Promise<void> {
  const binaries = join(folder, 'node_modules', packageName, 'bin')
  for (const api of await readdir(binaries))
    for (const platform of await readdir(join(binaries, api))) {
      const ofPlatform = join(binaries, api, platform)
      if (platform !== process.platform) await rm(ofPlatform, { recursive: true })
      else
        for (const arch of await readdir(ofPlatform))
          if (arch !== process.arch) await rm(join(ofPlatform, arch), { recursive: true })
    }
}

/** Installs it at the first call; calls that come meanwhile wait for the same installation. */
export function runtimeInstaller(parent: string): () => Promise<string> {
  let installing: Promise<string> | null = null
  return () => {
    installing ??= installRuntime(parent).finally(() => {
      installing = null
    })
    return installing
  }
}

/**
 * Installs ONNX Runtime by npm, as its lock file says and without its scripts, unless it is there: 113 MB are fetched. Several
 * processes may do so at once; the first one counts.
 * @param parent The folder that holds it, in a folder named after its version.
 * @param npm For tests: another program.
 * @returns The folder that the package is installed in.
 * @throws EngineFailure where this machine has no such program, or npm failed.
 */
export async function installRuntime(parent: string, npm = 'npm'): Promise<string> {
  const reason = unsupportedHere()
  if (reason !== null) throw new EngineFailure('runtime', reason)
  const folder = join(parent, `onnxruntime-${wantedVersion()}`)
  if (existsSync(folder)) return folder
  await mkdir(parent, { recursive: true })
  const draft = await mkdtemp(join(parent, 'draft-'))
  try {
    for (const name of ['package.json', 'package-lock.json'])
      await copyFile(join(manifestFolder, name), join(draft, name))
    await runNpm(npm, draft)
    await removeOtherSystems(draft)
    await rm(join(draft, 'npm-cache'), { recursive: true, force: true })
    // Complete, or not there.
    await rename(draft, folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
    return folder
  } catch (error) {
    const isNpmMissing = (error as NodeJS.ErrnoException).syscall?.startsWith('spawn') ?? false
    throw new EngineFailure('runtime', isNpmMissing ? missingNpm : failedNpm, { cause: error })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
