import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TrashItemShape } from '#contract/board/trash.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { runOnce } from '#server/background/runner.ts'
import { packTask } from '#server/features/sheets/pack-sheets.ts'
import { originalKey } from '#server/pictures/picture-keys.ts'
import { createThumbnailer } from '#server/pictures/thumbnailer.ts'
import type { Storage } from '#server/storage/storage.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { unlimited } from '#server-testing/unlimited.ts'
import { purgeTask } from './purge-task.ts'

const context = withTestServer()
let ada: TestClient
let bob: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
})

const execute = (query: ReturnType<typeof sql>) => context.server.database.system.execute(query)
const listTrash = async (query = '', client = ada) =>
  (await client.send<{ items: TrashItemShape[] }>('GET', `/api/trash${query}`)).body.items
const make = async (input: Parameters<TestClient['generate']>[0]) => ada.settled(await ada.generate(input))
const remove = (card: GenerationShape) => ada.send('DELETE', `/api/generations/${card.id}`)

/** A card, its branch, and a branch of that. */
async function tree() {
  const root = await make({ prompt: 'root' })
  const middle = await make({ prompt: 'middle', parentGenerationId: root.id })
  const leaf = await make({ prompt: 'leaf', parentGenerationId: middle.id })
  return { projectId: root.projectId, root, middle, leaf }
}

describe('the trash', () => {
  it('lists each branch under the card that was deleted, newest first', async () => {
    const { projectId, root, middle, leaf } = await tree()
    await remove(leaf)
    await remove(root)
    const items = await listTrash(`?projectId=${projectId}`)
    expect(items).toMatchObject([
      { generationId: root.id, prompt: 'root', cardCount: 2, imageCount: 8, thumbnailImageId: root.images[0]?.id },
      { generationId: leaf.id, prompt: 'leaf', cardCount: 1, imageCount: 4, thumbnailImageId: leaf.images[0]?.id },
    ])
    expect(items.map((item) => Date.parse(item.expiresAt) - Date.parse(item.deletedAt))).toEqual(
      Array(2).fill(30 * 86_400_000),
    )
    expect((await ada.raw('GET', `/api/images/${root.images[0]?.id}/file?size=64`)).status).toBe(200)
    await ada.send('POST', `/api/generations/${root.id}/restore`)
    expect((await listTrash(`?projectId=${projectId}`)).map((item) => item.generationId)).toEqual([leaf.id])
    const board = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    expect(board.body.items).toEqual([middle, root])
  })

  it('restores a branch whose parent is still in it, at its old place; the connector returns with the parent', async () => {
    const { projectId, root, leaf } = await tree()
    await remove(leaf)
    await remove(root)
    await ada.send('POST', `/api/generations/${leaf.id}/restore`)
    const board = async () =>
      (await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)).body.items
    expect(await board()).toEqual([leaf])
    await ada.send('POST', `/api/generations/${root.id}/restore`)
    expect((await board()).length).toBe(3)
  })

  it('is listed page by page, each branch once, also those that were deleted at the same time', async () => {
    const carol = await signUp(context.server)
    const { projectId } = await carol.settled(await carol.generate({ prompt: 'kept' }))
    await execute(sql`
      insert into generations (user_id, project_id, prompt, model, image_prompts, conversation_history, aspect_ratio, resolution,
        raw_mode, seed, canvas_x, canvas_y, price, deleted_at)
      select user_id, project_id, 'gone ' || n, model, '[]', '[]', aspect_ratio, resolution, raw_mode, seed, n, n, 0,
        date_trunc('second', now()) - (n / 3) * interval '1 second'
      from generations, generate_series(1, 120) n where project_id = ${projectId}`)
    for (const query of [`?projectId=${projectId}`, '?']) {
      const pages: TrashItemShape[][] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const path: string = `/api/trash${query}${cursor && `&cursor=${cursor}`}`
        const reply = await carol.send<{ items: TrashItemShape[]; nextCursor: string | null }>('GET', path)
        pages.push(reply.body.items)
        cursor = reply.body.nextCursor
      }
      expect(pages.map((page) => page.length)).toEqual([50, 50, 20])
      const all = pages.flat()
      expect(new Set(all.map(({ generationId }) => generationId)).size).toBe(120)
      const times = all.map(({ deletedAt }) => deletedAt)
      expect(times).toEqual(times.toSorted().reverse())
    }
    expect((await carol.send('GET', '/api/trash?cursor=x')).status).toBe(400)
  })

  it('is separate for each user', async () => {
    const { projectId, root } = await tree()
    await remove(root)
    expect(await listTrash('', bob)).toEqual([])
    expect((await bob.send('GET', `/api/trash?projectId=${projectId}`)).status).toBe(404)
    expect((await ada.send('GET', '/api/trash?projectId=x')).status).toBe(400)
    expect((await ada.send('GET', '/api/trash', undefined, { cookie: '' })).status).toBe(401)
    await ada.send('DELETE', `/api/projects/${projectId}`)
    expect((await listTrash()).some((item) => item.projectId === projectId)).toBe(false)
  })
})

