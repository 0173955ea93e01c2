import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import init, { WasmReader } from '@contentauth/c2pa-wasm'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { readParameters } from '#domain/records/parameters-text.ts'
import { originalKey, thumbnailKey } from '#server/pictures/picture-keys.ts'
import { readRecord, writeRecord } from '#server/pictures/picture-record.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { cardRecord, fileId, filesOf, imageRecord, importZip, zipOf } from '#server-testing/project-files.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
let root: GenerationShape
let leaf: GenerationShape
let picture: Buffer
const historyOf = async (generation: GenerationShape, place = 0) => {
  const reply = await ada.raw('GET', `/api/images/${generation.images[place]?.id}/history`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
  return Buffer.from(await reply.arrayBuffer())
}
beforeAll(async () => {
  await init({ module_or_path: await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) })
  ada = await signUp(context.server)
  root = await ada.settled(await ada.generate({ prompt: 'ein Fuchs, schön 🦊', aspectRatio: '3:2' }))
  const { projectId } = root
  const under = async (prompt: string, parent: GenerationShape, more = {}) =>
    ada.settled(
      await ada.generate({
        prompt,
        projectId,
        parentImageId: parent.images[1]?.id ?? '',
        branchKind: 'remix',
        ...more,
      }),
    )
  const branch = await under('the fox at night', root)
  leaf = await under('the fox at dawn', branch, { imagePrompts: [root.images[2]?.id ?? ''] })
  picture = await historyOf(leaf)
})

type Store = {
  active_manifest: string
  validation_state: string
  manifests: Record<
    string,
    {
      thumbnail?: { format: string }
      ingredients?: { title: string; relationship: string; active_manifest?: string; thumbnail?: { format: string } }[]
      assertions: { label: string; data: { prompt?: string } }[]
    }
  >
}
const verify = async (bytes: Uint8Array) =>
  JSON.parse((await WasmReader.fromBytes('image/png', Uint8Array.from(bytes))).json()) as Store

