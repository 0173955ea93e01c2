import { isNull } from 'drizzle-orm'
import type { ProviderName } from '#domain/models/providers.ts'
import { isSensitive, type SensitiveState } from '#domain/pictures/sensitive.ts'
import type { LocalTools } from '#server/providers/local/onnx/local-tools.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Log } from '../../operations/log.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

/** `shared`: where the server has more than one account. */
export const safetyFilterSettings = ['shared', 'on', 'off'] as const
export type SafetyFilterSetting = (typeof safetyFilterSettings)[number]

/** Whether a picture is hidden until it is asked for, and what is said about that. */
type Verdict = { readonly sensitive: SensitiveState | null; readonly warnings: readonly string[] }

/** Looks at a new picture (encoded). */
export type SafetyFilter = (
  picture: Uint8Array,
  made: { readonly provider: ProviderName; readonly signal: AbortSignal },
) => Promise<Verdict>

type SafetyFilterDeps = {
  readonly setting: SafetyFilterSetting
  readonly db: SystemDatabase
  readonly registry: Pick<ModelRegistry, 'provider'>
  readonly localTools: Pick<LocalTools, 'features'>
  readonly log: Log
}

const passes: Verdict = { sensitive: null, warnings: [] }
const unchecked = 'The safety filter could not look at this picture.'
/** The time for which it is remembered that there are several accounts. */
const rememberedMs = 60_000

/**
 * The filter for pictures of installed models, which refuse nothing: a provider has its own. It hides a picture behind a blur and never
 * removes one; where it can't look, the picture is shown and says so.
 */
export function createSafetyFilter({ setting, db, registry, localTools, log }: SafetyFilterDeps): SafetyFilter {
  let sharedUntil = 0

  /** Asked for each picture while there is one account, so that the second one is not missed. */
  async function isShared(): Promise<boolean> {
    if (performance.now() < sharedUntil) return true
    const accounts = await db.select({ id: users.id }).from(users).where(isNull(users.deletedAt)).limit(2)
    if (accounts.length < 2) return false
    sharedUntil = performance.now() + rememberedMs
    return true
  }

  return async (picture, { provider, signal }) => {
    // An edit of this machine paints nothing new: it is hidden where its source is.
    const isOfThisMachine = registry.provider(provider)?.localEngine !== undefined
    if (setting === 'off' || !isOfThisMachine) return passes
    if (setting === 'shared' && !(await isShared())) return passes
    try {
      const { classes } = await localTools.features(picture, { signal })
      return isSensitive(classes) ? { sensitive: 'hidden', warnings: [] } : passes
    } catch (error) {
      signal.throwIfAborted()
      log.warn({ err: error }, 'the safety filter could not look at a picture')
      return { sensitive: null, warnings: [unchecked] }
    }
  }
}
