import { type SQL, sql } from 'drizzle-orm'
import type { SharedCardShape, SharedImageShape } from '#contract/sharing/shared-board.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { type SharedNode, sharedCards } from '#domain/sharing/shared-cards.ts'
import type { HiddenCards } from '#server/cards/hidden-cards.ts'
import { type ModelNames, modelNameOf } from '#server/cards/present-generation.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import type { OpenShare } from './open-share.ts'
import { isInScope, isShownImage, shownParentImage } from './shown-scope.ts'

type Recipe = NonNullable<SharedCardShape['recipe']>

type CardRow = {
  id: string
  prompt: string
  /** Null where the words name none. */
  reference_names: string[] | null
  style: string | null
  seed: number
  model: string
  aspect_ratio: Recipe['aspectRatio']
  resolution: Recipe['resolution']
  raw_mode: boolean
  controls: Recipe['controls'] | null
  branch_kind: Recipe['branchKind']
  operation: Recipe['operation']
  canvas_x: number
  canvas_y: number
  created_at: string
  images: SharedImageShape[]
}

/** Reading this many takes a few milliseconds: no other request waits longer. */
export const cardsPerRead = 500

/** The condition that a card is not in the trash. */
export const live = sql`deleted_at is null`

type NodeRow = { id: string; parent: string | null; parent_image: string | null; is_live: boolean }

/** Reads the cards of a project that may be within a link, in the order of their creation. */
async function selectNodeRows(db: Querier, share: OpenShare, where: SQL): Promise<NodeRow[]> {
  const { rows } = await query<NodeRow>(
    db,
    { id: 'string', parent: 'string', parent_image: 'string', is_live: 'boolean' },
    sql`
    select id, parent_generation_id as parent, ${shownParentImage(share)} as parent_image, ${live} as is_live from generations
    where project_id = ${share.projectId} and user_id = ${share.userId} and ${where} and ${isInScope(share)}
    order by created_at, id`,
  )
  return rows
}

/** Selects the cards within a link. */
function nodesWithin({ scope }: OpenShare, rows: readonly NodeRow[]): readonly SharedNode[] {
  const nodes = rows.map(({ id, parent, parent_image }) => ({ id, parentId: parent, parentImageId: parent_image }))
  return sharedCards(nodes, scope.kind === 'branch' ? scope.generationId : null)
}

/** Reads the cards that a link shows, in the order of their creation. */
export const selectNodes = async (db: Querier, share: OpenShare): Promise<readonly SharedNode[]> =>
  nodesWithin(share, await selectNodeRows(db, share, live))

/** Reads the cards that a link shows, and the same together with those in the trash, by one statement. */
export async function selectNodesAndTrash(
  db: Querier,
  share: OpenShare,
): Promise<{ readonly shown: readonly SharedNode[]; readonly withTrash: readonly SharedNode[] }> {
  const rows = await selectNodeRows(db, share, sql`true`)
  const liveRows = rows.filter(({ is_live }) => is_live)
  return { shown: nodesWithin(share, liveRows), withTrash: nodesWithin(share, rows) }
}

/** The place of an image in its card. Starred ones are numbered without those between them: how many were not chosen is not shown. */
const shownPlace = ({ scope }: OpenShare): SQL =>
  scope.kind === 'starred' ? sql`row_number() over (order by order_num) - 1` : sql`order_num`

const selectCards = (ids: SQL, share: OpenShare) => sql`
  select cards.id, prompt,
    (select json_agg(named ->> 'name') from jsonb_array_elements(named_references) named) as reference_names, style ->> 'title' as style, seed, model, aspect_ratio, resolution, raw_mode, controls, branch_kind,
    edit ->> 'operation' as operation,
    canvas_x, canvas_y, created_at,
    (select coalesce(json_agg(json_build_object('id', shown.id, 'orderNum', shown.place, 'width', width, 'height', height,
        'averageColor', average_color, 'prompt', ${share.showsPrompts ? sql`drawn_prompt` : sql`null`}) order by shown.place), '[]')
      from (select images.*, ${shownPlace(share)} as place from generated_images images
        where images.generation_id = cards.id and ${isShownImage(share)}) shown) as images
  from generations cards where cards.id = any(${ids}) order by created_at, cards.id`

type Presenting = { readonly share: OpenShare; readonly registry: ModelNames; readonly hidden: HiddenCards }

const recipeOf = (row: CardRow, { registry, hidden }: Presenting): Recipe => ({
  prompt: promptOf(row, row.images[0] ?? {}),
  references: row.reference_names ?? [],
  style: row.style,
  seed: row.seed,
  model: hidden.get(row.id)?.alias ?? modelNameOf(row.model, registry),
  aspectRatio: row.aspect_ratio,
  resolution: row.resolution,
  rawMode: row.raw_mode,
  ...(row.controls && !hidden.has(row.id) && { controls: row.controls }),
  branchKind: row.branch_kind,
  operation: row.operation,
})

/** These cards, field by field: how they were made only where the link shows prompts, and no model that a race hides. */
export async function readCards(
  db: Querier,
  nodes: readonly SharedNode[],
  presenting: Presenting,
): Promise<SharedCardShape[]> {
  const { rows } = await query<CardRow>(
    db,
    {
      id: 'string',
      prompt: 'string',
      reference_names: 'json',
      style: 'string',
      seed: 'number',
      model: 'string',
      aspect_ratio: 'string',
      resolution: 'string',
      raw_mode: 'boolean',
      controls: 'json',
      branch_kind: 'string',
      operation: 'string',
      canvas_x: 'number',
      canvas_y: 'number',
      created_at: 'string',
      images: 'json',
    },
    selectCards(uuidArray(nodes.map(({ id }) => id)), presenting.share),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return nodes.flatMap(({ id, parentId, parentImageId }): SharedCardShape[] => {
    const row = byId.get(id)
    if (!row) return []
    return [
      {
        id,
        parentGenerationId: parentId,
        parentImageId,
        recipe: presenting.share.showsPrompts ? recipeOf(row, presenting) : null,
        canvasX: row.canvas_x,
        canvasY: row.canvas_y,
        createdAt: new Date(row.created_at).toISOString(),
        images: row.images,
      },
    ]
  })
}