describe('a picture with its provenance', () => {
  it('is valid for other tools, with every picture before it and its references', async () => {
    const store = await verify(picture)
    expect(store.validation_state).toBe('Valid')
    expect(Object.keys(store.manifests)).toHaveLength(3)
    const leafManifest = store.manifests[store.active_manifest]
    expect(leafManifest?.ingredients?.map(({ title, relationship }) => [title, relationship])).toEqual([
      ['the fox at night', 'parentOf'],
      ['Image prompt', 'inputTo'],
    ])
    const branch = store.manifests[leafManifest?.ingredients?.[0]?.active_manifest ?? '']
    expect(branch?.ingredients?.map(({ title }) => title)).toEqual(['ein Fuchs, schön 🦊'])
  })

  it('contains a thumbnail of each picture of its path, and how it was made', async () => {
    const { manifests } = await verify(picture)
    const all = Object.values(manifests)
    expect(all.map(({ thumbnail }) => thumbnail?.format)).toEqual(['image/webp', 'image/webp', 'image/webp'])
    const parents = all.flatMap(({ ingredients = [] }) =>
      ingredients.filter((each) => each.relationship === 'parentOf'),
    )
    expect(parents.map(({ thumbnail }) => thumbnail?.format)).toEqual(['image/webp', 'image/webp'])
    const records = all.flatMap(({ assertions }) =>
      assertions.filter(({ label }) => label === 'org.espalier.generation'),
    )
    expect(new Set(records.map(({ data }) => data.prompt))).toEqual(
      new Set(['ein Fuchs, schön 🦊', 'the fox at night', 'the fox at dawn']),
    )
  })

  it('stays small enough to send, however long its path is', async () => {
    const cards = Array.from({ length: 200 }, (_, place) => {
      const id = fileId(place + 1)
      const above = place === 0 ? null : fileId(place)
      const picture = (card: string) => card.replace(/.$/, '1')
      return cardRecord(id, {
        prompt: `step ${place + 1}`,
        parentGenerationId: above,
        parentImageId: above && picture(above),
        images: [imageRecord(picture(id))],
      })
    })
    const { body: project } = await importZip(context.server, ada, await zipOf(await filesOf(cards)))
    const [last] = (
      await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${project.id}/generations`)
    ).body.items.filter(({ prompt }) => prompt === 'step 200')
    if (!last) throw new Error('The last card is missing.')
    const long = await historyOf(last)
    const record = (await readRecord(long)) as { ancestors: { prompt: string }[] }
    expect([record.ancestors.length, record.ancestors.at(-1)?.prompt]).toEqual([99, 'step 199'])
    const store = await verify(long)
    expect([store.validation_state, Object.keys(store.manifests).length]).toEqual(['Valid', 9])
    // The pictures themselves are tiny here.
    expect(long.byteLength).toBeLessThan(500_000)
  })

  it('is invalid after it was altered', async () => {
    const altered = Uint8Array.from(picture)
    const at = altered.length - 400
    altered[at] = (altered[at] ?? 0) ^ 0xff
    expect((await verify(altered)).validation_state).toBe('Invalid')
  })

  it('records how it and each of its ancestors was made, in our own form and in the one that other tools read', async () => {
    expect(await readRecord(picture)).toMatchObject({
      format: 'espalier',
      image: leaf.images[0]?.id,
      prompt: 'the fox at dawn',
      seed: leaf.images[0]?.seed,
      ancestors: [{ prompt: 'ein Fuchs, schön 🦊' }, { prompt: 'the fox at night', branchKind: 'remix' }],
    })
    const { comments } = await sharp(picture).metadata()
    const text = comments?.find(({ keyword }) => keyword === 'parameters')?.text ?? ''
    expect(readParameters(text)).toMatchObject({ prompt: 'the fox at dawn', seed: leaf.images[0]?.seed })
    const own = await sharp(await historyOf(root)).metadata()
    const parameters = own.comments?.find(({ keyword }) => keyword === 'parameters')?.text ?? ''
    expect(readParameters(parameters)?.prompt).toBe('ein Fuchs, schön 🦊')
  })

  it('has the pixels that were delivered', async () => {
    const original = await (await ada.raw('GET', `/api/images/${leaf.images[0]?.id}/file`)).arrayBuffer()
    const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()
    expect(await pixels(picture)).toEqual(await pixels(new Uint8Array(original)))
  })

  it('names no person and no costs', () => {
    const text = picture.toString('latin1')
    for (const word of ['@example', ada.userId, 'cost', 'storage']) expect(text).not.toContain(word)
  })

  it('ends where an ancestor is in the trash', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'alone', parentImageId: root.images[0]?.id ?? '' }))
    await context.server.database.system.execute(sql`update generations set deleted_at = now() where id = ${root.id}`)
    const store = await verify(await historyOf(card))
    expect(Object.keys(store.manifests)).toHaveLength(1)
  })

  it('of a heavy picture makes its missing thumbnail before it takes room', { timeout: 60_000 }, async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'large', count: 1 }))
    const id = card.images[0]?.id ?? ''
    const side = 4_600
    const flat = sharp({ create: { width: side, height: side, channels: 3, background: '#336699' } })
    const { storage, database } = context.server
    await storage.put(originalKey(id, 1), await flat.webp({ lossless: true, effort: 0 }).toBuffer())
    await storage.remove(thumbnailKey(id, 1, 256))
    await database.system.execute(
      sql`update generated_images set media_type = 'image/webp', width = ${side}, height = ${side} where id = ${id}`,
    )
    expect(await sharp(await historyOf(card)).metadata()).toMatchObject({ format: 'png', width: side })
    expect(await storage.get(thumbnailKey(id, 1, 256))).not.toBeNull()
  })

  it('is signed with an identity that its owner alone can read, the same for all processes', async () => {
    const path = join(context.server.dataDir, 'signing.pem')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const before = await readFile(path, 'utf8')
    const another = context.server.another()
    const reply = await another.app.request(`/api/images/${leaf.images[0]?.id}/history`, {
      headers: { cookie: ada.cookie },
    })
    expect([reply.status, await readFile(path, 'utf8')]).toEqual([200, before])
  })
})

describe('a picture that is uploaded with its record', () => {
  const rebuild = async (person: TestClient, projectId: string, bytes: Buffer, scope: string) => {
    const form = new FormData()
    form.append('file', new File([Uint8Array.from(bytes)], 'picture.png'))
    const headers = { host: 'localhost', origin: testOrigin, cookie: person.cookie }
    const init = { method: 'POST', headers, body: await formBlob(form) }
    const reply = await context.server.app.request(`/api/projects/${projectId}/rebuild?scope=${scope}`, init)
    return { status: reply.status, ids: ((await reply.json()) as { ids?: string[] }).ids ?? [] }
  }
  const emptyProject = async (person: TestClient) =>
    (await person.send<{ id: string }>('POST', '/api/projects', { title: 'Rebuilt' })).body.id
  const cardsOf = async (person: TestClient, id: string) =>
    (await person.send<{ items: GenerationShape[] }>('GET', `/api/projects/${id}/generations`)).body.items.toReversed()

  it('becomes its card again, in any account, with itself on it', async () => {
    const bob = await signUp(context.server)
    const project = await emptyProject(bob)
    const { status, ids } = await rebuild(bob, project, picture, 'card')
    expect([status, ids.length]).toEqual([201, 1])
    const [card] = await cardsOf(bob, project)
    expect(card).toMatchObject({
      prompt: 'the fox at dawn',
      parentGenerationId: null,
      price: 0,
      settings: { aspectRatio: '1:1' },
    })
    expect(card?.images.map(({ status: each }) => each)).toEqual(['completed', 'cancelled', 'cancelled', 'cancelled'])
    expect((await bob.raw('GET', `/api/images/${card?.images[0]?.id}/file?size=64`)).status).toBe(200)
  })

  it('becomes its branch again: cards that can be run, and the last one with itself on it', async () => {
    const bob = await signUp(context.server)
    const project = await emptyProject(bob)
    const { ids } = await rebuild(bob, project, picture, 'branch')
    const cards = await cardsOf(bob, project)
    expect(cards.map(({ id }) => id)).toEqual(ids)
    expect(cards.map(({ prompt }) => prompt)).toEqual(['ein Fuchs, schön 🦊', 'the fox at night', 'the fox at dawn'])
    expect(cards.map(({ parentGenerationId }) => parentGenerationId)).toEqual([null, ids[0], ids[1]])
    expect(cards[0]?.settings.aspectRatio).toBe('3:2')
    expect(new Set(cards.map(({ canvasX }) => canvasX)).size).toBe(3)
    expect((await bob.send('POST', `/api/images/${cards[0]?.images[0]?.id}/retry`)).status).toBe(202)
  })

  it('is refused without a readable record, and leaves nothing', async () => {
    const bob = await signUp(context.server)
    const project = await emptyProject(bob)
    const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    const withRecord = async (record: unknown) => Buffer.from(await writeRecord(plain, record))
    expect((await rebuild(bob, project, plain, 'card')).status).toBe(400)
    expect((await rebuild(bob, project, await withRecord({ prompt: '', model: 'x' }), 'card')).status).toBe(400)
    expect((await rebuild(bob, project, Buffer.from('no picture'), 'card')).status).toBe(415)
    expect((await rebuild(bob, project, picture, 'everything')).status).toBe(400)
    expect(await cardsOf(bob, project)).toEqual([])
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        const { status } = await rebuild(
          bob,
          project,
          await withRecord({ prompt: 'x', model: 'y', ancestors: JSON.parse(text) }),
          'branch',
        )
        expect([201, 400]).toContain(status)
      }),
      { numRuns: 15 },
    )
  })
})
