import { sql } from 'drizzle-orm'
import type { ModelRecordShape } from '#contract/cards/series.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { idsOf, readHiddenCards } from '#server/cards/hidden-cards.ts'
import { query } from '#server/db/sql/query.ts'
import type { UserDatabase } from '../../db/database.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

type Row = {
  model: string
  images: number
  kept: number
  refused: number
  median_seconds: number | null
  races: number
  wins: number
  spent: string
}

/**
 * The record of each model for one user, by their own choices alone: those with the most images first. Only images generated here
 * count, which have a job; those of imported and copied projects were waited and paid for elsewhere. What a race hides counts
 * once it is decided: a like or a refusal would reveal the model.
 */
export async function modelRecord(
  deps: { readonly db: UserDatabase; readonly registry: ModelRegistry },
  userId: UserId,
): Promise<ModelRecordShape[]> {
  const hidden = idsOf(await readHiddenCards(deps.db, { userId, projectId: null }))
  const { rows } = await query<Row>(
    deps.db,
    {
      model: 'string',
      images: 'number',
      kept: 'number',
      refused: 'number',
      median_seconds: 'number',
      races: 'number',
      wins: 'number',
      spent: 'string',
    },
    sql`
    with own as (
      select generation.model, image.id, image.status, image.error_code, job.state,
        extract(epoch from job.finished_at - job.created_at) as seconds
      from generations generation join generated_images image on image.generation_id = generation.id
      join jobs job on job.image_id = image.id and job.attempt = image.attempt
      where generation.user_id = ${userId} and generation.id <> all(${hidden})),
    made as (
      select model,
        count(*) filter (where status = 'completed')::int as images,
        count(*) filter (where error_code = 'refused')::int as refused,
        percentile_cont(0.5) within group (order by seconds) filter (where status = 'completed' and state = 'done')
          as median_seconds
      from own group by model),
    kept as (
      select own.model, count(distinct own.id)::int as kept
      from own join image_feedback feedback on feedback.image_id = own.id
      where own.status = 'completed' and feedback.user_id = ${userId} and feedback.feedback_type in ('star', 'like')
      group by own.model),
    raced as (
      select step.model, count(distinct race.id)::int as races,
        count(distinct race.id) filter (where winner.generation_id = step.generation_id)::int as wins
      from series race
      join series_steps step on step.series_id = race.id
      join generated_images winner on winner.id = race.winner_image_id
      where race.user_id = ${userId} and race.kind = 'race' group by step.model),
    spent as (
      select generation.model, -sum(hold.amount) as spent
      from credit_entries paid join credit_entries hold on hold.id = paid.closes
      join generations generation on generation.id = hold.generation_id
      where paid.user_id = ${userId} and paid.kind = 'settlement' and generation.id <> all(${hidden})
      group by generation.model)
    select made.model, images, refused, median_seconds,
      coalesce(kept, 0) as kept, coalesce(races, 0) as races, coalesce(wins, 0) as wins, coalesce(spent, 0) as spent
    from made left join kept using (model) left join raced using (model) left join spent using (model)
    order by images desc, made.model`,
  )
  return rows.map(({ model, median_seconds: medianSeconds, spent, ...counts }) => ({
    ...counts,
    model: deps.registry.findFor(userId, model)?.name ?? model,
    medianSeconds,
    spent: Number(spent),
  }))
}
