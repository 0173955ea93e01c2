import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import type { TestClient } from '#server-testing/test-client.ts'

/** The most changes of one batch. */
const most = 500
const turns = 9

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Moves one card of a board, and so many as go in a batch, by turns.
 * @returns Medians in milliseconds, and how many times longer the batch takes.
 */
export async function measureMoves(db: Database, client: TestClient, project: string) {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from generations where project_id = ${project} limit ${most}`,
  )
  const move = async (ids: readonly string[]): Promise<number> => {
    const changes = ids.map((generationId, index) => ({
      id: randomUUID(),
      kind: 'place',
      generationId,
      canvasX: Math.round(Math.random() * 1e4),
      canvasY: index,
    }))
    const startedAt = performance.now()
    const { status } = await client.send('POST', `/api/projects/${project}/changes`, { changes })
    if (status !== 200) throw new Error(`Moving ${ids.length} cards answered ${status}.`)
    return performance.now() - startedAt
  }
  const ids = rows.map(({ id }) => id)
  const took: { one: number; batch: number }[] = []
  for (let turn = 0; turn < turns; turn++) took.push({ one: await move(ids.slice(0, 1)), batch: await move(ids) })
  const one = median(took.map((each) => each.one))
  const batch = median(took.map((each) => each.batch))
  return {
    'one moved ms': Math.round(one),
    [`${most} moved ms`]: Math.round(batch),
    times: Number((batch / one).toFixed(1)),
  }
}
