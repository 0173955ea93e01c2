import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PurseShape } from '#contract/programs/purse.ts'
import { parseName } from '#domain/agents/card-names.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '../db/refusal.ts'
import { generatedImages, generations } from '../db/schema/generations.ts'
import { liesInArea } from '../db/sql/lies-in-area.ts'
import { purseOf, type Seeker } from './agent-purse.ts'

/** Where a token looks. */
const seen = (purse: PurseShape | null) =>
  purse ? `in the purse ${JSON.stringify(purse.name)}, which is all that this token can see` : 'that this token can see'
const noCard = (written: string, purse: PurseShape | null) => ({
  code: 'not-found' as const,
  message: `There is no card ${JSON.stringify(written)} ${seen(purse)}. read_board lists the cards with their names.`,
})
const noImage = (written: string, purse: PurseShape | null) => ({
  code: 'not-found' as const,
  message: `There is no image ${JSON.stringify(written)} ${seen(purse)}. Name it like 1a2b3c4d.2: the card, and its place from 1 to 4.`,
})
const ambiguous = (written: string) => ({
  code: 'conflict' as const,
  message: `Several cards begin with ${JSON.stringify(written)}. Use the whole id.`,
})

/** Finds a card that is named by its id or its short name, among those that the token sees and that are not in the trash. */
export async function findCard(
  caller: Seeker,
  written: string,
  place: 'on-board' | 'in-trash' = 'on-board',
): AsyncResult<{ readonly id: string; readonly projectId: string }> {
  const { deps, userId } = caller
  const bound = await purseOf(caller)
  if (!bound.ok) return bound
  const purse = bound.value
  const named = parseName(written)
  if (!named || (named.by === 'name' && named.place !== null)) return failure(noCard(written, purse))
  const isNamed =
    named.by === 'id'
      ? eq(generations.id, named.id)
      : sql`${generations.id} between ${named.first}::uuid and ${named.last}::uuid`
  const found = await deps.db
    .select({ id: generations.id, projectId: generations.projectId })
    .from(generations)
    .where(
      and(
        isNamed,
        eq(generations.userId, userId),
        place === 'on-board' ? isNull(generations.deletedAt) : sql`${generations.deletedAt} is not null`,
        purse ? liesInArea(purse) : undefined,
      ),
    )
    .limit(2)
  const [card] = found
  if (!card) return failure(noCard(written, purse))
  return found.length > 1 ? failure(ambiguous(written)) : success(card)
}

/** Finds an image that is named by its id, or by the short name of its card and its place. */
export async function findNamedImage(
  caller: Seeker,
  written: string,
): AsyncResult<{ readonly id: string; readonly cardId: string; readonly projectId: string }> {
  const { deps, userId } = caller
  const bound = await purseOf(caller)
  if (!bound.ok) return bound
  const purse = bound.value
  const named = parseName(written)
  if (!named || (named.by === 'name' && named.place === null)) return failure(noImage(written, purse))
  const isNamed =
    named.by === 'id'
      ? eq(generatedImages.id, named.id)
      : and(
          sql`${generations.id} between ${named.first}::uuid and ${named.last}::uuid`,
          eq(generatedImages.orderNum, named.place ?? 0),
        )
  const found = await deps.db
    .select({ id: generatedImages.id, cardId: generations.id, projectId: generations.projectId })
    .from(generatedImages)
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .where(
      and(
        isNamed,
        eq(generations.userId, userId),
        isNull(generations.deletedAt),
        purse ? liesInArea(purse) : undefined,
      ),
    )
    .limit(2)
  const [image] = found
  if (!image) return failure(noImage(written, purse))
  return found.length > 1 ? failure(ambiguous(written)) : success(image)
}
