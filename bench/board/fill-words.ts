import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'

/** As many as a link takes: 5,000 comments and as many votes, by 100 visitors, on images of the whole project. */
export async function fillWords(db: Database, shareId: string): Promise<void> {
  await db.execute(sql`
    insert into share_visitors (user_id, share_id, name, token_hash)
    select user_id, id, 'Visitor ' || n, id || ' ' || n from shares, generate_series(1, 100) n where id = ${shareId}`)
  const said = sql`
    from (select images.id as image_id, row_number() over () as n from generated_images images
          join generations cards on cards.id = images.generation_id
          join shares on shares.project_id = cards.project_id and shares.id = ${shareId}
          order by md5(images.id::text) limit 5000) pictures
    join (select *, row_number() over (order by id) as n from share_visitors where share_id = ${shareId}) visitors
      on visitors.n = 1 + pictures.n % 100
    join shares on shares.id = ${shareId}`
  await db.execute(sql`
    insert into share_comments (user_id, project_id, share_id, visitor_id, image_id, x, y, text)
    select shares.user_id, shares.project_id, shares.id, visitors.id, image_id, 0.5, 0.5,
      'The light is what I mean, and it could come from the other side.' ${said}`)
  await db.execute(sql`
    insert into share_likes (user_id, project_id, share_id, visitor_id, image_id)
    select shares.user_id, shares.project_id, shares.id, visitors.id, image_id ${said}`)
  await db.execute(sql`vacuum analyze share_comments, share_likes, share_visitors`)
}