describe('the trash after 30 days', () => {
  const age = (table: ReturnType<typeof sql>, id: string) =>
    execute(sql`update ${table} set deleted_at = deleted_at - interval '30 days 1 minute' where id = ${id}`)
  const dueNow = () => execute(sql`update unused_files set remove_after = now() - interval '1 second'`)
  const emptyTrash = async (storage: Storage = context.server.storage) => {
    await runOnce(purgeTask({ db: context.server.database.system, storage }))
    await dueNow()
    await runOnce(purgeTask({ db: context.server.database.system, storage }))
  }
  const pack = () =>
    runOnce(
      packTask(
        {
          db: context.server.database.system,
          storage: context.server.storage,
          thumbnailer: createThumbnailer(context.server.storage, unlimited),
          newId: randomUUID,
        },
        { restSeconds: -1 },
      ),
    )
  const filesOf = async (...cards: GenerationShape[]) => {
    const names = await readdir(context.server.folder, { recursive: true })
    return names.filter((name) => cards.some((card) => card.images.some((image) => name.includes(image.id))))
  }
  const sheetFiles = async () =>
    (await readdir(context.server.folder, { recursive: true })).filter((name) => name.endsWith('.jpg'))

  it('purges a branch with its files, and nothing else', async () => {
    const { root, middle, leaf } = await tree()
    await remove(middle)
    const kept = await filesOf(root)
    await execute(sql`update generations set deleted_at = deleted_at - interval '29 days'`)
    await emptyTrash()
    expect((await filesOf(middle, leaf)).length).toBe(2 * 4 * 4)
    for (const { id } of [middle, leaf]) await age(sql`generations`, id)
    await emptyTrash()
    expect(await filesOf(middle, leaf)).toEqual([])
    expect(await filesOf(root)).toEqual(kept)
    expect((await ada.send('POST', `/api/generations/${middle.id}/restore`)).status).toBe(404)
    expect((await ada.raw('GET', `/api/images/${middle.images[0]?.id}/file`)).status).toBe(404)
    expect((await ada.raw('GET', `/api/images/${root.images[0]?.id}/file`)).status).toBe(200)
    expect((await execute(sql`select 1 from jobs where generation_id = ${leaf.id}`)).rows).toEqual([])
  })

  it('purges a project with all its cards, sheets and files', async () => {
    const { projectId, root, middle } = await tree()
    await pack()
    await remove(middle)
    await ada.send('DELETE', `/api/projects/${projectId}`)
    const before = await sheetFiles()
    await age(sql`projects`, projectId)
    await emptyTrash()
    expect(await filesOf(root, middle)).toEqual([])
    expect((await execute(sql`select 1 from generations where project_id = ${projectId}`)).rows).toEqual([])
    expect((await sheetFiles()).length).toBe(before.length - 2)
    expect((await ada.send('POST', `/api/projects/${projectId}/restore`)).status).toBe(404)
  })

  it('keeps a sheet as long as one of its images exists', async () => {
    const { root, middle } = await tree()
    await pack()
    const [sheet] = (await execute(sql`select sheet_id from generated_images where generation_id = ${root.id} limit 1`))
      .rows
    await remove(middle)
    await age(sql`generations`, middle.id)
    await emptyTrash()
    expect((await ada.raw('GET', `/api/sheets/${sheet?.sheet_id}`)).status).toBe(200)
    await remove(root)
    await execute(
      sql`update generations set deleted_at = now() - interval '31 days' where project_id = ${root.projectId}`,
    )
    await emptyTrash()
    expect((await ada.raw('GET', `/api/sheets/${sheet?.sheet_id}`)).status).toBe(404)
  })

  it('continues the removal of files at the next start after a crash', async () => {
    const root = await make({ prompt: 'cut off' })
    await remove(root)
    await age(sql`generations`, root.id)
    await runOnce(purgeTask({ db: context.server.database.system, storage: context.server.storage }))
    expect((await filesOf(root)).length).toBe(16)
    await dueNow()
    let removed = 0
    const dying: Storage = {
      ...context.server.storage,
      async remove(key) {
        if (removed === 5) throw new Error('the server has died')
        // A file that never existed is removed as well, and is not counted.
        if ((await context.server.storage.size(key)) !== null) removed += 1
        await context.server.storage.remove(key)
      },
    }
    await expect(runOnce(purgeTask({ db: context.server.database.system, storage: dying }))).rejects.toThrow('died')
    expect((await filesOf(root)).length).toBe(11)
    await runOnce(purgeTask({ db: context.server.database.system, storage: context.server.storage }))
    expect(await filesOf(root)).toEqual([])
    expect((await execute(sql`select 1 from unused_files`)).rows).toEqual([])
  })

  it('keeps a branch that was restored in time', async () => {
    const root = await make({ prompt: 'saved' })
    await remove(root)
    await execute(sql`update generations set deleted_at = deleted_at - interval '29 days' where id = ${root.id}`)
    await ada.send('POST', `/api/generations/${root.id}/restore`)
    await emptyTrash()
    expect(await context.server.storage.size(originalKey(root.images[0]?.id ?? '', 1))).toBeGreaterThan(0)
  })

  it('restores neither a branch nor a project after 30 days, when a part of it may be gone', async () => {
    const { projectId, root, middle } = await tree()
    await remove(middle)
    await execute(
      sql`update generations set deleted_at = deleted_at - interval '31 days' where project_id = ${projectId}`,
    )
    expect(await listTrash(`?projectId=${projectId}`)).toEqual([])
    expect((await ada.send('POST', `/api/generations/${middle.id}/restore`)).status).toBe(404)
    await ada.send('DELETE', `/api/projects/${projectId}`)
    await age(sql`projects`, projectId)
    expect((await ada.send('POST', `/api/projects/${projectId}/restore`)).status).toBe(404)
    expect((await ada.send('GET', `/api/generations/${root.id}`)).status).toBe(404)
  })
})
