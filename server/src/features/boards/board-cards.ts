import { type SQL, sql } from 'drizzle-orm'
import type { BoardHeader, CompactCardExtras } from '#contract/board/compact-board.ts'
import { broughtIn } from '#contract/board/compact-card.ts'
import { orderNumOf } from '#domain/generation/image-id.ts'
import { type AspectRatio, aspectRatios, type Resolution, resolutions } from '#domain/models/aspect-ratio.ts'
import type { ModelHider } from '#server/cards/hide-models.ts'
import { modelNameOf } from '#server/cards/present-generation.ts'
import type { Columns } from '#server/db/sql/query.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

/**
 * A card in pieces of its compact form (`contract/src/board/compact-board.ts`). PostgreSQL writes what depends on the card alone: for
 * 10,000 cards this takes PostgreSQL 5 ms more, and Node 40 ms less, than 21 columns that Node formats.
 */
export type BoardRow = {
  id: string
  parent_generation_id: string | null
  parent_image_id: string | null
  /** Ratio, resolution and model: there are few different ones. */
  kind: string
  /** From time to prompt. */
  head: string
  /** Seed and colors. */
  tail: string
  /** Extras, each with a comma before it. */
  extras: string
  sheet_id: string | null
  sheet_slot: number | null
  slots: ([sheetId: string, slot: number] | null)[] | null
}

export const boardRowColumns: Columns<BoardRow> = {
  id: 'string',
  parent_generation_id: 'string',
  parent_image_id: 'string',
  kind: 'string',
  head: 'string',
  tail: 'string',
  extras: 'string',
  sheet_id: 'string',
  sheet_slot: 'number',
  slots: 'json',
}

/**
 * The rows of cards. @param sinceMs The header's `since`, in milliseconds since 1970: a number, or an expression for it. @param
 * where About `cards`. @param order About `cards`, with the words 'order by'.
 */
export const boardRows = (sinceMs: number | SQL, { where, order }: { readonly where: SQL; readonly order: SQL }) => sql`
  select cards.id, parent_generation_id, parent_image_id, aspect_ratio || '|' || resolution || '|' || model as kind,
    (date_part('epoch', created_at) * 1000)::bigint - ${sinceMs}::bigint || ',' || canvas_x || ',' || canvas_y || ','
      || to_json(prompt)::text as head,
    seed || ',"' || coalesce(colours, '') || '"' as tail,
    concat(case when branch_kind is not null then ',"branchKind":"' || branch_kind || '"' end,
      case when written_prompt is not null then ',"writtenPrompt":' || to_json(written_prompt)::text end,
      case when improved_from is not null then ',"improvedFrom":' || to_json(improved_from)::text end,
      case when named_references is not null then ',"references":' || (
        select json_agg(json_build_object('name', sent -> 'name', 'versionId', sent -> 'versionId'))
        from jsonb_array_elements(named_references) sent)::text end,
      case when edit is not null then ',"edit":' || edit::text || ',"editRecord":' || edit_record::text end,
      case when is_collapsed then ',"isCollapsed":true' end,
      case when style_id is not null then ',"style":"' || style_id || '"' end,
      case when raw_mode then ',"rawMode":true' end,
      case when controls is not null then ',"controls":' || controls::text end,
      case when image_prompts <> '[]' then ',"imagePrompts":' || image_prompts::text end,
      case when style_references <> '[]' then ',"styleReferences":' || style_references::text end,
      case when made_by is not null then ',"madeBy":' || json_strip_nulls(json_build_object(
        'tokenId', made_by, 'name', made_by_name, 'purseId', purse_id, 'why', why))::text end,
      case when price <> 0 then ',"price":' || price end,
      case when generation_id is null then ',"images":[]' else ',"images":' || unusual::text end) as extras,
    sheet_id, sheet_slot, slots
  from generations cards left join board_cards on generation_id = cards.id where ${where} and deleted_at is null ${order}`

/** The parent's image by its position where its id follows from the parent's, else by its id. */
function parentImageText(parentId: string | null, imageId: string): string {
  const orderNum = parentId === null ? null : orderNumOf(parentId, imageId)
  return orderNum === null ? `,"parentImageId":"${imageId}"` : `,"parentImage":${orderNum}`
}

/** The `value` of the model of a row's kind. */
export const modelOfKind = (kind: string): string => kind.split('|').slice(2).join('|')

/** Formats lists of cards from their rows, and remembers which cards have been sent. */
export function createCardWriter({
  registry,
  header: { models, sheets: sheetIds },
  hider,
}: {
  readonly registry: ModelRegistry
  readonly header: BoardHeader
  readonly hider: ModelHider
}) {
  const places = new Map<string, number>()
  const sheets = new Map(sheetIds.map((id, place) => [id, place]))
  const kinds = new Map<string, string>()

  /** Model, ratio and resolution by their indexes in the lists. */
  function kindText(kind: string, alias: string | undefined): string {
    const known = alias === undefined ? kinds.get(kind) : undefined
    if (known !== undefined) return known
    const [ratio, resolution] = kind.split('|')
    const model = modelOfKind(kind)
    const name = alias ?? modelNameOf(model, registry)
    const place = name === null ? broughtIn : models.indexOf(name)
    const text = `${place},${aspectRatios.indexOf(ratio as AspectRatio)},${resolutions.indexOf(resolution as Resolution)}`
    if (alias === undefined) kinds.set(kind, text)
    return text
  }

  /** The extras of a card without what reveals the model that a race hides. */
  function hiddenExtras({ id, extras }: BoardRow): string {
    const hiddenModel = hider.limits(id)
    if (!hiddenModel) return extras
    const {
      price: _price,
      controls: _controls,
      images,
      ...others
    } = JSON.parse(`{${extras.slice(1)}}`) as CompactCardExtras
    const shown = images && { images: images.map((image) => image && hider.image(id, image)) }
    return `,${JSON.stringify({ ...others, ...shown, hiddenModel }).slice(1, -1)}`
  }

  function slotsText(slots: BoardRow['slots']): string {
    const placed = slots?.map((slot) => {
      const sheet = slot ? sheets.get(slot[0]) : undefined
      return slot && sheet !== undefined ? [sheet, slot[1]] : null
    })
    return placed?.some((slot) => slot !== null) ? `,"slots":${JSON.stringify(placed)}` : ''
  }

  function cardText(row: BoardRow): string {
    const { id, parent_generation_id: parentId, parent_image_id: parentImageId } = row
    const parent = parentId === null ? undefined : places.get(parentId)
    const sheet = row.sheet_id === null ? undefined : sheets.get(row.sheet_id)
    let extras = hiddenExtras(row)
    if (parentId !== null && parent === undefined) extras += `,"parentGenerationId":"${parentId}"`
    if (parentImageId !== null) extras += parentImageText(parentId, parentImageId)
    if (row.slots !== null) extras += slotsText(row.slots)
    return (
      `["${id}",${places.get(id)},${parent ?? -1},${row.head},${kindText(row.kind, hider.cards.get(id)?.alias)},${row.tail},` +
      `${sheet ?? -1},${sheet === undefined ? 0 : row.sheet_slot}${extras === '' ? '' : `,{${extras.slice(1)}}`}]`
    )
  }

  return {
    has: (id: string) => places.has(id),
    /** A list of cards as one line of JSON. */
    lineOf(rows: readonly BoardRow[]): string {
      for (const { id } of rows) places.set(id, places.size)
      return `[${rows.map(cardText).join(',')}]`
    },
  }
}
