import type { RequestGenerationBody } from '#contract/cards/generation.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { createWordListReader, drawPrompts } from '../prompts/drawn-prompts.ts'
import type { RequestGenerationDeps } from './request-generation.ts'
import { namesIn, resolveRequest } from './resolve-request.ts'

/**
 * The price of a request for images now, all of them together, in hundredths of a credit; refused where it would be refused for
 * what it names or for its settings. Changes nothing: its transaction is rolled back.
 */
export async function quoteGeneration(
  deps: RequestGenerationDeps,
  input: { readonly userId: UserId; readonly body: RequestGenerationBody; readonly purseId: string | null },
): AsyncResult<number> {
  const { userId, body } = input
  const names = namesIn(input.purseId)
  await deps.addedModels.catchUp(userId, [body.model])
  const rolledBack: Refusal = { code: 'conflict' }
  let price = 0
  const result = await refusableTransaction<never>(deps.db, async (tx) => {
    const resolved = await resolveRequest({ ...deps, db: tx }, userId, { body, names })
    if (!resolved.ok) return resolved
    if (names === 'resolved') {
      const asked = { prompt: body.prompt, seeds: [body.seed ?? 0] }
      const drawn = await drawPrompts(createWordListReader(tx, userId), asked)
      if (!drawn.ok) return drawn
    }
    const { ownKey, listPrice } = resolved.value
    price = deps.money === 'off' || ownKey ? 0 : listPrice * body.count
    return failure(rolledBack)
  })
  return !result.ok && result.error !== rolledBack ? result : success(price)
}
