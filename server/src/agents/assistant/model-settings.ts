import { eq } from 'drizzle-orm'
import type { ConnectionCheckShape } from '#contract/models/model-connection.ts'
import type { AssistantSetupShape, LanguageModelPlace } from '#contract/programs/assistant.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { type LanguageProvider, languageProviderLabel } from '#domain/agents/assistant-run.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import type { KeySeal } from '#server/models/seal-key.ts'
import type { Querier } from '../../db/database.ts'
import { languageModels } from '../../db/schema/assistant.ts'
import type { LimitedFetch } from '../../operations/bounded-fetch.ts'
import type { WorkLimits } from '../../operations/work-limits.ts'
import {
  type LanguagePlace,
  type ListedModel,
  listLanguageModels,
  type OpenModel,
  openLanguageModel,
} from './language-model.ts'
import { serverTokensOf } from './run-rows.ts'

/** The operator's model for everybody, from the settings. */
export type ServerModel = {
  readonly provider: LanguageProvider
  readonly baseUrl: string | null
  readonly key: string
  readonly model: string
  /** Tokens of one person in 24 hours. */
  readonly tokensPerDay: number
  /** Of one improved prompt or one description, in hundredths of a credit. */
  readonly price: number
}

export type ModelSettingsDeps = {
  readonly db: Querier
  readonly keySeal: KeySeal
  readonly serverModel: ServerModel | null
  /** The way to addresses: `public` refuses internal networks. */
  readonly reach: (way: 'public' | 'anywhere') => LimitedFetch
  /** Hosts of internal networks that people's own addresses may be at. */
  readonly allowedHosts: ReadonlySet<string>
}

/** The same with the limits for looks at providers. */
type LookDeps = ModelSettingsDeps & { readonly work: Pick<WorkLimits, 'looks'> }

/** The place under which a key is sealed. */
const sealPlace = (userId: UserId) => ({ userId, provider: 'language-model' })
const shownCharacters = 4

const findRow = async (db: Querier, userId: UserId) =>
  (await db.select().from(languageModels).where(eq(languageModels.userId, userId)))[0]

/** The model settings of a person, without keys. */
export async function readSetup(
  { db, serverModel }: Pick<ModelSettingsDeps, 'db' | 'serverModel'>,
  userId: UserId,
): Promise<AssistantSetupShape> {
  const row = await findRow(db, userId)
  return {
    own: row
      ? {
          provider: row.provider,
          baseUrl: row.baseUrl,
          model: row.model,
          lastFour: row.lastFour,
          savedAt: row.savedAt.toISOString(),
        }
      : null,
    server: serverModel && { provider: serverModel.provider, model: serverModel.model },
  }
}

const invalid = (field: string, message: string): Result<never, Refusal> =>
  failure({ code: 'invalid', message, data: { issues: [{ path: [field], message }] } })

/** The way to a person's own address: guarded, unless the operator allows its host. */
function placeOf(
  { reach, allowedHosts }: ModelSettingsDeps,
  { provider, baseUrl, key }: { provider: LanguageProvider; baseUrl: string | null; key: string },
): LanguagePlace {
  const isAllowed = baseUrl !== null && allowedHosts.has(new URL(baseUrl).hostname.toLowerCase())
  return { provider, baseUrl, key, fetch: reach(isAllowed ? 'anywhere' : 'public') }
}

/** The place that a person entered, with the saved key where none was given for the same place. */
async function enteredPlace(
  deps: ModelSettingsDeps,
  userId: UserId,
  { provider, baseUrl: written, key: given }: LanguageModelPlace,
): AsyncResult<LanguagePlace> {
  if (provider === 'compatible' && written === undefined) return invalid('baseUrl', 'Enter the address of the server.')
  // Only a server with OpenAI's calls is at an address of its own: a key of a vendor goes to that vendor alone.
  if (provider !== 'compatible' && written !== undefined)
    return invalid('baseUrl', `${languageProviderLabel[provider]} is at its own address.`)
  const baseUrl = written ?? null
  const row = given === undefined ? await findRow(deps.db, userId) : undefined
  const isSame = row?.provider === provider && row.baseUrl === baseUrl
  const saved = isSame && row.sealed !== null ? (deps.keySeal.open(row.sealed, sealPlace(userId)) ?? '') : ''
  const key = given ?? saved
  if (key === '' && provider !== 'compatible') return invalid('key', 'Enter the key.')
  return success(placeOf(deps, { provider, baseUrl, key }))
}

/** Asks a place for its models. A refusal stands at the field that is wrong. */
async function look({ work }: LookDeps, userId: UserId, place: LanguagePlace): AsyncResult<ListedModel[]> {
  const listed = await listLanguageModels(place, work.looks.for(userId))
  if (listed.ok) return listed
  const { kind, message } = listed.error
  if (kind === 'key') return invalid('key', message)
  return place.baseUrl === null ? failure({ code: 'unavailable', message }) : invalid('baseUrl', message)
}

