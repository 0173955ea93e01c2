import { type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { UserDatabase } from '../../db/database.ts'

/** Rows that are read at once and written into the file before the next ones. */
const pageSize = 1_000

/** One file of records: rows of a table in the order of a column that is unique among the account's. */
type Records = {
  readonly name: string
  readonly table: string
  readonly from: SQL
  readonly key: string
  readonly without?: readonly string[]
}

/**
 * The queries of all data of an account, file by file. Data that concerns the server alone is left out: where a file is
 * stored, and tokens of sessions.
 */
const recordsOf = (userId: UserId): Records[] => {
  const own = (table: string, key = 'id'): Pick<Records, 'table' | 'from' | 'key'> => ({
    table,
    from: sql`select * from ${sql.identifier(table)} where user_id = ${userId}`,
    key,
  })
  return [
    {
      name: 'account',
      table: 'users',
      key: 'id',
      from: sql`select id, email, email_verified, first_name, created_at from users where id = ${userId}`,
    },
    { name: 'profile', table: 'profiles', key: 'id', from: sql`select * from profiles where id = ${userId}` },
    { name: 'sessions', ...own('sessions'), without: ['token', 'user_id'] },
    { name: 'activity', ...own('audit_log') },
    { name: 'projects', ...own('projects') },
    { name: 'views', ...own('project_canvas_state', 'project_id') },
    { name: 'generations', ...own('generations') },
    { name: 'images', ...own('generated_images'), without: ['storage_key', 'sheet_id', 'sheet_slot'] },
    {
      name: 'frames',
      table: 'frames',
      key: 'key',
      from: sql`select project_id || ' ' || id as key, * from frames where user_id = ${userId}`,
      without: ['key'],
    },
    {
      name: 'notes',
      table: 'notes',
      key: 'key',
      from: sql`select project_id || ' ' || id as key, * from notes where user_id = ${userId}`,
      without: ['key'],
    },
    { name: 'branch-caps', ...own('branch_caps', 'generation_id') },
    {
      name: 'feedback',
      table: 'image_feedback',
      key: 'key',
      from: sql`select image_id || ' ' || feedback_type as key, image_id, feedback_type, created_at
        from image_feedback where user_id = ${userId}`,
      without: ['key'],
    },
    { name: 'descriptions', ...own('image_descriptions', 'image_id'), without: ['search_text'] },
    { name: 'series', ...own('series') },
    { name: 'card-history', ...own('card_history', 'seq') },
    {
      name: 'series-steps',
      table: 'series_steps',
      key: 'key',
      from: sql`select series_id || ' ' || lpad(place::text, 3, '0') as key, * from series_steps where user_id = ${userId}`,
      without: ['key'],
    },
    { name: 'uploads', ...own('uploads') },
    { name: 'links', ...own('shares'), without: ['token_hash', 'passphrase_hash'] },
    { name: 'link-visitors', ...own('share_visitors'), without: ['token_hash'] },
    { name: 'link-comments', ...own('share_comments') },
    { name: 'link-replies', ...own('comment_replies') },
    { name: 'link-comments-seen', ...own('comment_reads', 'comment_id') },
    {
      name: 'link-likes',
      table: 'share_likes',
      key: 'key',
      from: sql`select image_id || ' ' || visitor_id as key, share_likes.* from share_likes where user_id = ${userId}`,
      without: ['key'],
    },
    { name: 'link-rounds', ...own('review_rounds'), without: ['remind_at'] },
    {
      name: 'link-proofs',
      table: 'round_proofs',
      key: 'key',
      from: sql`select round_id || ' ' || lpad(number::text, 3, '0') as key, * from round_proofs where user_id = ${userId}`,
      without: ['key'],
    },
    {
      name: 'link-decisions',
      table: 'round_decisions',
      key: 'key',
      from: sql`select round_id || ' ' || lpad(proof::text, 3, '0') || ' ' || visitor_id as key, *
        from round_decisions where user_id = ${userId}`,
      without: ['key'],
    },
    { name: 'link-decision-log', ...own('round_log') },
    { name: 'styles', ...own('styles') },
    { name: 'pinned-styles', ...own('style_pins', 'style_id') },
    { name: 'saved-prompts', ...own('saved_prompts'), without: ['name_key', 'search_text'] },
    { name: 'word-lists', ...own('word_lists'), without: ['name_key'] },
    { name: 'references', ...own('named_references'), without: ['name_key'] },
    { name: 'reference-versions', ...own('reference_versions') },
    { name: 'purses', ...own('purses') },
    { name: 'purse-steps', ...own('purse_steps') },
    { name: 'api-tokens', ...own('api_tokens'), without: ['hash'] },
    { name: 'language-model', ...own('language_models', 'user_id'), without: ['sealed'] },
    { name: 'assistant-runs', ...own('assistant_runs') },
    { name: 'model-keys', ...own('model_keys', 'provider'), without: ['sealed'] },
    { name: 'model-connections', ...own('model_connections'), without: ['sealed'] },
    {
      name: 'connection-models',
      table: 'connection_models',
      key: 'value',
      from: sql`select * from connection_models where user_id = ${userId}`,
    },
    { name: 'webhooks', ...own('webhooks'), without: ['secret', 'old_secret'] },
    { name: 'webhook-deliveries', ...own('webhook_deliveries') },
    { name: 'workflows', ...own('comfy_workflows') },
    { name: 'hidden-models', ...own('hidden_models', 'model') },
    { name: 'favourite-models', ...own('favourite_models', 'model') },
    { name: 'subscription', ...own('subscriptions', 'user_id') },
    { name: 'payment-customers', ...own('stripe_customers') },
    { name: 'plan-history', ...own('billing_events') },
  ]
}

/**
 * The tables with a user's id that the records leave out, each for a reason. A test compares them and the others with the schema: a
 * new table is exported or named here.
 */
export const leftOut: Readonly<Record<string, string>> = {
  accounts: 'The hash of the password.',
  applied_changes: 'Ids of changes, so that none is made twice.',
  board_cards: 'Written by triggers: the rows of generations, images and feedback once more.',
  card_references: 'Written by a trigger: the pictures that generations.json names.',
  credit_entries: 'In usage.csv.',
  credit_lots: 'The entries in usage.csv are their sums.',
  description_requests: 'Images that wait for a description: what came of them is in descriptions.json.',
  language_calls: 'Calls of the language model that are under way, for a minute.',
  language_uses: 'How many tokens of the server’s language model were used in a day.',
  events: 'What the other files say as it was on its way to a browser, for a day.',
  idempotency_keys: 'Keys of requests, so that none is made twice, for a day.',
  job_turns: 'When the queue served the account last.',
  image_fingerprints: 'Computed from the pictures, which are exported.',
  fingerprint_queue: 'Images without a fingerprint yet.',
  jobs: 'The tries at images: what came of them is in images.json.',
  oauth_codes: 'Hashes of secrets that are valid for minutes.',
  oauth_secrets: 'Hashes of secrets: their connections are in api-tokens.json.',
  prompt_search: 'An index of the prompts.',
  reference_uses: 'Written by a trigger: the references that generations.json names.',
  spending: 'Sums of what usage.csv lists.',
  visit_emails: 'Emails that are about to be sent, for minutes.',
  thumbnail_sheets: 'Files of thumbnails, made of the pictures.',
}

/** The tables whose rows are exported. */
export const exportedTables = (userId: UserId): readonly string[] => recordsOf(userId).map(({ table }) => table)

/** The text of a JSON array, page by page. */
async function* jsonArray(db: UserDatabase, { from, key, without = [] }: Records): AsyncGenerator<string> {
  let before = '['
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: { key: string; text: string }[] } = await db.execute(sql`
      select ${sql.identifier(key)}::text as key, (to_jsonb(records) - ${`{${without.join(',')}}`}::text[])::text as text
      from (${from}) records
      where ${after === null ? sql`true` : sql`${sql.identifier(key)}::text > ${after}`}
      order by ${sql.identifier(key)}::text limit ${pageSize}`)
    for (const { text } of rows) {
      yield `${before}\n${text}`
      before = ','
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) break
    after = last.key
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

/** Yields every record of an account as JSON: names of files with their texts, each read when it is requested. */
export function accountRecords(db: UserDatabase, userId: UserId): { name: string; text: AsyncIterable<string> }[] {
  return recordsOf(userId).map((records) => ({ name: `${records.name}.json`, text: jsonArray(db, records) }))
}
