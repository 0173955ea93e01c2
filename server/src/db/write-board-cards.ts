import { createHash } from 'node:crypto'
import pg from 'pg'
import { imageUrl } from '#contract/cards/image-url.ts'
import { nodeDigits, nodes } from '#domain/generation/image-id.ts'
import { maxSeed } from '#domain/generation/seed.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { aspectRatios, pixelSize, resolutions } from '#domain/models/aspect-ratio.ts'
import { lockSeeds } from './advisory-locks.ts'

/** The function of PostgreSQL, with the types of its parameters. */
const signature = 'write_board_cards(uuid[])'

/** Every ratio in every resolution, as rows of `values`. */
const sizes = aspectRatios.flatMap((ratio) =>
  resolutions.map((resolution) => {
    const { width, height } = pixelSize(ratio, resolution)
    return `('${ratio}', '${resolution}', ${width}, ${height})`
  }),
)

/** The address of an image, from the column `id`. */
const address = imageUrl('|').split('|')

/** The characters that the ids of a card and its images share: all of a UUID but the node. */
const sharedCharacters = 36 - nodeDigits

/**
 * Writes what a board needs to know of the images of cards into `board_cards`. An image is usual where the web application can
 * derive it from its card (`contract/src/board/compact-image.ts`); this text is made from the same functions and numbers of the domain.
 */
const writeBoardCards = `
create or replace function write_board_cards(card_ids uuid[]) returns void language sql
  set plan_cache_mode = force_generic_plan set jit = off as $$
  with facts as (
    select cards.id as card_id, cards.user_id as card_user_id, cards.seed as card_seed, cards.created_at as card_created_at,
      size.width as usual_width, size.height as usual_height, images.*,
      count(*) filter (where average_color ~ '^#[0-9a-f]{6}$') over of_card = count(*) over of_card as has_colours,
      (select json_agg(feedback_type order by created_at) from image_feedback where image_id = images.id)::text as feedback
    from generations cards
    join (values ${sizes.join(', ')}) as size(ratio, resolution, width, height)
      on size.ratio = cards.aspect_ratio and size.resolution = cards.resolution
    join generated_images images on images.generation_id = cards.id
    where cards.id = any(card_ids)
    window of_card as (partition by images.generation_id)
  ), described as (
    select *, concat_ws(',',
      case when left(id::text, ${sharedCharacters}) <> left(card_id::text, ${sharedCharacters})
        or (('x' || right(id::text, ${nodeDigits}))::bit(${4 * nodeDigits})::bigint - ('x' || right(card_id::text, ${nodeDigits}))::bit(${4 * nodeDigits})::bigint
          - order_num - 1) % ${nodes} <> 0 then '"id":"' || id || '"' end,
      case when status <> 'completed' then '"status":"' || status || '"' end,
      case when status = 'completed' and storage_key is null then '"imageUrl":null' end,
      case when status <> 'completed' and storage_key is not null
        then '"imageUrl":"${address[0]}' || id || '${address[1]}"' end,
      case when width <> usual_width then '"width":' || width end,
      case when height <> usual_height then '"height":' || height end,
      case when not has_colours then '"averageColor":' || to_json(average_color)::text end,
      case when seed <> (card_seed::bigint + order_num) % ${maxSeed + 1} then '"seed":' || seed end,
      case when drawn_prompt is not null then '"prompt":' || to_json(drawn_prompt)::text end,
      case when attempt <> 1 then '"attempt":' || attempt end,
      case when error_code is not null
        then '"error":' || json_build_object('code', error_code, 'message', coalesce(error_message, ''))::text end,
      case when feedback is not null then '"feedback":' || feedback end,
      case when warnings <> '[]' then '"warnings":' || warnings::text end,
      case when sensitive is not null then '"sensitive":"' || sensitive || '"' end,
      case when created_at <> card_created_at
        then to_char(created_at at time zone 'UTC', '"\\"createdAt\\":\\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""') end
    ) as unusual from facts
  ), cards as (
    select card_id, card_user_id, bool_and(has_colours) as has_colours,
      string_agg(substr(average_color, 2), '' order by order_num) as colours,
      count(*) = ${imagesPerGeneration} and bool_and(unusual = '') as is_usual,
      '[' || string_agg(case when unusual = '' then 'null' else '{' || unusual || '}' end, ',' order by order_num) || ']' as unusual,
      count(sheet_slot) as slots_count,
      count(sheet_slot) = count(*) and min(sheet_id::text) = max(sheet_id::text)
        and min(sheet_slot - order_num) = max(sheet_slot - order_num) as is_row,
      min(sheet_id::text)::uuid as sheet_id, min(sheet_slot) as sheet_slot,
      json_agg(case when sheet_id is not null then json_build_array(sheet_id, sheet_slot) end order by order_num) as slots
    from described group by card_id, card_user_id
  )
  insert into board_cards (generation_id, user_id, colours, sheet_id, sheet_slot, slots, unusual)
  select card_id, card_user_id, case when has_colours then colours else '' end, case when is_row then sheet_id end,
    case when is_row then sheet_slot end, case when not is_row and slots_count > 0 then slots end,
    case when not is_usual then unusual::json end
  from cards order by card_id
  on conflict (generation_id) do update set colours = excluded.colours, sheet_id = excluded.sheet_id,
    sheet_slot = excluded.sheet_slot, slots = excluded.slots, unusual = excluded.unusual
$$`

