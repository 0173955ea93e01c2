import type { GenerationShape, RequestGenerationBody } from '#contract/cards/generation.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { failure, success } from '#domain/result.ts'
import { findGeneration } from '#server/cards/generation-rows.ts'
import { readModelHider, withoutModel } from '#server/cards/hide-models.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import type { NewEvent } from '../../events/append-events.ts'
import type { Checkpoint } from '../../jobs/checkpoint.ts'
import { keepAccount } from '../account/lock-account.ts'
import { type MaskDeps, withMasks } from '../edits/masks.ts'
import { createOnce, type IdempotentRequest } from '../idempotency.ts'
import type { AddedModels } from '../models/connections/added-models.ts'
import { noteMissing } from '../purses/claim-purse.ts'
import { type InsertGenerationDeps, insertGeneration } from './insert-generation.ts'

export type RequestGenerationDeps = InsertGenerationDeps &
  MaskDeps & {
    readonly db: UserDatabase
    readonly addedModels: Pick<AddedModels, 'catchUp'>
    readonly checkpoint: Checkpoint
  }

/** A stored picture of the user whose rows are written with the edit that starts from it: a refused edit leaves no card behind. */
export type NewSource = {
  readonly size: PixelSize
  /** Writes its rows. @returns Its events, which are appended with those of the edit. */
  insert(tx: Transaction): AsyncResult<readonly NewEvent[]>
}

export type RequestGenerationInput = {
  readonly userId: UserId
  readonly body: RequestGenerationBody
  readonly idempotency: IdempotentRequest | null
  /** The API token that asks for it; null: the person. */
  readonly madeBy: string | null
  /** The purse that it is made in and paid from, with or without a token; left out: none. */
  readonly purseId?: string | null
  /** The reason that a program gives; left out: none. */
  readonly why?: string | null
  /** Refused where all images together cost more, in hundredths of a credit; left out: at no price. */
  readonly maxPrice?: number
  /** The parent image, where it comes with the request; left out: it is there already. */
  readonly source?: NewSource
}

/**
 * Go: resolves the request, then commits generation, images, jobs and events in one transaction. A repeated request with the
 * same key returns the first result.
 */
export async function requestGeneration(
  deps: RequestGenerationDeps,
  input: RequestGenerationInput,
): AsyncResult<GenerationShape> {
  await deps.addedModels.catchUp(input.userId, [input.body.model])
  const result = await withMasks(deps, () => commitGeneration(deps, input))
  if (result.ok) await deps.checkpoint('request-committed')
  else await noteMissing(deps.db, input.userId, result.error)
  return result
}

/** @throws RawMask */
function commitGeneration(deps: RequestGenerationDeps, input: RequestGenerationInput): AsyncResult<GenerationShape> {
  return refusableTransaction<GenerationShape>(deps.db, async (tx) => {
    const gone = await keepAccount(tx, input.userId)
    if (gone) return failure(gone)
    const { userId, idempotency, body } = input
    const id = body.id ?? deps.newId()
    return createOnce<GenerationShape>(
      tx,
      { userId, idempotency, id },
      {
        create: () => insertRequested(tx, deps, input, id),
        async repeat(earlierId) {
          const first = await findGeneration({ ...deps, db: tx }, userId, earlierId)
          return first ? success(first) : failure({ code: 'not-found' })
        },
      },
    )
  })
}

async function insertRequested(
  tx: Transaction,
  deps: RequestGenerationDeps,
  input: RequestGenerationInput,
  id: string,
): AsyncResult<GenerationShape> {
  const { userId, body, madeBy, purseId = null, why = null, maxPrice, source } = input
  const sourceEvents = source ? await source.insert(tx) : success([])
  if (!sourceEvents.ok) return sourceEvents
  const made = await insertGeneration(tx, deps, {
    id,
    userId,
    body,
    madeBy,
    purseId,
    why,
    eventsBefore: sourceEvents.value,
    ...(maxPrice !== undefined && { maxPrice }),
  })
  if (!made.ok && !body.modelOf) return made
  const whose = { userId, projectId: made.ok ? made.value.projectId : null }
  const hider = await readModelHider({ ...deps, db: tx }, whose)
  if (made.ok) return success(hider.generation(made.value))
  return hider.cards.has(body.modelOf ?? '') ? withoutModel(made) : made
}
