import { sql } from 'drizzle-orm'
import type { ModelRecordShape } from '#contract/series.ts'
import type { Database } from '../../db/database.ts'
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

/** How each model has done for one person, by their own choices alone: those with the most images first. */
export async function modelRecord(
  deps: { readonly db: Database; readonly registry: ModelRegistry },
  userId: string,
): Promise<ModelRecordShape[]> {
  const { rows } = await deps.db.execute<Row>(sql`
    with made as (
      select generation.model,
        count(*) filter (where image.status = 'completed')::int as images,
        count(*) filter (where image.error_code = 'refused')::int as refused,
        percentile_cont(0.5) within group (order by extract(epoch from image.completed_at - image.created_at))
          filter (where image.status = 'completed') as median_seconds
      from generations generation join generated_images image on image.generation_id = generation.id
      where generation.user_id = ${userId} group by generation.model),
    kept as (
      select generation.model, count(distinct feedback.image_id)::int as kept
      from image_feedback feedback
      join generated_images image on image.id = feedback.image_id
      join generations generation on generation.id = image.generation_id
      where feedback.user_id = ${userId} and feedback.feedback_type in ('star', 'like') group by generation.model),
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
      where paid.user_id = ${userId} and paid.kind = 'settlement' group by generation.model)
    select made.model, images, refused, median_seconds,
      coalesce(kept, 0) as kept, coalesce(races, 0) as races, coalesce(wins, 0) as wins, coalesce(spent, 0) as spent
    from made left join kept using (model) left join raced using (model) left join spent using (model)
    order by images desc, made.model`)
  return rows.map(({ model, median_seconds: medianSeconds, spent, ...counts }) => ({
    ...counts,
    model: deps.registry.find(model)?.name ?? model,
    medianSeconds,
    spent: Number(spent),
  }))
}
