import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { SystemDatabase } from '#server/db/database.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { originalKey } from '#server/pictures/picture-keys.ts'
import type { Storage } from '#server/storage/storage.ts'
import { inspectBytes } from '#server-testing/inspect-bytes.ts'

/** The findings of a drill. All but the first four must be empty or 0, and `paid` must equal `owed`. */
export type Findings = {
  readonly generations: number
  readonly completed: number
  readonly providerCalls: number
  /** Failed images, each with the name of a failure. */
  readonly failed: readonly string[]
  readonly unfinished: number
  readonly unnamedFailures: number
  readonly jobsLeft: number
  readonly doubledPrompts: readonly string[]
  readonly wrongImageCounts: number
  readonly undecodable: readonly string[]
  /** Calls of the provider for a picture that was stored already. */
  readonly repeatedCalls: readonly string[]
  /** Broken rules of the ledger. */
  readonly ledgerFaults: readonly string[]
  /** Completed images that are not paid exactly once, at their price; failed ones that are paid. */
  readonly wronglyPaid: readonly string[]
  /** Hundredths of a credit that are still held. */
  readonly held: number
  /** The total paid, and the total price of the completed images. */
  readonly paid: number
  readonly owed: number
}

/** What was paid and is still held for each image, compared with its price. */
async function inspectMoney(db: SystemDatabase) {
  const { rows } = await db.execute<{ id: string; status: string; price: number; paid: string; held: string }>(sql`
    select images.id, images.status, cards.price / 4 as price,
      coalesce(-sum(holds.amount) filter (where ends.kind = 'settlement'), 0) as paid,
      coalesce(-sum(holds.amount) filter (where ends.id is null), 0) as held
    from generated_images images join generations cards on cards.id = images.generation_id
    left join credit_entries holds on holds.image_id = images.id and holds.kind = 'hold'
    left join credit_entries ends on ends.closes = holds.id
    group by images.id, images.status, cards.price`)
  const owedFor = ({ status, price }: { status: string; price: number }) => (status === 'completed' ? price : 0)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    ledgerFaults: (await checkLedger(db)).map(({ rule, ids }) => `${rule}: ${ids.join(' ')}`),
    wronglyPaid: rows.filter((row) => Number(row.paid) !== owedFor(row)).map(({ id }) => id),
    held: sum(rows.map(({ held }) => Number(held))),
    paid: sum(rows.map(({ paid }) => Number(paid))),
    owed: sum(rows.map(owedFor)),
  }
}

type ImageRow = {
  id: string
  order_num: number
  status: string
  attempt: number
  error_code: string | null
  storage_key: string | null
  prompt: string
}

/** Prompt and order number of every image, with the calls that came after its file was stored. */
async function findRepeatedCalls(
  diary: string,
  images: readonly ImageRow[],
): Promise<{ calls: number; repeated: string[] }> {
  const lines = (await readFile(diary, 'utf8')).trim().split('\n')
  const storedAs = new Map(
    images.map((image) => [originalKey(image.id, image.attempt), `${image.prompt}#${image.order_num}`]),
  )
  const stored = new Set<string>()
  const repeated: string[] = []
  for (const line of lines) {
    const [verb = '', rest = ''] = [line.slice(0, 6), line.slice(7)]
    if (verb === 'stored') stored.add(storedAs.get(rest) ?? rest)
    else if (stored.has(rest)) repeated.push(rest)
  }
  return { calls: lines.filter((line) => line.startsWith('called')).length, repeated }
}

export async function inspectAfterwards(left: {
  db: SystemDatabase
  storage: Storage
  diary: string
}): Promise<Findings> {
  const { db, storage } = left
  const images = (
    await db.execute<ImageRow>(sql`
      select images.id, order_num, status, attempt, error_code, storage_key, generations.prompt
      from generated_images images join generations on generations.id = images.generation_id`)
  ).rows
  const jobs = await db.execute<{ count: string }>(sql`select count(*) from jobs where state in ('queued', 'running')`)
  const byPrompt = Map.groupBy(images, (image) => image.prompt)
  const undecodable: string[] = []
  for (const image of images.filter(({ status }) => status === 'completed')) {
    const bytes = image.storage_key === null ? null : await storage.get(image.storage_key)
    const picture = bytes ? await inspectBytes(bytes).catch(() => null) : null
    if (picture?.width !== 1024) undecodable.push(image.id)
  }
  const { calls, repeated } = await findRepeatedCalls(left.diary, images)
  const failed = images.filter(({ status }) => status === 'failed')
  return {
    generations: byPrompt.size,
    completed: images.filter(({ status }) => status === 'completed').length,
    providerCalls: calls,
    failed: failed.map((image) => `${image.prompt}#${image.order_num}: ${image.error_code}`),
    unfinished: images.filter(({ status }) => status !== 'completed' && status !== 'failed').length,
    unnamedFailures: failed.filter((image) => image.error_code === null).length,
    jobsLeft: Number(jobs.rows[0]?.count),
    doubledPrompts: [...byPrompt]
      .filter(([, list]) => new Set(list.map((image) => image.order_num)).size !== list.length)
      .map(([prompt]) => prompt),
    wrongImageCounts: [...byPrompt.values()].filter((list) => list.length !== 4).length,
    undecodable,
    repeatedCalls: repeated,
    ...(await inspectMoney(db)),
  }
}
