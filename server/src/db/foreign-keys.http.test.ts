import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { query } from '#server/db/sql/query.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()

describe('every foreign key', () => {
  it('has an index that begins with its columns: a deleted row is not searched for in the whole table', async () => {
    const { rows } = await query<{ key: string }>(
      context.server.database.system,
      { key: 'string' },
      sql`
      select conrelid::regclass || ' (' || (
          select string_agg(attname, ', ' order by position)
          from unnest(conkey) with ordinality as columns(number, position)
          join pg_attribute on attrelid = conrelid and attnum = number) || ')' as key
      from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select 1 from pg_index
        where indrelid = conrelid and indisvalid
          and (indpred is null or pg_get_expr(indpred, indrelid) = (
            select '(' || attname || ' IS NOT NULL)' from pg_attribute where attrelid = conrelid and attnum = conkey[1]))
          and (string_to_array(indkey::text, ' ')::smallint[])[1:cardinality(conkey)] @> conkey)
      order by key`,
    )
    expect(rows.map(({ key }) => key)).toEqual([])
  })

  /** Keys whose rows go along with another row, with what bounds them. Those of users and projects: `remove-accounts` and `purge-trash`. */
  const bounds: Readonly<Record<string, string>> = {
    'board_cards (generation_id)': 'one for a card',
    'branch_caps (generation_id)': 'one for a card',
    'prompt_search (generation_id)': 'one for a card',
    'card_references (generation_id)': 'as many as a model takes pictures',
    'reference_uses (generation_id)': 'as many as a prompt names',
    'generated_images (generation_id)': 'as many as a card has images',
    'image_feedback (image_id)': 'one of each kind for an image',
    'image_descriptions (image_id)': 'one for an image',
    'description_requests (image_id)': 'one for an image',
    'image_fingerprints (image_id)': 'one for an image',
    'card_history (generation_id)': 'before the cards: removeFromCards',
    'shares (generation_id)': 'few for a card; what hangs on them before the cards: removeFromCards',
    'share_comments (image_id)': 'before the cards: removeFromCards',
    'share_likes (image_id)': 'before the cards: removeFromCards',
    'share_visitors (share_id)': 'before the links: purgeTrash, remove-accounts',
    'share_comments (share_id)': 'before the links: purgeTrash, remove-accounts',
    'share_likes (share_id)': 'before the links: purgeTrash, remove-accounts',
    'share_comments (visitor_id)': 'before the visitors: purgeTrash, remove-accounts',
    'share_likes (visitor_id)': 'before the visitors: purgeTrash, remove-accounts',
    'review_rounds (share_id)': 'fifty for a link; before the links as well: purgeTrash, remove-accounts',
    'round_proofs (round_id)': 'before the rounds: purgeTrash, remove-accounts',
    'round_decisions (round_id)': 'before the rounds: purgeTrash, remove-accounts',
    'round_decisions (visitor_id)': 'before the visitors: purgeTrash, remove-accounts',
    'round_log (round_id)': 'before the rounds: purgeTrash, remove-accounts',
    'visit_emails (visitor_id)': 'one for a visitor',
    'comment_replies (comment_id)': 'a hundred for a comment; before the comments of a card, project or account',
    'comment_reads (comment_id)': 'one for a comment and user; before the comments as well',
    'reference_versions (reference_id)': 'fifty for a reference',
    'series_steps (series_id)': 'before the series: purgeTrash, remove-accounts',
    'purse_steps (purse_id)': 'before the purses: purgeTrash, remove-accounts',
    'api_tokens (purse_id)': 'before the purses: purgeTrash, remove-accounts',
    'oauth_codes (client_id)': 'codes of minutes',
    'oauth_codes (token_id)': 'before the tokens: purgeTrash, remove-accounts',
    'oauth_secrets (token_id)': 'before the tokens: purgeTrash, remove-accounts',
    'webhook_deliveries (webhook_id)': 'before the webhooks: removeWebhook, purgeTrash, remove-accounts',
    'connection_models (connection_id)': 'before the providers: remove-accounts',
    'credit_entries (lot_id)': 'before the lots: remove-accounts',
    'credit_entries (closes)': 'one for a hold',
  }

  it('whose rows go along with another has a bound for them, or they are removed before it', async () => {
    const { rows } = await query<{ key: string }>(
      context.server.database.system,
      { key: 'string' },
      sql`
      select conrelid::regclass || ' (' || attname || ')' as key
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confdeltype = 'c' and connamespace = 'public'::regnamespace
        and confrelid not in ('users'::regclass, 'projects'::regclass)`,
    )
    expect(rows.map(({ key }) => key).toSorted()).toEqual(Object.keys(bounds).toSorted())
  })
})
