import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { SharedBoardShape, SharedCardShape, SharedImageShape } from '#contract/shared-board.ts'
import { sharedCards } from '#domain/sharing/shared-cards.ts'
import type { Database, Querier } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { listComments } from './comment-rows.ts'
import type { OpenShare } from './open-share.ts'

type ImageRow = {
  id: string
  generation_id: string
  order_num: number
  width: number
  height: number
  average_color: string | null
  likes: number
  is_yours: boolean
}

async function selectCards(db: Querier, { projectId, userId, generationId }: OpenShare) {
  const rows = await db
    .select()
    .from(generations)
    .where(and(eq(generations.projectId, projectId), eq(generations.userId, userId), isNull(generations.deletedAt)))
    .orderBy(asc(generations.createdAt), asc(generations.id))
  const cards = rows.map((row) => ({
    row,
    id: row.id,
    parentId: row.parentGenerationId,
    parentImageId: row.parentImageId,
  }))
  return sharedCards(cards, generationId)
}

async function selectImages(db: Querier, share: OpenShare): Promise<Map<string, SharedImageShape[]>> {
  const visitorId = share.visitor?.id ?? null
  const { rows } = await db.execute<ImageRow>(sql`
    select images.id, generation_id, order_num, width, height, average_color, coalesce(votes.likes, 0) as likes,
      coalesce(votes.is_yours, false) as is_yours
    from generated_images images join generations cards on cards.id = images.generation_id
    left join (
      select image_id, count(*)::int as likes, coalesce(bool_or(visitor_id = ${visitorId}::uuid), false) as is_yours
      from share_likes where share_id = ${share.id} group by image_id
    ) votes on votes.image_id = images.id
    where cards.project_id = ${share.projectId} and cards.user_id = ${share.userId} and cards.deleted_at is null
      and images.status = 'completed' and images.storage_key is not null
    order by generation_id, order_num`)
  const byCard = Map.groupBy(rows, (row) => row.generation_id)
  return new Map([...byCard].map(([id, images]) => [id, images.map(presentImage)]))
}

const presentImage = (row: ImageRow): SharedImageShape => ({
  id: row.id,
  orderNum: row.order_num,
  width: row.width,
  height: row.height,
  averageColor: row.average_color,
  likes: row.likes,
  isLikedByYou: row.is_yours,
})

/** What a link shows, field by field; the words of prompts only where the link shows them. */
export function readSharedBoard(
  { db, registry }: { readonly db: Database; readonly registry: ModelRegistry },
  share: OpenShare,
): Promise<SharedBoardShape> {
  return db.transaction(
    async (tx) => {
      const cards = await selectCards(tx, share)
      const images = await selectImages(tx, share)
      const comments = await listComments(tx, share.id)
      const presented = cards.map(({ row, parentId, parentImageId }): SharedCardShape => {
        const words = share.showsPrompts
          ? { prompt: row.prompt, style: row.style?.title ?? null, seed: row.seed }
          : { prompt: null, style: null, seed: null }
        return {
          id: row.id,
          parentGenerationId: parentId,
          parentImageId,
          branchKind: row.branchKind,
          ...words,
          model: registry.find(row.model)?.name ?? row.model,
          aspectRatio: row.aspectRatio,
          resolution: row.resolution,
          rawMode: row.rawMode,
          canvasX: row.canvasX,
          canvasY: row.canvasY,
          createdAt: row.createdAt.toISOString(),
          images: images.get(row.id) ?? [],
        }
      })
      const shown = new Set(presented.flatMap((card) => card.images.map(({ id }) => id)))
      return {
        id: share.id,
        title: share.showsPrompts ? share.title : null,
        ownerName: share.ownerName,
        scope: share.generationId === null ? 'project' : 'branch',
        showsPrompts: share.showsPrompts,
        expiresAt: share.expiresAt,
        visitorName: share.visitor?.name ?? null,
        cards: presented,
        comments: comments.filter(({ imageId }) => shown.has(imageId)),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
