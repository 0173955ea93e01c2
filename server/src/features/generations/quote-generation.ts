import type { RequestGenerationBody } from '#contract/cards/generation.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { drawPrompts } from '../prompts/drawn-prompts.ts'
import type { RequestGenerationDeps } from './request-generation.ts'
import { resolveRequest } from './resolve-request.ts'

/**
 * The price of a request for images now, all of them together, in hundredths of a credit; refused where it would be refused for
 * what it names or for its settings. Changes nothing: its transaction is rolled back.
 */
export async function quoteGeneration(
  deps: RequestGenerationDeps,
  { userId, body }: { readonly userId: UserId; readonly body: RequestGenerationBody },
): AsyncResult<number> {
  await deps.addedModels.catchUp(userId, [body.model])
  const rolledBack: Refusal = { code: 'conflict' }
  let price = 0
  const result = await refusableTransaction<never>(deps.db, async (tx) => {
    const resolved = await resolveRequest({ ...deps, db: tx }, userId, { body, withReferences: 'all' })
    if (!resolved.ok) return resolved
    const drawn = await drawPrompts(tx, { userId, prompt: body.prompt, seeds: [body.seed ?? 0] })
    if (!drawn.ok) return drawn
    const { ownKey, listPrice } = resolved.value
    price = deps.money === 'off' || ownKey ? 0 : listPrice * body.count
    return failure(rolledBack)
  })
  return !result.ok && result.error !== rolledBack ? result : success(price)
}
