import { sql } from 'drizzle-orm'
import type { SlotPlace } from '#contract/compact-card.ts'
import type { Querier } from '../../db/database.ts'

type Row = { generation_id: string; sheet_id: string | null; sheet_slot: number | null }

/** Where the images of cards lie in the sheets, in their order, by the card's id. */
export async function slotsOfCards(
  db: Querier,
  cardIds: readonly string[],
  sheets: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, (SlotPlace | null)[]>> {
  const { rows } = await db.execute<Row>(sql`
    select generation_id, sheet_id, sheet_slot from generated_images
    where generation_id = any(${`{${cardIds.join(',')}}`}::uuid[]) order by generation_id, order_num`)
  const slotOf = ({ sheet_id: sheetId, sheet_slot: slot }: Row): SlotPlace | null => {
    const sheet = sheetId === null ? undefined : sheets.get(sheetId)
    return sheet === undefined || slot === null ? null : [sheet, slot]
  }
  return new Map([...Map.groupBy(rows, (row) => row.generation_id)].map(([id, images]) => [id, images.map(slotOf)]))
}
