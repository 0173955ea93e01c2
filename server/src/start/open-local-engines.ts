import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism, release } from 'node:os'
import { join, resolve } from 'node:path'
import type { LocalEngineName, LocalModel } from '#domain/local-models/local-model.ts'
import { chooseProgram, type ProgramMachine } from '#domain/local-models/sd-server-programs.ts'
import { runtimeInstaller, unsupportedHere } from '#engine/install-runtime.ts'
import { createLocalEngine } from '#engine/local-engine.ts'
import type { Env } from '#server/env.ts'
import type { InstalledModels } from '#server/features/models/local/model-folder.ts'
import type { Log } from '#server/operations/log.ts'
import { createLocalTools, type LocalTools } from '#server/providers/local/onnx/local-tools.ts'
import { createOnnxProvider } from '#server/providers/local/onnx/onnx-provider.ts'
import { findOwnProgram } from '#server/providers/local/sd-server/own-program.ts'
import { createSdServer, createSdServerProvider } from '#server/providers/local/sd-server/sd-server-provider.ts'
import type { ImageProvider } from '#server/providers/provider.ts'

/** The engines that this machine can run, and their programs. */
export type EngineLook = {
  /** Why an engine has no program for this machine, as a sentence; null where it has one. */
  readonly hindrances: Readonly<Record<LocalEngineName, string | null>>
  /** Those that compute on the processor, whose time can be expected. */
  readonly timed: ReadonlySet<LocalEngineName>
  /** The catalogue with the program that a model's installation fetches as well. */
  catalogueWith(models: readonly LocalModel[]): readonly LocalModel[]
  /** An sd-server that the machine has already; null where there is none. */
  ownProgram(): Promise<string | null>
}

/** Where distributions keep libraries. */
const libraryFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/lib', '/lib/x86_64-linux-gnu']

/** Whether a graphics card is there that Vulkan reaches. */
function hasVulkan(): boolean {
  const hasCard = existsSync('/dev/dri') && readdirSync('/dev/dri').some((name) => name.startsWith('renderD'))
  return hasCard && libraryFolders.some((folder) => existsSync(join(folder, 'libvulkan.so.1')))
}

/** The version of macOS by that of its kernel: Darwin 25 is macOS 26, and Darwin 24 was macOS 15. */
function macOsOf(darwin: string): string {
  const [major = 0, minor = 0] = darwin.split('.').map(Number)
  return `${major >= 25 ? major + 1 : major - 9}.${minor}`
}

function thisMachine(): ProgramMachine {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return {
    platform: process.platform,
    arch: process.arch,
    glibc: header.glibcVersionRuntime,
    macOs: process.platform === 'darwin' ? macOsOf(release()) : undefined,
    hasVulkan: process.platform === 'linux' && hasVulkan(),
  }
}

/** @param searchPath The folders in which a program of the machine's own is looked for. */
export async function lookAtEngines(env: Env, searchPath: string): Promise<EngineLook> {
  const ownProgram = () => findOwnProgram(env.ENGINE_URLS['sd-server'], searchPath)
  const own = await ownProgram()
  const chosen = own === null ? chooseProgram(thisMachine()) : null
  const program = chosen?.ok ? chosen.value : null
  return {
    hindrances: { onnx: unsupportedHere(), 'sd-server': chosen && !chosen.ok ? chosen.error : null },
    timed: new Set(program?.computesOn === 'processor' ? ['onnx', 'sd-server'] : ['onnx']),
    catalogueWith: (models) =>
      models.map((model) =>
        program && model.engine === 'sd-server' ? { ...model, files: [...model.files, program.file] } : model,
      ),
    ownProgram,
  }
}

/** The models and tools that can be installed on this machine, and those that are. */
export type LocalParts = {
  readonly catalogue: readonly LocalModel[]
  readonly installed: InstalledModels
  readonly look: Pick<EngineLook, 'ownProgram'>
}

/**
 * The engines for installed models and tools, each in a process of its own. What ONNX Runtime's needs is fetched when the first model
 * for it has been installed, and otherwise with the first picture: a start of the server never depends on it.
 */
export function openLocalEngines(
  env: Env,
  { installed, catalogue, look }: LocalParts,
  log: Log,
): { readonly providers: readonly ImageProvider[]; readonly localTools: LocalTools } {
  const folder = resolve(env.DATA_DIR, 'engine')
  const runtimeFolder = runtimeInstaller(folder)
  const threads = Math.max(1, availableParallelism() - 1)
  const engine = createLocalEngine({ leaseName: folder, runtimeFolder, threads })
  const sdServer = createSdServer(folder)
  const parts = { catalogue, filesOf: (id: string) => installed.filesOf(id) }

  async function prepare(): Promise<void> {
    const ids = new Set((await installed.list()).map(({ id }) => id))
    // The safety filter runs on it as well.
    const isNeeded = env.SAFETY_FILTER !== 'off' || catalogue.some(({ id, engine }) => engine === 'onnx' && ids.has(id))
    if (ids.size > 0 && isNeeded) await runtimeFolder()
  }
  const stopListening = installed.onChange(() => {
    engine.release()
    sdServer.release()
    prepare().catch((error) => log.warn({ err: error }, 'the engine for local models could not be fetched'))
  })
  const onnx = createOnnxProvider({ engine, ...parts })
  return {
    providers: [
      {
        ...onnx,
        async close() {
          stopListening()
          await onnx.close?.()
        },
      },
      createSdServerProvider({ server: sdServer, folder, ownProgram: look.ownProgram, ...parts }),
    ],
    localTools: createLocalTools({ engine, ...parts }),
  }
}
