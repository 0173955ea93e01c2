import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import init, { WasmReader } from '@contentauth/c2pa-wasm'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createBoardReader } from '#contract/board/board-reader.ts'
import type { CompactCard } from '#contract/board/compact-board.ts'
import type { AssetShape } from '#contract/cards/asset.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { runOnce } from '#server/background/runner.ts'
import { namedFiles } from '#server/features/files/named-files.ts'
import { purgeTask } from '#server/features/trash/purge-task.ts'
import { bringPictures } from '#server-testing/brought-in.ts'
import { noise } from '#server-testing/picture-bytes.ts'
import { importZip } from '#server-testing/project-files.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
let projectId: string
let card: GenerationShape
const imageId = () => card.images[0]?.id ?? ''
const cardsOf = async (id = projectId) =>
  (await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${id}/generations`)).body.items
const bring = async (names: readonly string[]) => {
  const png = await noise(90, 60).png().toBuffer()
  const files = names.map((name) => [name, png] as const)
  const { body } = await bringPictures(context.server, ada, { projectId, files, fields: { asCards: 'together' } })
  const [made] = body.generations
  if (!made) throw new Error('Nothing came in.')
  return made
}
beforeAll(async () => {
  await init({ module_or_path: await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) })
  ada = await signUp(context.server)
  projectId = (await ada.send<{ id: string }>('POST', '/api/projects', { title: 'Brought' })).body.id
  card = await bring(['garden-1931.png', 'wall.png'])
})

describe('a brought-in card', () => {
  it('stands on the compact board as in the long list', async () => {
    const text = await (await ada.raw('GET', `/api/projects/${projectId}/board`)).text()
    const [header, ...lines] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(header.models).toEqual([])
    const read = createBoardReader(header)
    expect(lines.flatMap((line: CompactCard[]) => read(line))).toEqual(await cardsOf())
  })

  it('is branched by a model, whose prompts know nothing of file names', async () => {
    const branch = { prompt: 'the wall in bloom', projectId, parentImageId: imageId(), branchKind: 'remix' as const }
    const made = await ada.settled(await ada.generate(branch))
    expect(made).toMatchObject({ status: 'completed', origin: 'made', parentGenerationId: card.id })
    const { rows } = await context.server.database.system.execute(
      sql`select conversation_history as history from generations where id = ${made.id}`,
    )
    expect(rows).toEqual([{ history: [] }])
  })

  it('lends no model to a request, and is not tried again', async () => {
    const { status, body } = await ada.send('POST', '/api/generations', { prompt: 'x', modelOf: card.id })
    expect([status, body.message]).toEqual([422, 'The images of this card were brought in. Name a model instead.'])
    expect((await ada.send('POST', `/api/images/${imageId()}/retry`)).status).toBe(409)
  })

  it('is an asset that the filter by origin finds', async () => {
    const list = async (origin: string) =>
      (await ada.send<{ items: AssetShape[] }>('GET', `/api/assets?origin=${origin}&projectId=${projectId}`)).body.items
    expect((await list('brought-in')).map(({ model, origin }) => [model, origin])).toEqual([
      [null, 'brought-in'],
      [null, 'brought-in'],
    ])
    expect(new Set((await list('made')).map(({ origin }) => origin))).toEqual(new Set(['made']))
    expect((await ada.send('GET', '/api/assets?origin=found')).status).toBe(400)
  })

  it('counts for no model and costs nothing', async () => {
    const { body } = await ada.send<{ items: { model: string }[] }>('GET', '/api/model-record')
    expect(body.items.map(({ model }) => model)).not.toContain('')
    expect((await ada.send('GET', '/api/credits/usage')).status).toBe(200)
  })

  it('is opened, not created, in the signed history of its picture', async () => {
    const reply = await ada.raw('GET', `/api/images/${imageId()}/history`)
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const store = JSON.parse((await WasmReader.fromBytes('image/png', bytes)).json())
    const manifest = store.manifests[store.active_manifest]
    const actions = manifest.assertions.find(({ label }: { label: string }) => label === 'c2pa.actions.v2').data.actions
    expect(store.validation_state).toBe('Valid')
    expect(actions.map(({ action }: { action: string }) => action)).toEqual(['c2pa.opened'])
    expect(JSON.stringify(manifest)).not.toMatch(/trainedAlgorithmicMedia|algorithmicMedia/)
  })

  it('keeps its files when they are named for a backup', async () => {
    const named = new Set<string>()
    for await (const files of namedFiles(context.server.database.system)) for (const { key } of files) named.add(key)
    for (const { id } of card.images) expect(named).toContain(`images/${id.slice(0, 2)}/${id}-1`)
  })

  it('travels in an exported project', async () => {
    const zip = Buffer.from(await (await ada.raw('GET', `/api/projects/${projectId}/export`)).arrayBuffer())
    const { status, body } = await importZip(context.server, ada, zip)
    expect(status).toBe(201)
    const copy = (await cardsOf(body.id)).find(({ origin }) => origin === 'brought-in')
    expect(copy).toMatchObject({ model: null, price: 0, prompt: 'garden-1931.png, wall.png', status: 'completed' })
    const reply = await ada.raw('GET', copy?.images[1]?.imageUrl ?? '')
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  it('is shown by a review link, with its name where the link shows prompts', async () => {
    const link = await makeReviewLink(ada, projectId)
    const shown = await (await openReviewLink(context.server, link)).board()
    expect(shown.cards.find(({ id }) => id === card.id)).toMatchObject({
      recipe: { model: null, prompt: 'garden-1931.png, wall.png' },
      images: card.images.map(({ id }) => ({ id })),
    })
  })

  it('goes to the trash, comes back, and is purged with its files', async () => {
    const doomed = await bring(['doomed.png'])
    const change = (kind: 'delete' | 'restore') =>
      ada.send('POST', `/api/projects/${projectId}/changes`, {
        changes: [{ id: crypto.randomUUID(), kind, generationId: doomed.id }],
      })
    const isThere = async () => (await cardsOf()).some(({ id }) => id === doomed.id)
    await change('delete')
    expect(await isThere()).toBe(false)
    await change('restore')
    expect(await isThere()).toBe(true)
    await change('delete')
    await context.server.database.system.execute(
      sql`update generations set deleted_at = now() - interval '400 days' where id = ${doomed.id}`,
    )
    const purge = () => runOnce(purgeTask({ db: context.server.database.system, storage: context.server.storage }))
    await purge()
    await context.server.database.system.execute(
      sql`update unused_files set remove_after = now() - interval '1 second'`,
    )
    await purge()
    const id = doomed.images[0]?.id ?? ''
    expect(await context.server.storage.size(`images/${id.slice(0, 2)}/${id}-1`)).toBeNull()
    expect((await ada.raw('GET', card.images[0]?.imageUrl ?? '')).status).toBe(200)
  })
})
