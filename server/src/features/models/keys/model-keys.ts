import { eq } from 'drizzle-orm'
import type { ConnectionCheckShape } from '#contract/models/model-connection.ts'
import type { ModelKeyShape } from '#contract/models/model-key.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { type KeyedProvider, keyedProviders, providerFacts } from '#domain/models/providers.ts'
import { failure, success } from '#domain/result.ts'
import type { UserDatabase } from '#server/db/database.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { modelKeys } from '#server/db/schema/model-keys.ts'
import { keyAt, openOwnKey } from '#server/models/model-key-rows.ts'
import type { KeySeal } from '#server/models/seal-key.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'

type Deps = { readonly db: UserDatabase; readonly registry: ModelRegistry; readonly keySeal: KeySeal }
type Place = { readonly userId: UserId; readonly provider: KeyedProvider }

/** The time limit for a provider's check of a key. */
const checkMs = 10_000
const shownCharacters = 4

function present(
  registry: ModelRegistry,
  provider: KeyedProvider,
  row: typeof modelKeys.$inferSelect | undefined,
): ModelKeyShape {
  return {
    provider,
    lastFour: row?.lastFour ?? null,
    check: row?.check ?? null,
    savedAt: row?.savedAt.toISOString() ?? null,
    onServer: registry.serverKey(provider) !== null,
  }
}

/** Every provider that needs a key, with the user's own where there is one. */
export async function listModelKeys({ db, registry }: Deps, userId: UserId): Promise<ModelKeyShape[]> {
  const rows = await db.select().from(modelKeys).where(eq(modelKeys.userId, userId))
  return keyedProviders.map((provider) =>
    present(
      registry,
      provider,
      rows.find((row) => row.provider === provider),
    ),
  )
}

/** One provider with the user's own key. */
export async function readModelKey({ db, registry }: Deps, { userId, provider }: Place): Promise<ModelKeyShape> {
  const [row] = await db.select().from(modelKeys).where(keyAt(userId, provider))
  return present(registry, provider, row)
}

const notAccepted = (issue: string) =>
  failure({ code: 'invalid', message: issue, data: { issues: [{ path: ['key'], message: issue }] } } as const)

async function askWhether(provider: ImageProvider, key: string): Promise<'accepted' | 'rejected' | 'unknown' | 'away'> {
  try {
    return (await provider.checkKey?.(key, AbortSignal.timeout(checkMs))) ?? 'unknown'
  } catch {
    return 'away'
  }
}

/** Saves a user's own key, in place of an older one, after the provider has checked it. A rejected key changes nothing. */
export async function saveModelKey(deps: Deps, { key, ...place }: Place & { key: string }): AsyncResult<ModelKeyShape> {
  const { userId, provider } = place
  const served = deps.registry.provider(provider)
  const name = providerFacts[provider].label
  if (!served) return failure({ code: 'impossible', message: `${name} can't be reached from this server.` })
  const answer = await askWhether(served, key)
  if (answer === 'rejected') return notAccepted(`${name} doesn't know this key. Copy it again, as a whole.`)
  if (answer === 'away')
    return failure({
      code: 'unavailable',
      message: `${name} did not answer, so the key was not saved. Try again in a moment.`,
    })
  const row = {
    sealed: deps.keySeal.seal(key, place),
    lastFour: key.slice(-shownCharacters),
    check: answer,
    savedAt: new Date(),
  }
  await deps.db
    .insert(modelKeys)
    .values({ ...place, ...row })
    .onConflictDoUpdate({ target: [modelKeys.userId, modelKeys.provider], set: row })
  return success(await readModelKey(deps, { userId, provider }))
}

/** Tests the key that opens a provider for a user: their own, else the server's. It is asked by a call that costs nothing. */
export async function testModelKey(deps: Deps, { userId, provider }: Place): AsyncResult<ConnectionCheckShape> {
  const name = providerFacts[provider].label
  const served = deps.registry.provider(provider)
  const own = await openOwnKey(deps, { userId, provider })
  const key = own ?? deps.registry.serverKey(provider)
  if (!served || key === null)
    return failure({ code: 'impossible', message: `There is no key of ${name}. Add one first.` })
  const startedAt = performance.now()
  const answer = await askWhether(served, key)
  const at = new Date().toISOString()
  const ms = Math.round(performance.now() - startedAt)
  if (answer === 'rejected') {
    const reason =
      own === null
        ? `${name} doesn't accept this server's key any more. Add one of your own, or ask the person who runs this server.`
        : `${name} doesn't accept the key any more. Replace it.`
    return success({ state: 'refused', ms: null, reason, at })
  }
  if (answer === 'accepted') return success({ state: 'answers', ms, reason: null, at })
  const reason = answer === 'away' ? `${name} did not answer.` : `${name} gave no clear answer.`
  return success({ state: 'away', ms: null, reason: `${reason} Try again in a moment.`, at })
}

/** Removes a user's own key. Images that wait for it fail with a message. */
export async function removeModelKey(deps: Deps, place: Place): Promise<ModelKeyShape> {
  await deps.db.delete(modelKeys).where(keyAt(place.userId, place.provider))
  return readModelKey(deps, place)
}
