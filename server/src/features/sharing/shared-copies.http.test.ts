import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import { runOnce } from '#server/background/runner.ts'
import { purgeTask } from '#server/features/trash/purge-task.ts'
import { originalKey } from '#server/pictures/picture-keys.ts'
import { readRecord } from '#server/pictures/picture-record.ts'
import { growFoxTree } from '#server-testing/fox-tree.ts'
import { imageOf } from '#server-testing/image-of.ts'
import { makeReviewLink, openReviewLink, type WantedLink } from '#server-testing/review-link.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
const execute = (query: ReturnType<typeof sql>) => context.server.database.system.execute(query)

let ada: TestClient
let root: GenerationShape
let branch: GenerationShape
let leaf: GenerationShape
beforeAll(async () => {
  ada = await signUp(context.server)
  ;({ root, branch, leaf } = await growFoxTree(ada))
})

const makeLink = (wanted: WantedLink = {}, projectId = root.projectId) => makeReviewLink(ada, projectId, wanted)
const openLink = (link: MadeShareShape) => openReviewLink(context.server, link)

const originalOf = async (person: TestClient, imageId = '') =>
  Buffer.from(await (await person.raw('GET', `/api/images/${imageId}/file`)).arrayBuffer())

describe('a copy of a shared project', () => {
  const copy = async (link: MadeShareShape, person: TestClient) =>
    (await openLink(link)).send<ProjectShape>('POST', '/fork', undefined, `; ${person.cookie}`)
  const cardsOf = async (person: TestClient, projectId: string) =>
    (
      await person.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    ).body.items.toReversed()

  it('has the tree, the settings and the pictures, and costs nothing', async () => {
    const bob = await signUp(context.server)
    const credits = (await bob.send('GET', '/api/credits')).body
    await ada.send('PUT', `/api/images/${imageOf(branch)}/feedback/star`)
    const { status, body: project } = await copy(await makeLink({ generationId: branch.id }), bob)
    expect(status).toBe(201)
    const [top, below, ...more] = await cardsOf(bob, project.id)
    expect(more).toEqual([])
    expect(top).toMatchObject({ prompt: branch.prompt, settings: branch.settings, parentGenerationId: null, price: 0 })
    expect(below).toMatchObject({ prompt: leaf.prompt, parentGenerationId: top?.id, parentImageId: top?.images[1]?.id })
    expect(top?.images.map(({ feedback }) => feedback)).toEqual([[], [], [], []])
    const pixelsOf = async (person: TestClient, imageId = '') =>
      sharp(await originalOf(person, imageId))
        .raw()
        .toBuffer()
    expect(await pixelsOf(bob, top?.images[0]?.id)).toEqual(await pixelsOf(ada, imageOf(branch)))
    expect((await bob.send('GET', '/api/credits')).body).toEqual(credits)
  })

  it('has a heavy picture that needs no decoding, and leaves out one that takes more room than there is', async () => {
    const bob = await signUp(context.server)
    const card = await ada.settled(
      await ada.generate({ prompt: 'large pictures', projectId: root.projectId, count: 3 }),
    )
    const side = 5_480
    const flat = sharp({ create: { width: side, height: side, channels: 3, background: '#336699' } })
    const plain = await flat.clone().webp({ lossless: true, effort: 0 }).toBuffer()
    const profiled = await flat.withIccProfile('p3').webp({ lossless: true, effort: 0 }).toBuffer()
    for (const [place, bytes] of [plain, profiled].entries()) {
      const id = imageOf(card, place)
      await execute(
        sql`update generated_images set media_type = 'image/webp', width = ${side}, height = ${side} where id = ${id}`,
      )
      await context.server.storage.put(originalKey(id, 1), bytes)
    }
    const { status, body: project } = await copy(await makeLink({ generationId: card.id }), bob)
    expect(status).toBe(201)
    const [copied] = await cardsOf(bob, project.id)
    expect(copied?.images.map(({ width }) => width)).toEqual([side, card.images[2]?.width])
  })

  it('contains in its files what the link shows, and nothing of what it hides', async () => {
    const style = await ada.send<{ id: string }>('POST', '/api/styles', {
      title: 'Mine',
      promptFragment: 'STYLESECRET',
      referenceIds: [],
    })
    const styled = await ada.settled(
      await ada.generate({
        prompt: 'a fox in my style',
        projectId: root.projectId,
        parentImageId: imageOf(root, 1),
        branchKind: 'remix',
        style: style.body.id,
      }),
    )
    const key = await execute(sql`select storage_key as key from generated_images where id = ${imageOf(styled)}`)
    const laden = await sharp(await originalOf(ada, imageOf(styled)))
      .withExif({ IFD0: { ImageDescription: 'EXIFSECRET' } })
      .toBuffer()
    await context.server.storage.put(String(key.rows[0]?.key), Buffer.concat([laden, Buffer.from('BEHINDSECRET')]))
    const bob = await signUp(context.server)
    const { body: project } = await copy(await makeLink({ generationId: styled.id }), bob)
    const [copied] = await cardsOf(bob, project.id)
    for (const image of copied?.images ?? []) {
      const bytes = await originalOf(bob, image.id)
      const record = (await readRecord(bytes)) as { settings: object }
      expect(record).toMatchObject({ prompt: 'a fox in my style', image: image.id, generation: copied?.id })
      expect(record.settings).toMatchObject({ style: { title: 'Mine', promptFragment: '' } })
      const hidden = ['SECRET', root.id, styled.id, imageOf(root, 1), ada.userId]
      expect(hidden.filter((text) => bytes.includes(text))).toEqual([])
    }
    expect(copied?.images).toHaveLength(4)
  })

  it('is created without the images that the link shows blurred, and names none of them as a parent', async () => {
    const { projectId, id, images } = await ada.settled(await ada.generate({ prompt: 'hidden for now', count: 2 }))
    const [hidden, shown] = images.map((image) => image.id)
    const branched = {
      projectId,
      parentGenerationId: id,
      parentImageId: hidden,
      branchKind: 'remix' as const,
      count: 1,
    }
    await ada.settled(await ada.generate({ prompt: 'from it', ...branched }))
    await execute(sql`update generated_images set sensitive = 'hidden' where id = ${hidden}`)
    await execute(sql`update generated_images set sensitive = 'shown' where id = ${shown}`)
    const bob = await signUp(context.server)
    const { status, body } = await copy(await makeLink({}, projectId), bob)
    expect(status).toBe(201)
    const [first, second] = await cardsOf(bob, body.id)
    expect(first?.images.map(({ orderNum }) => orderNum)).toEqual([1])
    expect([second?.parentGenerationId, second?.parentImageId, second?.images.length]).toEqual([first?.id, null, 1])
  })

  it('is created without the images whose files are gone', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'with a loss' }))
    const key = await execute(sql`select storage_key as key from generated_images where id = ${imageOf(card, 2)}`)
    await context.server.storage.remove(String(key.rows[0]?.key))
    const bob = await signUp(context.server)
    const { status, body: project } = await copy(await makeLink({}, card.projectId), bob)
    expect(status).toBe(201)
    expect((await cardsOf(bob, project.id))[0]?.images.map(({ orderNum }) => orderNum)).toEqual([0, 1, 3])
  })

  it.each(['/fork', '/fork/'])('needs a session at %s', async (path) => {
    const visitor = await openLink(await makeLink())
    const before = await execute(sql`select 1 from projects`)
    const { status, body } = await visitor.send<{ code: string }>('POST', path)
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
    expect((await execute(sql`select 1 from projects`)).rows.length).toBe(before.rows.length)
  })

  it('stays whole when the original is deleted, and the other way round', async () => {
    const [bob, eve] = [await signUp(context.server), await signUp(context.server)]
    const card = await ada.settled(await ada.generate({ prompt: 'short-lived' }))
    const link = await makeLink({}, card.projectId)
    const [his, hers] = [(await copy(link, bob)).body, (await copy(link, eve)).body]
    const destroy = async (person: TestClient, projectId: string) => {
      await person.send('DELETE', `/api/projects/${projectId}`)
      await execute(sql`update projects set deleted_at = now() - interval '31 days' where id = ${projectId}`)
      await runOnce(purgeTask({ db: context.server.database.system, storage: context.server.storage }))
      await execute(sql`update unused_files set remove_after = now() - interval '1 second'
        where remove_after < now() + interval '1 hour'`)
      await runOnce(purgeTask({ db: context.server.database.system, storage: context.server.storage }))
    }
    const isThere = async (person: TestClient, projectId: string) => {
      const [copied] = await cardsOf(person, projectId)
      return (await person.raw('GET', `/api/images/${copied?.images[0]?.id}/file`)).status
    }
    await destroy(bob, his.id)
    expect(await isThere(ada, card.projectId)).toBe(200)
    await destroy(ada, card.projectId)
    expect(await isThere(eve, hers.id)).toBe(200)
  })

  it('is refused where the link shows no prompts, and where a limit is reached', async () => {
    const bob = await signUp(context.server)
    expect((await copy(await makeLink({ showsPrompts: false }), bob)).status).toBe(422)
    const full = context.server.another({ PERSON_LIMITS: 'cards=2' })
    const { id, cookie } = await openLink(await makeLink())
    const headers = { cookie: `${cookie}; ${bob.cookie}` }
    expect((await sendOpen(full, 'POST', `/api/shared/${id}/fork`, { headers })).status).toBe(413)
    expect((await bob.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toEqual([])
  })
})
