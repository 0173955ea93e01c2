import { and, count, eq, inArray, or, sql } from 'drizzle-orm'
import type { LocalModelShape } from '#contract/models/local-model.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { findLocalModel } from '#domain/local-models/catalogue.ts'
import { downloadBytes, type LocalModel } from '#domain/local-models/local-model.ts'
import { failure, success } from '#domain/result.ts'
import type { Transaction } from '#server/db/database.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { generations } from '#server/db/schema/generations.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { installedPrefixes, valueOfLocal } from '#server/providers/local/local-model.ts'
import { changeInstallation, hashesOfOthers, type InstallationRow, lockInstallation } from './installation-rows.ts'
import { accessOf, type LocalModelDeps, readLocalModel } from './local-models.ts'

/** A person, and the id of a model. */
type Place = { readonly userId: UserId; readonly model: string }

const refusals = {
  off: 'Installing models is switched off on this server (LOCAL_MODELS).',
  other: 'Ask the person who runs this server.',
} as const

const impossible = (message: string) => failure<Refusal>({ code: 'impossible', message })
const conflict = (message: string, data?: unknown) => failure<Refusal>({ code: 'conflict', message, data })

/** The model, where this person may change it. */
async function mayChange(deps: LocalModelDeps, { userId, model: id }: Place): AsyncResult<LocalModel> {
  const model = findLocalModel(id, deps.localModels.catalogue)
  if (!model) return failure({ code: 'not-found' })
  const access = await accessOf(deps, userId)
  return access === 'operator' ? success(model) : impossible(refusals[access])
}

/** Whether the state of a row is one of these. */
const isIn = (row: InstallationRow | undefined, ...states: InstallationRow['state'][]) =>
  row !== undefined && states.includes(row.state)

/**
 * Wants a model on this machine: begins, goes on, or fetches again what is damaged. One that is installed or in work stays as it
 * is. Refused where the machine can't run it, and until its license was accepted where that is needed.
 */
export async function installLocalModel(
  deps: LocalModelDeps,
  { acceptsLicence = false, ...place }: Place & { readonly acceptsLicence?: boolean | undefined },
): AsyncResult<LocalModelShape> {
  const allowed = await mayChange(deps, place)
  if (!allowed.ok) return allowed
  const model = allowed.value
  const { engines, wake } = deps.localModels
  if (!engines.has(model.engine)) return impossible(`This server has no engine that runs ${model.name}.`)
  const seen = await readLocalModel(deps, model)
  if (['installed', 'downloading', 'checking'].includes(seen.state.kind)) return success(seen)
  if (seen.hindrance) return impossible(seen.hindrance)
  const wanted = await refusableTransaction(deps.system, async (tx) => {
    const row = await lockInstallation(tx, model.id)
    const isAccepted = acceptsLicence || (row?.licenceAcceptedAt ?? null) !== null
    if (model.licence.mustBeAccepted && !isAccepted)
      return conflict(`Accept the licence of ${model.name} first.`, { reason: 'licence' })
    const isNew = acceptsLicence && !row?.licenceAcceptedAt
    await changeInstallation(tx, model.id, {
      state: 'wanted',
      totalBytes: row && isIn(row, 'paused', 'failed') ? row.totalBytes : downloadBytes(model),
      reason: null,
      ...(isNew && { licenceAcceptedBy: place.userId, licenceAcceptedAt: new Date() }),
    })
    return success(null)
  })
  if (!wanted.ok) return wanted
  wake()
  return success(await readLocalModel(deps, model))
}

/** Changes the state of a model that is in one of these states; in another it stays as it is. */
async function changeState(
  deps: LocalModelDeps,
  place: Place,
  change: {
    readonly from: readonly InstallationRow['state'][]
    readonly to: InstallationRow['state']
    readonly refusal: string
  },
): AsyncResult<LocalModelShape> {
  const allowed = await mayChange(deps, place)
  if (!allowed.ok) return allowed
  const model = allowed.value
  const changed = await refusableTransaction(deps.system, async (tx) => {
    const row = await lockInstallation(tx, model.id)
    if (isIn(row, change.to)) return success(null)
    if (!row || !isIn(row, ...change.from)) return conflict(change.refusal)
    const doneBytes = change.to === 'checking' ? 0 : row.doneBytes
    await changeInstallation(tx, model.id, { state: change.to, totalBytes: row.totalBytes, doneBytes, reason: null })
    return success(null)
  })
  if (!changed.ok) return changed
  deps.localModels.wake()
  return success(await readLocalModel(deps, model))
}

/** Pauses a download. What has come is kept for a week. */
export const pauseLocalModel = (deps: LocalModelDeps, place: Place): AsyncResult<LocalModelShape> =>
  changeState(deps, place, { from: ['wanted'], to: 'paused', refusal: 'This model is not being downloaded.' })

/** Reads every file of an installed model again and compares its hash. */
export const verifyLocalModel = (deps: LocalModelDeps, place: Place): AsyncResult<LocalModelShape> =>
  changeState(deps, place, { from: ['installed'], to: 'checking', refusal: 'This model is not installed.' })

/** Whether a card is made by a model, or by a tool: of this machine's edits, or where it shows a model what the background is. */
function needs(model: LocalModel) {
  if (model.kind === 'model') return eq(generations.model, valueOfLocal(installedPrefixes[model.engine], model.id))
  const isTool = sql`${generations.editRecord}->>'tool' = ${model.name}`
  if (model.does !== 'cut-out') return isTool
  return or(
    isTool,
    sql`${generations.edit}->>'operation' = 'replace-background' and ${generations.editRecord}->>'maskId' is null
      and ${jobs.provider} = 'sketch'`,
  )
}

/** Images that are queued or in work with a model or a tool. */
async function neededBy(tx: Transaction, model: LocalModel): Promise<number> {
  const [found] = await tx
    .select({ images: count() })
    .from(jobs)
    .innerJoin(generations, eq(generations.id, jobs.generationId))
    .where(and(inArray(jobs.state, ['queued', 'running']), needs(model)))
  return found?.images ?? 0
}

/**
 * Removes a model, or what has come of it. Files of other models stay. Refused while images wait for it, unless it is asked for
 * again with `evenIfNeeded`. @returns The bytes that came free.
 */
export async function removeLocalModel(
  deps: LocalModelDeps,
  { evenIfNeeded, ...place }: Place & { readonly evenIfNeeded?: 'yes' | undefined },
): AsyncResult<{ model: string; freedBytes: number }> {
  const allowed = await mayChange(deps, place)
  if (!allowed.ok) return allowed
  const model = allowed.value
  const { folder } = deps.localModels
  const removed = await refusableTransaction(deps.system, async (tx) => {
    const row = await lockInstallation(tx, model.id)
    const images = await neededBy(tx, model)
    if (images > 0 && evenIfNeeded === undefined)
      return conflict(`${images === 1 ? 'One image waits' : `${images} images wait`} for ${model.name}.`, {
        reason: 'needed',
        images,
      })
    const record = (await folder.list()).find(({ id }) => id === model.id)
    const hashes = [...(record?.files ?? []), ...(row?.files ?? [])].map(({ sha256 }) => sha256)
    const others = await hashesOfOthers(tx, model.id)
    await changeInstallation(tx, model.id, {
      state: 'removed',
      totalBytes: row?.totalBytes ?? downloadBytes(model),
      doneBytes: 0,
      reason: null,
      files: [],
    })
    await folder.forget(model.id)
    return success(await folder.removeFiles(hashes.filter((hash) => !others.has(hash))))
  })
  return removed.ok ? success({ model: model.id, freedBytes: removed.value }) : removed
}
