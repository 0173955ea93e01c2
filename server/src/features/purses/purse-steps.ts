import { sql } from 'drizzle-orm'
import type { PurseStepShape } from '#contract/programs/purse.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { StepEffect, StepKind } from '#domain/board/undo-steps.ts'
import { failure, success } from '#domain/result.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier, Transaction } from '../../db/database.ts'
import { purseSteps } from '../../db/schema/purses.ts'
import { findPurse } from './purse-rows.ts'

type NewStep = {
  readonly purseId: string
  readonly userId: UserId
  readonly projectId: string
  readonly kind: StepKind
  readonly why: string | null
  readonly generationId: string
  readonly effects: readonly StepEffect[]
}

/** Stores what was done in a purse, in the transaction that does it. */
export async function noteStep(tx: Transaction, { effects, ...step }: NewStep): Promise<void> {
  await tx.insert(purseSteps).values({ ...step, effects: [...effects] })
}

/** The most steps of a list: those before have usually been undone or kept long ago. */
const mostSteps = 500
/** Characters of a prompt that a list shows. */
const maxTitleLength = 120

/** The steps in a purse, newest first, with the cost of each card. */
export async function listSteps(
  db: Querier,
  { userId, purseId }: { readonly userId: UserId; readonly purseId: string },
): AsyncResult<{ items: PurseStepShape[]; nextCursor: null }> {
  const purse = await findPurse(db, userId, purseId)
  if (!purse) return failure({ code: 'not-found' })
  const hidden = await readHiddenCards(db, { userId, projectId: purse.projectId })
  const { rows } = await query<{ step: PurseStepShape }>(
    db,
    { step: 'json' },
    sql`
    select json_build_object('id', steps.id,
      'at', to_char(steps.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'kind', steps.kind, 'why', steps.why, 'generationId', steps.generation_id,
      'title', left(cards.prompt, ${maxTitleLength}::int),
      'images', (select count(*) from generated_images images where images.generation_id = cards.id having cards.id is not null),
      'price', case when steps.kind in ('made', 'branched', 'edited') then coalesce((
        select -sum(hold.amount) from credit_entries hold
        where hold.purse_id = steps.purse_id and hold.generation_id = steps.generation_id and hold.kind = 'hold'
          and not exists (select 1 from credit_entries ending where ending.closes = hold.id and ending.kind = 'release')
        ), 0) else 0 end,
      'effects', steps.effects) as step
    from purse_steps steps left join generations cards on cards.id = steps.generation_id
    where steps.purse_id = ${purseId} and steps.user_id = ${userId}
    order by steps.created_at desc, steps.id desc limit ${mostSteps}`,
  )
  // The price would reveal a model that a race hides, as on the card itself.
  const items = rows.map(({ step }) => (hidden.has(step.generationId) ? { ...step, price: 0 } : step))
  return success({ items, nextCursor: null })
}
