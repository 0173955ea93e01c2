import { type SQL, sql } from 'drizzle-orm'
import type { CardFields, ImageSummary, SlotPlace } from '#contract/compact-card-text.ts'
import type { AspectRatio, Resolution } from '#domain/models/aspect-ratio.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

/** A card, and what `board_cards` says of its images. */
export type BoardRow = {
  id: string
  parent_generation_id: string | null
  parent_image_id: string | null
  branch_kind: CardFields['branchKind']
  prompt: string
  model: string
  style_id: string | null
  aspect_ratio: AspectRatio
  resolution: Resolution
  raw_mode: boolean
  seed: number
  canvas_x: number
  canvas_y: number
  is_collapsed: boolean
  price: number
  /** Off by some thousandths. */
  created_ms: number
  colours: string | null
  sheet_id: string | null
  sheet_slot: number | null
  slots: ([sheetId: string, slot: number] | null)[] | null
  /** As JSON. */
  unusual: string | null
}

/**
 * The rows of cards.
 * @param where About `cards`.
 * @param order About `cards`, with the words 'order by'.
 */
export const boardRows = (where: SQL, order: SQL) => sql`
  select cards.id, parent_generation_id, parent_image_id, branch_kind, prompt, model, style_id, aspect_ratio, resolution,
    raw_mode, seed, canvas_x, canvas_y, is_collapsed, price, date_part('epoch', created_at) * 1000 as created_ms,
    colours, sheet_id, sheet_slot, slots, unusual::text
  from generations cards left join board_cards on generation_id = cards.id where ${where} and deleted_at is null ${order}`

/** What leaves the server of a card itself. */
export function fieldsOf(row: BoardRow, registry: ModelRegistry): CardFields {
  return {
    id: row.id,
    parentGenerationId: row.parent_generation_id,
    parentImageId: row.parent_image_id,
    branchKind: row.branch_kind,
    prompt: row.prompt,
    model: registry.find(row.model)?.name ?? row.model,
    settings: {
      style: row.style_id,
      aspectRatio: row.aspect_ratio,
      resolution: row.resolution,
      rawMode: row.raw_mode,
      seed: row.seed,
    },
    canvasX: row.canvas_x,
    canvasY: row.canvas_y,
    isCollapsed: row.is_collapsed,
    price: row.price,
    createdMs: Math.round(row.created_ms),
  }
}

/** What the row says of its images; a card that has none is in no row of `board_cards`. */
export function summaryOf(row: BoardRow, sheets: ReadonlyMap<string, number>): ImageSummary {
  const placeOf = (sheetId: string, slot: number): SlotPlace | null => {
    const sheet = sheets.get(sheetId)
    return sheet === undefined ? null : [sheet, slot]
  }
  return {
    colours: row.colours ?? '',
    unusual: row.colours === null ? '[]' : row.unusual,
    first: row.sheet_id === null || row.sheet_slot === null ? null : placeOf(row.sheet_id, row.sheet_slot),
    slots: row.slots && JSON.stringify(row.slots.map((slot) => slot && placeOf(...slot))),
  }
}