/** Names the text: PostgreSQL keeps it as the comment of the function. */
const version = createHash('sha256').update(writeBoardCards).digest('hex').slice(0, 16)

/** Cards that are written again in one transaction, some 60 ms long (110,000 take 7 seconds). */
const batch = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

/** The comment while rows are written again: up to which card, in the order of ids, they are by this release. */
const unfinished = (upTo: string) => `${version} up to ${upTo}`

async function installedVersion(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ version: string | null }>(
    'select obj_description(to_regprocedure($1)) as version',
    [signature],
  )
  return rows[0]?.version ?? null
}

const noteVersion = (client: pg.ClientBase, text: string) =>
  client.query(`comment on function ${signature} is ${pg.escapeLiteral(text)}`)

async function inTransaction<Value>(client: pg.ClientBase, work: () => Promise<Value>): Promise<Value> {
  await client.query('begin')
  try {
    const value = await work()
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Whether the database has the function of this release, and all rows are written by it. */
export const hasBoardFunction = async (client: pg.ClientBase): Promise<boolean> =>
  (await installedVersion(client)) === version

/**
 * Writes the rows of the next cards again, beside servers that change them: under the lock of the events of their users, which the
 * triggers take (migration 0003), so that no row is written from what was read before a change. @returns The last card; null where
 * there are no more.
 */
async function writeNext(client: pg.ClientBase, after: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string; user_id: string }>(
    'select id, user_id from generations where id > $1 order by id limit $2',
    [after, batch],
  )
  const last = rows.at(-1)
  if (!last) return null
  const users = [...new Set(rows.map((row) => row.user_id))].sort()
  await client.query(
    'select pg_advisory_xact_lock(hashtextextended(id, $2)) from unnest($1::text[]) with ordinality as users(id, position) order by position',
    [users, lockSeeds.events],
  )
  await client.query('select write_board_cards($1)', [rows.map(({ id }) => id)])
  return last.id
}

/**
 * Installs the function of this release, after the migrations. Where its text has changed, all rows are written again in short
 * transactions, while servers of the release before serve; after an interruption, the next call goes on. Rows of a release that
 * kept no version were written by the same rules (migration 0016).
 */
export async function installBoardFunction(client: pg.ClientBase): Promise<void> {
  const before = await installedVersion(client)
  if (before === version) return
  const isBegun = before?.startsWith(unfinished('')) ?? false
  if (!isBegun)
    await inTransaction(client, async () => {
      await client.query(writeBoardCards)
      await noteVersion(client, before === null ? version : unfinished(firstId))
    })
  if (before === null) return
  let after: string | null = isBegun ? before.slice(unfinished('').length) : firstId
  while (after !== null) {
    const from: string = after
    after = await inTransaction(client, async () => {
      const last = await writeNext(client, from)
      await noteVersion(client, last === null ? version : unfinished(last))
      return last
    })
  }
}
