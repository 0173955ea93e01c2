import { type SQL, sql } from 'drizzle-orm'
import type { SharedBoardHeader, SharedCardShape, SharedImageShape } from '#contract/shared-board.ts'
import { sharedCards } from '#domain/sharing/shared-cards.ts'
import type { Database, Querier } from '../../db/database.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { WriteLine } from '../boards/read-board.ts'
import type { OpenShare } from './open-share.ts'

type Recipe = NonNullable<SharedCardShape['recipe']>

type CardRow = {
  id: string
  prompt: string
  style: string | null
  seed: number
  model: string
  aspect_ratio: Recipe['aspectRatio']
  resolution: Recipe['resolution']
  raw_mode: boolean
  branch_kind: Recipe['branchKind']
  canvas_x: number
  canvas_y: number
  created_at: string
  images: SharedImageShape[]
}

/** Reading and writing so many takes a few milliseconds: nobody else waits longer. */
const cardsPerLine = 500

async function selectNodes(db: Querier, { projectId, userId, generationId }: OpenShare) {
  const { rows } = await db.execute<{ id: string; parent: string | null; parent_image: string | null }>(sql`
    select id, parent_generation_id as parent, parent_image_id as parent_image from generations
    where project_id = ${projectId} and user_id = ${userId} and deleted_at is null order by created_at, id`)
  const nodes = rows.map(({ id, parent, parent_image }) => ({ id, parentId: parent, parentImageId: parent_image }))
  return sharedCards(nodes, generationId)
}

const selectCards = (ids: SQL) => sql`
  select cards.id, prompt, style ->> 'title' as style, seed, model, aspect_ratio, resolution, raw_mode, branch_kind,
    canvas_x, canvas_y, created_at,
    (select coalesce(json_agg(json_build_object('id', images.id, 'orderNum', order_num, 'width', width, 'height', height,
        'averageColor', average_color) order by order_num), '[]')
      from generated_images images
      where images.generation_id = cards.id and images.status = 'completed' and images.storage_key is not null) as images
  from generations cards where cards.id = any(${ids}) order by created_at, cards.id`

/** What a link shows, field by field; how cards were made only where the link shows prompts. */
export function readSharedBoard(
  { db, registry }: { readonly db: Database; readonly registry: ModelRegistry },
  share: OpenShare,
  write: WriteLine,
): Promise<void> {
  const recipeOf = (row: CardRow): Recipe => ({
    prompt: row.prompt,
    style: row.style,
    seed: row.seed,
    model: registry.find(row.model)?.name ?? row.model,
    aspectRatio: row.aspect_ratio,
    resolution: row.resolution,
    rawMode: row.raw_mode,
    branchKind: row.branch_kind,
  })
  return db.transaction(
    async (tx) => {
      // Compiling the statements takes longer than running them.
      await tx.execute(sql`set local jit = off`)
      const nodes = await selectNodes(tx, share)
      const header: SharedBoardHeader = {
        id: share.id,
        title: share.showsPrompts ? share.title : null,
        ownerName: share.ownerName,
        scope: share.generationId === null ? 'project' : 'branch',
        showsPrompts: share.showsPrompts,
        expiresAt: share.expiresAt,
        visitorName: share.visitor?.name ?? null,
        count: nodes.length,
      }
      if (!write(JSON.stringify(header))) return
      for (let from = 0; from < nodes.length; from += cardsPerLine) {
        const part = nodes.slice(from, from + cardsPerLine)
        const ids = sql`${`{${part.map(({ id }) => id).join(',')}}`}::uuid[]`
        const { rows } = await tx.execute<CardRow>(selectCards(ids))
        const byId = new Map(rows.map((row) => [row.id, row]))
        const cards = part.flatMap(({ id, parentId, parentImageId }): SharedCardShape[] => {
          const row = byId.get(id)
          if (!row) return []
          return [
            {
              id,
              parentGenerationId: parentId,
              parentImageId,
              recipe: share.showsPrompts ? recipeOf(row) : null,
              canvasX: row.canvas_x,
              canvasY: row.canvas_y,
              createdAt: new Date(row.created_at).toISOString(),
              images: row.images,
            },
          ]
        })
        if (!write(JSON.stringify(cards))) return
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
