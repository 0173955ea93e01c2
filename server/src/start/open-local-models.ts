import { randomUUID } from 'node:crypto'
import { localModels as localModelCatalogue } from '#domain/local-models/catalogue.ts'
import { unsupportedHere } from '#engine/install-runtime.ts'
import { startInstaller } from '#server/features/models/local/installer.ts'
import { createMachineLook } from '#server/features/models/local/look-at-machine.ts'
import { openModelFolder } from '#server/features/models/local/model-folder.ts'
import { originOf } from '#server/features/models/local/model-host.ts'
import type { Ports, ServerParts } from './open-ports.ts'

/** Of a server whose engines are not given. */
const onnxAlone = { hindrances: { onnx: unsupportedHere(), 'sd-server': null }, timed: new Set(['onnx'] as const) }

/** Time limit for local engines to list their models after an installation. */
const discoverMs = 10_000

/** Opens the models that are installed on this machine, and their installer where this process is a worker. */
export function openLocalModels(parts: ServerParts, { env, log, db, registry, providers }: Ports) {
  const folder = parts.modelFolder ?? openModelFolder(env.DATA_DIR)
  const origin = originOf(env.LOCAL_MODELS)
  const localCatalogue = parts.localCatalogue ?? localModelCatalogue
  const installer =
    origin !== null && env.ROLES.includes('worker')
      ? startInstaller({
          db,
          log,
          catalogue: localCatalogue,
          folder,
          origin,
          worker: randomUUID(),
          leaseSeconds: env.JOB_LEASE_SECONDS,
          ...(parts.downloadLimits && { downloadLimits: parts.downloadLimits }),
        })
      : null
  const stopDiscovery = folder.onChange(() => void registry.discover(AbortSignal.timeout(discoverMs)))
  const localModels = {
    catalogue: localCatalogue,
    folder,
    origin,
    engines: new Set(providers.flatMap(({ localEngine }) => localEngine ?? [])),
    look: parts.look ?? createMachineLook(env.DATA_DIR, parts.engineLook ?? onnxAlone),
    wake: () => installer?.wake(),
  }
  return {
    folder,
    localModels,
    async stop(): Promise<void> {
      stopDiscovery()
      await installer?.stop()
    },
  }
}
