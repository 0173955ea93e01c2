import type { LocalModelShape, LocalModelState, LocalModelsShape } from '#contract/models/local-model.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { downloadBytes, fileAddress, type LocalEngineName, type LocalModel } from '#domain/local-models/local-model.ts'
import { expectedSeconds, hindranceOf, type Machine } from '#domain/local-models/machine.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import { isOperator } from '#server/features/account/operators.ts'
import { type InstallationRow, readInstallations } from './installation-rows.ts'
import type { MachineLook } from './look-at-machine.ts'
import type { ModelFolder } from './model-folder.ts'
import type { FileOrigin } from './model-host.ts'

/** The services of calls about local models, beside the database. */
export type LocalModels = {
  /** The models that are known; default of a server: the catalogue of this release. */
  readonly catalogue: readonly LocalModel[]
  readonly folder: ModelFolder
  /** Where files come from; null: the operator's settings forbid installing. */
  readonly origin: FileOrigin | null
  /** The engines that this server has: models of others are not offered. */
  readonly engines: ReadonlySet<LocalEngineName>
  readonly look: MachineLook
  /** Looks for something to do now instead of at the next round. */
  wake(): void
}
export type LocalModelDeps = { readonly system: SystemDatabase; readonly localModels: LocalModels }

export type Access = LocalModelsShape['access']

/** The rights of a person here. */
export async function accessOf({ system, localModels: { origin } }: LocalModelDeps, userId: UserId): Promise<Access> {
  if (origin === null) return 'off'
  return (await isOperator(system, userId)) ? 'operator' : 'other'
}

const filesAreMissing = 'Files are missing on this machine. A backup contains no models: fetch it again.'

/** The state of a model, by its row and by what is on the disk. */
function stateOf(row: InstallationRow | undefined, isOnDisk: boolean): LocalModelState {
  const { doneBytes = 0, totalBytes = 1, bytesPerSecond = null, reason = null } = row ?? {}
  const progress = { doneBytes: Math.min(doneBytes, totalBytes), totalBytes }
  switch (row?.state) {
    case 'wanted':
      return { kind: 'downloading', ...progress, bytesPerSecond, reason }
    case 'paused':
      return { kind: 'paused', ...progress }
    case 'failed':
      return { kind: 'failed', ...progress, reason: reason ?? 'The download failed.' }
    case 'checking':
      return { kind: 'checking', ...progress }
    case 'damaged':
      return { kind: 'damaged', reason: reason ?? filesAreMissing }
    case 'installed':
      return isOnDisk ? { kind: 'installed' } : { kind: 'damaged', reason: filesAreMissing }
    default:
      return isOnDisk ? { kind: 'installed' } : { kind: 'available' }
  }
}

type Seen = { readonly row: InstallationRow | undefined; readonly isOnDisk: boolean; readonly machine: Machine }

/** The room that its download still needs on the disk. */
function bytesToFetch(model: LocalModel, state: LocalModelState): number {
  if (state.kind === 'installed' || state.kind === 'checking') return 0
  if (state.kind === 'available' || state.kind === 'damaged') return downloadBytes(model)
  return state.totalBytes - state.doneBytes
}

/** The shown facts of a model that makes pictures of words; null for a tool. */
function paintingOf(model: LocalModel): LocalModelShape['painting'] {
  if (model.kind === 'tool') return null
  const { frameSide, steps } = model
  return { frameSide, steps, readsPictures: model.engine === 'onnx' || model.mostPictures > 0 }
}

function presentLocalModel(model: LocalModel, { row, isOnDisk, machine }: Seen): LocalModelShape {
  const { id, name, description, licence, does } = model
  const state = stateOf(row, isOnDisk)
  const resolved = row?.files ?? []
  return {
    id,
    name,
    description,
    bytes:
      resolved.length === model.files.length
        ? resolved.reduce((sum, { bytes }) => sum + bytes, 0)
        : downloadBytes(model),
    licence: { ...licence, acceptedAt: row?.licenceAcceptedAt?.toISOString() ?? null },
    does,
    painting: paintingOf(model),
    seconds: expectedSeconds(model, machine),
    hindrance: hindranceOf(model, machine, bytesToFetch(model, state)),
    files: model.files.map((file) => ({
      source: fileAddress(file),
      sha256: resolved.find(({ role }) => role === file.role)?.sha256 ?? file.sha256,
      trust: file.sha256 === null ? ('stated' as const) : ('pinned' as const),
    })),
    state,
  }
}

/** One model as a person sees it. */
export async function readLocalModel(
  { system, localModels: { folder, look } }: LocalModelDeps,
  model: LocalModel,
): Promise<LocalModelShape> {
  const [rows, files, machine] = await Promise.all([readInstallations(system), folder.filesOf(model.id), look()])
  return presentLocalModel(model, {
    row: rows.find(({ modelId }) => modelId === model.id),
    isOnDisk: files !== null,
    machine,
  })
}

/**
 * The models that an engine of this server can run, those that were asked for although no engine is there any more, and the
 * machine.
 */
export async function listLocalModels(deps: LocalModelDeps, userId: UserId): Promise<LocalModelsShape> {
  const {
    system,
    localModels: { catalogue, folder, look, engines },
  } = deps
  const [rows, machine, access, paths] = await Promise.all([
    readInstallations(system),
    look(),
    accessOf(deps, userId),
    Promise.all(catalogue.map(({ id }) => folder.filesOf(id))),
  ])
  // Size and free room of a machine are for those who run it.
  const isOfOperator = access === 'operator'
  const items = catalogue.flatMap((model, place) => {
    const row = rows.find(({ modelId }) => modelId === model.id)
    const seen = { row, isOnDisk: (paths[place] ?? null) !== null, machine }
    const isAsked = seen.isOnDisk || (row !== undefined && row.state !== 'removed')
    const shown = presentLocalModel(model, seen)
    if (!engines.has(model.engine) && !isAsked) return []
    return [isOfOperator ? shown : { ...shown, hindrance: null }]
  })
  const { cores, totalMemoryBytes, freeMemoryBytes, freeDiskBytes } = machine
  return {
    items,
    access,
    hasEngine: engines.size > 0,
    machine: isOfOperator
      ? { cores, totalMemoryBytes, freeMemoryBytes, freeDiskBytes, modelBytes: await folder.bytes() }
      : null,
  }
}
