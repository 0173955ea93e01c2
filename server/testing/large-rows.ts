import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import { query } from '#server/db/sql/query.ts'

/** Inserts an account without a way in. */
export async function insertAccount(db: SystemDatabase): Promise<UserId> {
  const id = randomUUID()
  await db.execute(
    sql`insert into users (id, name, first_name, email) values (${id}, 'Ada', 'Ada', ${`${id}@example.com`})`,
  )
  return asUserId(id)
}

/** Inserts a project with cards of one image each, in the order of their seeds from 1, and with notes. */
export async function insertLargeProject(
  db: SystemDatabase,
  userId: UserId,
  { cards, notes }: { readonly cards: number; readonly notes: number },
): Promise<void> {
  const projectId = randomUUID()
  await db.execute(sql`insert into projects (id, user_id, title) values (${projectId}, ${userId}, 'large')`)
  await db.execute(sql`
    insert into generations (user_id, project_id, prompt, model, image_prompts, conversation_history, aspect_ratio, resolution,
      raw_mode, seed, canvas_x, canvas_y, price, created_at)
    select ${userId}, ${projectId}, 'a fox', 'sketch', '[]', '[]', '1:1', '1K', false, n, n, n, 0,
      now() + n * interval '1 millisecond' from generate_series(1, ${cards}::int) n`)
  await db.execute(sql`
    insert into generated_images (user_id, generation_id, order_num, status, seed, width, height, warnings)
    select user_id, id, 0, 'failed', seed, 8, 8, '[]' from generations where project_id = ${projectId}`)
  await db.execute(sql`
    insert into notes (project_id, id, user_id, x, y, text)
    select ${projectId}, gen_random_uuid(), ${userId}, 0, 0, 'note' from generate_series(1, ${notes}::int) n`)
}

/** Notes how many rows of each table a transaction removes, from now on. */
export async function watchRemovals(db: SystemDatabase): Promise<{ largest(): Promise<Record<string, number>> }> {
  await db.execute(sql`create table removals (transaction xid8, name text, rows int)`)
  await db.execute(sql`create function note_removal() returns trigger language plpgsql as $$
    begin
      insert into removals select pg_current_xact_id(), tg_table_name, count(*) from gone;
      return null;
    end $$`)
  await db.execute(sql`do $$
    declare name text;
    begin
      for name in select table_name from information_schema.columns where table_schema = 'public' and column_name = 'user_id' loop
        execute format('create trigger note_removal after delete on %I referencing old table as gone for each statement execute function note_removal()', name);
      end loop;
    end $$`)
  return {
    async largest() {
      const { rows } = await query<{ name: string; largest: number }>(
        db,
        { name: 'string', largest: 'number' },
        sql`select name, max(rows)::int as largest from (
          select name, sum(rows) as rows from removals group by name, transaction) each where rows > 0 group by name`,
      )
      return Object.fromEntries(rows.map(({ name, largest }) => [name, largest]))
    },
  }
}
