import { sql } from 'drizzle-orm'
import type { UsageShape } from '#contract/money/credits.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { idsOf, readHiddenCards } from '#server/cards/hidden-cards.ts'
import { query } from '#server/db/sql/query.ts'
import type { UserDatabase } from '../../db/database.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

type Row = { key: string; label: string | null; images: string; calls: string; spent: string }

/** The group of prompts and descriptions, which are of no project and no model for images. */
const languageKey = 'language-model'
const languageLabel = 'Prompts and descriptions'

const groups = {
  day: { key: sql`to_char(paid.at at time zone 'UTC', 'YYYY-MM-DD')`, label: sql`null::text` },
  project: {
    key: sql`case when paid.use_id is null then coalesce(cards.project_id::text, '') else ${languageKey} end`,
    label: sql`max(projects.title)`,
  },
  token: { key: sql`coalesce(paid.token_id::text, '')`, label: sql`max(tokens.name)` },
} as const

/** Shown in place of the models that races hide. */
const hiddenLabel = 'Hidden until a race has a winner'

function labelOf(by: UsageShape['by'], { key, label }: Row, registry: ModelRegistry): string | null {
  if (by === 'day') return key
  if (by === 'token') return label
  if (key === languageKey) return languageLabel
  if (by === 'project') return label
  return key === 'hidden' ? hiddenLabel : (registry.find(key)?.name ?? null)
}

/** The cost of a user's images, prompts and descriptions: captured amounts only. The largest first, days in order. */
export async function readUsage(
  deps: { readonly db: UserDatabase; readonly registry: ModelRegistry },
  { userId, by }: { readonly userId: UserId; readonly by: UsageShape['by'] },
): Promise<UsageShape> {
  const hidden = by === 'model' ? await readHiddenCards(deps.db, { userId, projectId: null }) : new Map()
  const model = sql`case when cards.id = any(${idsOf(hidden)}) then 'hidden'
    when paid.use_id is not null then ${languageKey} else coalesce(cards.model, '') end`
  const { key, label } = by === 'model' ? { key: model, label: sql`null::text` } : groups[by]
  const { rows } = await query<Row>(
    deps.db,
    { key: 'string', label: 'string', images: 'string', calls: 'string', spent: 'string' },
    sql`
    with paid as (
      select holds.image_id, holds.use_id, holds.generation_id, holds.token_id, -sum(holds.amount) as amount, max(ends.created_at) as at
      from credit_entries ends join credit_entries holds on holds.id = ends.closes
      where ends.user_id = ${userId} and ends.kind = 'settlement'
      group by holds.image_id, holds.use_id, holds.generation_id, holds.token_id
    )
    select ${key} as key, ${label} as label, count(*) filter (where paid.use_id is null) as images,
      count(paid.use_id) as calls, sum(paid.amount) as spent
    from paid left join generations cards on cards.id = paid.generation_id
    left join projects on projects.id = cards.project_id
    left join api_tokens tokens on tokens.id = paid.token_id
    group by 1 order by ${by === 'day' ? sql`1 desc` : sql`5 desc, 1`}`,
  )
  return {
    by,
    items: rows.map((row) => ({
      key: row.key,
      label: labelOf(by, row, deps.registry),
      images: Number(row.images),
      ...(row.calls !== '0' && { calls: Number(row.calls) }),
      spent: Number(row.spent),
    })),
  }
}
