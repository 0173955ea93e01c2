import { type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import {
  type HiddenRace,
  type HidingSeries,
  hiddenModel,
  hiddenName,
  hiddenRaces,
} from '#domain/series/hidden-models.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../db/database.ts'
import { milliseconds, uuidArray } from '../db/sql/expressions.ts'
import { statement } from '../db/statement.ts'

/** A card whose model a race hides. */
export type HiddenCard = {
  readonly alias: string
  /** The model's `value`, which must not be shown. */
  readonly model: string
  /** The `value`s of all models of the race. */
  readonly racing: readonly string[]
}

/** The hidden cards by their ids. */
export type HiddenCards = ReadonlyMap<string, HiddenCard>

type Whose = { readonly userId: UserId; readonly projectId: string | null }

type StepRow = {
  series_id: string
  project_id: string
  kind: string
  hides_names: boolean
  begun_ms: number
  generation_id: string | null
  repeats: string | null
  prompt: string
  model: string
}

type CardRow = {
  id: string
  project_id: string
  parent_id: string | null
  prompt: string
  model: string
  created_ms: number
}

/** Whether there is a race that hides its models' names: in a read that usually finds none. @param whose About `series`. */
export const hasOpenRace = (whose: SQL) => sql`exists (
  select 1 from series where ${whose} and kind = 'race' and hides_names and winner_image_id is null)`

/** The open races of a user with the re-runs of their projects. Usually none, which one index shows. */
const stepsOfOpenRaces = statement<StepRow, Whose>(
  {
    series_id: 'string',
    project_id: 'string',
    kind: 'string',
    hides_names: 'boolean',
    begun_ms: 'number',
    generation_id: 'string',
    repeats: 'string',
    prompt: 'string',
    model: 'string',
  },
  ['userId', 'projectId'],
  ({ userId, projectId }) => sql`
  with open_races as (
    select id, project_id from series
    where user_id = ${userId} and kind = 'race' and hides_names and winner_image_id is null
      and (${projectId}::uuid is null or project_id = ${projectId})
  )
  select steps.series_id, series.project_id, kind, hides_names, ${milliseconds(sql`series.created_at`)} as begun_ms,
    steps.generation_id, steps.request ->> 'repeats' as repeats, steps.request ->> 'prompt' as prompt, steps.model
  from series join series_steps steps on steps.series_id = series.id
  where series.project_id in (select project_id from open_races)
    and (series.id in (select id from open_races) or series.kind = 'rerun')
  order by steps.series_id, steps.place`,
)

function seriesOf(rows: readonly StepRow[]): HidingSeries[] {
  return [...Map.groupBy(rows, (row) => row.series_id).values()].flatMap((steps) => {
    const [first] = steps
    if (!first) return []
    return [
      {
        kind: first.kind,
        hidesNames: first.hides_names,
        winnerImageId: null,
        begunAt: first.begun_ms,
        steps: steps.map(({ generation_id: generationId, ...step }) => ({ ...step, generationId })),
      },
    ]
  })
}

/**
 * The cards that a race may hide: of its models, and no older than it, except those that run in it. Includes the trash,
 * since its cards are ancestors too.
 */
async function selectCards(db: Querier, projectId: string, races: readonly HiddenRace[]): Promise<CardRow[]> {
  const since = new Date(Math.min(...races.map(({ begunAt }) => begunAt))).toISOString()
  const racing = races.flatMap(({ cardIds }) => [...cardIds])
  const models = [...new Set(races.flatMap(({ aliases }) => [...aliases.keys()]))]
  const { rows } = await query<CardRow>(
    db,
    {
      id: 'string',
      project_id: 'string',
      parent_id: 'string',
      prompt: 'string',
      model: 'string',
      created_ms: 'number',
    },
    sql`
    select id, project_id, parent_generation_id as parent_id, prompt, model, ${milliseconds(sql`created_at`)} as created_ms
    from generations where project_id = ${projectId} and created_at >= ${since} and model = any(${sql.param(models)})
    union
    select id, project_id, parent_generation_id, prompt, model, ${milliseconds(sql`created_at`)}
    from generations where id = any(${uuidArray(racing)})`,
  )
  return rows
}

/** The hidden cards of one board. */
async function hiddenOn(db: Querier, projectId: string, steps: readonly StepRow[]): Promise<[string, HiddenCard][]> {
  const races = hiddenRaces(seriesOf(steps))
  const rows = await selectCards(db, projectId, races)
  const cards = new Map(
    rows.map(({ parent_id: parentId, created_ms: createdAt, ...card }) => [card.id, { ...card, parentId, createdAt }]),
  )
  return [...cards.values()].flatMap((card): [string, HiddenCard][] => {
    const hidden = hiddenModel(card, races, (id) => cards.get(id))
    if (!hidden) return []
    const { alias, race } = hidden
    return [[card.id, { alias: hiddenName(alias), model: card.model, racing: [...race.aliases.keys()] }]]
  })
}

/** The cards of a user whose models are hidden by races. @param projectId Of this project alone; null: of all. */
export async function readHiddenCards(db: Querier, { userId, projectId }: Whose): Promise<HiddenCards> {
  const rows = await stepsOfOpenRaces(db, { userId, projectId })
  const hidden = new Map<string, HiddenCard>()
  for (const [id, steps] of Map.groupBy(rows, (row) => row.project_id))
    for (const [cardId, card] of await hiddenOn(db, id, steps)) hidden.set(cardId, card)
  return hidden
}

/** The ids of the cards whose models are hidden. */
export const idsOf = (hidden: HiddenCards) => uuidArray(hidden.keys())