/** The models of a place that a person is entering. Saves nothing. */
export async function lookForModels(
  deps: LookDeps,
  userId: UserId,
  entered: LanguageModelPlace,
): AsyncResult<ListedModel[]> {
  const place = await enteredPlace(deps, userId, entered)
  return place.ok ? look(deps, userId, place.value) : place
}

/** Saves a person's own model in place of an older one, after its provider has answered. A refused key changes nothing. */
export async function saveModel(
  deps: LookDeps,
  userId: UserId,
  { model, ...entered }: LanguageModelPlace & { readonly model: string },
): AsyncResult<AssistantSetupShape> {
  const place = await enteredPlace(deps, userId, entered)
  if (!place.ok) return place
  const listed = await look(deps, userId, place.value)
  if (!listed.ok) return listed
  const { provider, baseUrl, key } = place.value
  // A list may leave models out, as those of gateways do; one that is there and lacks the name is a slip.
  if (provider !== 'compatible' && !listed.value.some(({ id }) => id === model))
    return invalid('model', `${languageProviderLabel[provider]} lists no model ${model}.`)
  const row = {
    provider,
    baseUrl,
    model,
    sealed: key === '' ? null : deps.keySeal.seal(key, sealPlace(userId)),
    lastFour: key === '' ? null : key.slice(-shownCharacters),
    savedAt: new Date(),
  }
  await deps.db
    .insert(languageModels)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: languageModels.userId, set: row })
  return success(await readSetup(deps, userId))
}

/** Removes a person's own model with its key. */
export async function removeModel(deps: ModelSettingsDeps, userId: UserId): Promise<AssistantSetupShape> {
  await deps.db.delete(languageModels).where(eq(languageModels.userId, userId))
  return readSetup(deps, userId)
}

export const tokensUsed =
  'You have used the tokens of this server’s language model for today. Enter a key of yours to go on now.'

type Chosen = { readonly place: LanguagePlace; readonly model: string; readonly of: 'own' | 'server' }

async function chosenModel(deps: ModelSettingsDeps, userId: UserId): AsyncResult<Chosen> {
  const row = await findRow(deps.db, userId)
  if (row) {
    const key = row.sealed === null ? '' : deps.keySeal.open(row.sealed, sealPlace(userId))
    if (key === null)
      return failure({ code: 'impossible', message: 'The saved key can not be opened any more. Enter it again.' })
    return success({ place: placeOf(deps, { ...row, key }), model: row.model, of: 'own' })
  }
  const { serverModel, reach } = deps
  if (!serverModel)
    return failure({
      code: 'impossible',
      message: 'The assistant needs a language model. Enter a key of yours first.',
      data: { missing: 'language-model' },
    })
  return success({ place: { ...serverModel, fetch: reach('anywhere') }, model: serverModel.model, of: 'server' })
}

/** A model that can be asked for a person, and whose it is. */
export type PersonModel = OpenModel & { readonly of: 'own' | 'server' }

/** Opens the model of a person: their own, else the server's. */
export async function openModelOf(deps: ModelSettingsDeps, userId: UserId): AsyncResult<PersonModel> {
  const chosen = await chosenModel(deps, userId)
  if (!chosen.ok) return chosen
  const { place, model, of } = chosen.value
  return success({ ...openLanguageModel(place, model), of })
}

/** The model that the assistant of a person uses: their own, else the server's within its tokens of a day. */
export async function modelOfPerson(deps: ModelSettingsDeps, userId: UserId): AsyncResult<PersonModel> {
  const open = await openModelOf(deps, userId)
  if (!open.ok || open.value.of === 'own' || !deps.serverModel) return open
  const isUsed = (await serverTokensOf(deps.db, userId, null)) >= deps.serverModel.tokensPerDay
  return isUsed ? failure({ code: 'rate-limited', message: tokensUsed }) : open
}

/** Tests the model that is used, by a call that costs nothing. */
export async function testModel(deps: LookDeps, userId: UserId): AsyncResult<ConnectionCheckShape> {
  const chosen = await chosenModel(deps, userId)
  if (!chosen.ok) return chosen
  const startedAt = performance.now()
  const listed = await listLanguageModels(chosen.value.place, deps.work.looks.for(userId))
  const at = new Date().toISOString()
  const ms = Math.round(performance.now() - startedAt)
  if (listed.ok) return success({ state: 'answers', ms, reason: null, at })
  const { kind, message } = listed.error
  return success({ state: kind === 'key' ? 'refused' : 'away', ms: null, reason: message, at })
}
