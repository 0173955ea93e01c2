import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import { imageSeed, maxSeed } from '#domain/generation/seed.ts'
import type { SystemDatabase, Transaction } from '../db/database.ts'
import { appendEvents } from '../events/append-events.ts'
import { projectChanged } from '../features/projects/project-changed.ts'
import { originalKey } from '../pictures/picture-keys.ts'
import type { PlannedCard } from './plan-cards.ts'
import type { Random } from './prompts.ts'

/** The files that were written for an image. */
export type SeededImage = {
  readonly width: number
  readonly height: number
  readonly averageColor: string
  readonly byteSize: number
  readonly sheetId: string
  readonly slot: number
}
export type SeededCard = PlannedCard & { readonly id: string; readonly images: readonly SeededImage[] }

/** Rows in one statement. */
const batch = 500

async function insertBatch(
  tx: Transaction,
  { userId, projectId }: { userId: UserId; projectId: string },
  rows: readonly object[],
): Promise<void> {
  const cards = JSON.stringify(rows)
  await tx.execute(sql`
    insert into generations (id, user_id, project_id, parent_generation_id, parent_image_id, branch_kind, prompt, model,
      image_prompts, conversation_history, aspect_ratio, resolution, raw_mode, seed, canvas_x, canvas_y, is_collapsed, price, created_at)
    select id, ${userId}, ${projectId}, parent, parent_image, kind, prompt, model, '[]', '[]', ratio, '1K', false, seed, x, y,
      collapsed, 0, now() - age * interval '1 minute'
    from jsonb_to_recordset(${cards}::jsonb) as card(id uuid, parent uuid, parent_image uuid, kind text, prompt text, model text,
      ratio text, seed int, x float8, y float8, collapsed boolean, age int)`)
  await tx.execute(sql`
    insert into generated_images (id, user_id, generation_id, order_num, status, seed, width, height, average_color, storage_key,
      media_type, byte_size, warnings, created_at, completed_at, sheet_id, sheet_slot)
    select image.id, ${userId}, card.id, image.place, 'completed', image.seed, image.width, image.height, image.color,
      image.key, 'image/jpeg', image.bytes, '[]', now() - age * interval '1 minute', now() - age * interval '1 minute',
      image.sheet, image.slot
    from jsonb_to_recordset(${cards}::jsonb) as card(id uuid, age int, images jsonb),
      jsonb_to_recordset(card.images) as image(id uuid, place int, seed int, width int, height int, color text, key text,
        bytes int, sheet uuid, slot int)
    order by age desc, image.place`)
  await tx.execute(sql`
    insert into image_feedback (image_id, feedback_type, user_id)
    select image.id::uuid, 'like', ${userId} from jsonb_to_recordset(${cards}::jsonb) as card(liked jsonb),
      jsonb_array_elements_text(card.liked) as image(id)`)
}

/** Commits a project with its cards at once: a partial one is never visible. Open browsers get an event. */
export function insertSeededProject(
  db: SystemDatabase,
  project: { userId: UserId; projectId: string; title: string },
  { cards, sheetIds, random }: { cards: readonly SeededCard[]; sheetIds: readonly string[]; random: Random },
): Promise<void> {
  const { userId, projectId } = project
  return db.transaction(async (tx) => {
    await tx.execute(sql`insert into projects (id, user_id, title) values (${projectId}, ${userId}, ${project.title})`)
    await tx.execute(sql`
      insert into thumbnail_sheets (id, user_id, project_id, slots)
      select id::uuid, ${userId}, ${projectId}, 400 from jsonb_array_elements_text(${JSON.stringify(sheetIds)}::jsonb) as list(id)`)
    for (let start = 0; start < cards.length; start += batch) {
      const rows = cards.slice(start, start + batch).map((card, index) => {
        const seed = Math.floor(random() * maxSeed)
        const parent = card.parent === null ? null : (cards[card.parent]?.id ?? null)
        return {
          id: card.id,
          parent,
          parent_image: parent && imageIdOf(parent, card.parentImage),
          kind: card.branchKind,
          prompt: card.prompt,
          model: card.model,
          ratio: card.ratio,
          seed,
          ...card.place,
          collapsed: card.isCollapsed,
          age: cards.length - start - index,
          liked: card.liked.map((place) => imageIdOf(card.id, place)),
          images: card.images.map((image, place) => ({
            id: imageIdOf(card.id, place),
            place,
            seed: imageSeed(seed, place),
            width: image.width,
            height: image.height,
            color: image.averageColor,
            key: originalKey(imageIdOf(card.id, place), 1),
            bytes: image.byteSize,
            sheet: image.sheetId,
            slot: image.slot,
          })),
        }
      })
      await insertBatch(tx, project, rows)
    }
    await appendEvents(tx, userId, [await projectChanged(tx, userId, projectId)])
  })
}
