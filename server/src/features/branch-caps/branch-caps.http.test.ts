import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BranchCapShape, maxCapsOfProject } from '#contract/money/branch-cap.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import type { Transaction } from '../../db/database.ts'
import { branchCaps } from '../../db/schema/branch-caps.ts'
import { generations } from '../../db/schema/generations.ts'
import { listBranchCaps } from './branch-caps.ts'
import { capRefusal } from './cap-refusal.ts'

const context = withTestServer({ variables: { SKETCH_CREDITS: '2' } })

let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

/** A chain of cards without images, each the child of the one before. Returns the project and the ids, the root first. */
async function chainOf(length: number) {
  const { projectId } = await ada.generate({ prompt: 'root' })
  const ids = Array.from({ length }, () => randomUUID())
  await context.server.database.system.insert(generations).values(
    ids.map((id, place) => ({
      id,
      userId: ada.userId,
      projectId,
      parentGenerationId: ids[place - 1] ?? null,
      prompt: 'step',
      model: 'sketch',
      imagePrompts: [],
      conversationHistory: [],
      aspectRatio: '1:1' as const,
      resolution: '1K' as const,
      rawMode: false,
      seed: 1,
      canvasX: 0,
      canvasY: 900 * place,
      price: 0,
    })),
  )
  return { projectId, ids }
}

/** Runs the work in a transaction and counts the statements that it sends. */
async function countStatements<Value>(work: (tx: Transaction) => Promise<Value>) {
  let count = 0
  const value = await context.server.database.system.transaction((tx) =>
    work(
      new Proxy(tx, {
        get(target, name) {
          if (name === 'execute' || name === 'select') count++
          const found: unknown = Reflect.get(target, name)
          return typeof found === 'function' ? found.bind(target) : found
        },
      }),
    ),
  )
  return { value, count }
}

const setCap = (id: string, most: number) => ada.send<BranchCapShape>('PUT', `/api/generations/${id}/cap`, { most })

describe('the caps on a long chain of cards', () => {
  it('are summed in one statement, whatever their number', async () => {
    const { projectId, ids } = await chainOf(300)
    const capped = ids.filter((_, place) => place % 6 === 0)
    await context.server.database.system
      .insert(branchCaps)
      .values(capped.map((generationId) => ({ generationId, projectId, userId: ada.userId, most: 1_000 })))
    const asked = await countStatements((tx) => capRefusal(tx, { generationId: ids.at(-1) ?? '', price: 100 }))
    expect(asked).toEqual({ value: null, count: 2 })
    const listed = await countStatements((tx) => listBranchCaps(tx, { userId: ada.userId, projectId }))
    expect(listed.value.ok && listed.value.value.items).toHaveLength(capped.length)
    expect(listed.count).toBeLessThanOrEqual(4)
  })

  it('count a card in every branch that contains it', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'root' }))
    const child = await ada.settled(
      await ada.generate({ prompt: 'child', parentGenerationId: root.id, projectId: root.projectId }),
    )
    const leaf = await ada.settled(
      await ada.generate({ prompt: 'leaf', parentGenerationId: child.id, projectId: root.projectId }),
    )
    const beside = await ada.settled(
      await ada.generate({ prompt: 'beside', parentGenerationId: root.id, projectId: root.projectId }),
    )
    for (const { id } of [root, child, leaf, beside]) await setCap(id, 9_000)
    const { body } = await ada.send<{ items: BranchCapShape[] }>('GET', `/api/projects/${root.projectId}/branch-caps`)
    expect(new Map(body.items.map(({ generationId, spent }) => [generationId, spent]))).toEqual(
      new Map([
        [root.id, 3_200],
        [child.id, 1_600],
        [leaf.id, 800],
        [beside.id, 800],
      ]),
    )
  })

  it('are refused beyond the limit of a project, and can still be changed', async () => {
    const { ids } = await chainOf(maxCapsOfProject + 1)
    for (const id of ids.slice(0, maxCapsOfProject)) expect((await setCap(id, 100)).status).toBe(200)
    const refused = await setCap(ids[maxCapsOfProject] ?? '', 100)
    expect([refused.status, refused.body]).toEqual([
      413,
      {
        code: 'too-large',
        message: `This project has ${maxCapsOfProject} capped branches, which is the most there can be. Remove a cap first.`,
      },
    ])
    expect((await setCap(ids[0] ?? '', 200)).status).toBe(200)
  })
})
