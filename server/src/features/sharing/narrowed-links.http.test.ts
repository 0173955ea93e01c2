import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { MadeShareShape, ShareShape } from '#contract/sharing/share.ts'
import type { CommentShape } from '#contract/sharing/shared-board.ts'
import { growFoxTree } from '#server-testing/fox-tree.ts'
import { imageOf } from '#server-testing/image-of.ts'
import { makeReviewLink, openReviewLink, type WantedLink } from '#server-testing/review-link.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()

let ada: TestClient
let root: GenerationShape
let branch: GenerationShape
let leaf: GenerationShape
let other: GenerationShape
beforeAll(async () => {
  ada = await signUp(context.server)
  ;({ root, branch, leaf, other } = await growFoxTree(ada))
  await move(root, 0)
  await move(branch, 5_000)
  await move(leaf, 6_000)
  await move(other, 20_000)
})

const changeBoard = (...changes: object[]) =>
  ada.send('POST', `/api/projects/${root.projectId}/changes`, {
    changes: changes.map((change) => ({ id: crypto.randomUUID(), ...change })),
  })
const move = (card: GenerationShape, canvasX: number) =>
  ada.send('PATCH', `/api/generations/${card.id}`, { canvasX, canvasY: 0 })

async function putFrame(x: number) {
  const frame = { frameId: crypto.randomUUID(), title: 'For the cover', x, y: -100, width: 2_400, height: 600 }
  const put = () => changeBoard({ kind: 'put-frame', ...frame })
  expect((await put()).status).toBe(200)
  const remove = () => changeBoard({ kind: 'remove-frame', frameId: frame.frameId })
  return { id: frame.frameId, put, remove }
}
const star = (card: GenerationShape, place: number, method = 'PUT') =>
  ada.send(method, `/api/images/${imageOf(card, place)}/feedback/star`)

const openLink = async (wanted: WantedLink) => {
  const link = await makeReviewLink(ada, root.projectId, wanted)
  const visitor = await openReviewLink(context.server, link)
  const statusOf = async (card: GenerationShape, place = 0, size = 64) => {
    const path = `/api/shared/${visitor.id}/images/${imageOf(card, place)}/file?size=${size}`
    return (await context.server.app.request(path, { headers: { cookie: visitor.cookie } })).status
  }
  const say = (card: GenerationShape, place = 0) =>
    visitor.send<CommentShape>('POST', '/comments', { imageId: imageOf(card, place), text: 'Nice.' })
  return { ...visitor, link, statusOf, say }
}
const idsOf = (cards: readonly { readonly id: string }[]) => cards.map(({ id }) => id)
const copy = async (visitor: { send: Awaited<ReturnType<typeof openLink>>['send'] }) => {
  const bob = await signUp(context.server)
  const { status, body } = await visitor.send<ProjectShape>('POST', '/fork', undefined, `; ${bob.cookie}`)
  expect(status).toBe(201)
  const { items } = (await bob.send<{ items: GenerationShape[] }>('GET', `/api/projects/${body.id}/generations`)).body
  return { title: body.title, cards: items.toReversed() }
}

describe('a link to a frame', () => {
  it('shows the cards, notes and frames in it, with its title, and no id of anything else', async () => {
    const frame = await putFrame(4_900)
    const note = { kind: 'put-note', text: 'A', y: 100 }
    const [inside, outside] = [crypto.randomUUID(), crypto.randomUUID()]
    await changeBoard({ ...note, noteId: inside, x: 5_500 }, { ...note, noteId: outside, x: 0 })
    const visitor = await openLink({ frameId: frame.id, showsPrompts: false })
    const board = await visitor.board()
    expect(board).toMatchObject({ scope: 'frame', title: 'For the cover', count: 2 })
    expect(idsOf(board.cards)).toEqual([branch.id, leaf.id])
    expect(board.cards[0]).toMatchObject({ parentGenerationId: null, parentImageId: null })
    expect([idsOf(board.frames), idsOf(board.notes)]).toEqual([[frame.id], [inside]])
    expect(JSON.stringify(board)).not.toMatch(new RegExp([root.id, other.id, imageOf(root), outside].join('|')))
  })

  it('refuses what is outside of it in every way out', async () => {
    const visitor = await openLink({ frameId: (await putFrame(4_900)).id })
    await visitor.send('PUT', '/name', { name: 'Oda' })
    for (const size of [64, 256, 512, 1_536]) {
      expect(await visitor.statusOf(branch, 0, size)).toBe(200)
      expect(await visitor.statusOf(root, 0, size)).toBe(404)
    }
    expect([(await visitor.say(leaf)).status, (await visitor.say(root)).status]).toEqual([201, 404])
    const like = async (card: GenerationShape) => (await visitor.send('PUT', `/likes/${imageOf(card)}`)).status
    expect([await like(leaf), await like(other)]).toEqual([200, 404])
    const copied = await copy(visitor)
    expect(copied.title).toBe('For the cover')
    expect(copied.cards.map(({ prompt }) => prompt)).toEqual([branch.prompt, leaf.prompt])
    expect(copied.cards[0]).toMatchObject({ parentGenerationId: null, parentImageId: null })
  })

  it('follows the cards that are moved into it and out of it', async () => {
    const visitor = await openLink({ frameId: (await putFrame(4_900)).id })
    const { version } = await visitor.board()
    await move(leaf, 9_000)
    expect(await visitor.isChanged(version)).toBe(true)
    const changes = await visitor.changes(version)
    expect(changes).toMatchObject({ isTooMuch: true, cards: [], gone: [] })
    expect(idsOf((await visitor.board()).cards)).toEqual([branch.id])
    expect(await visitor.statusOf(leaf)).toBe(404)
    await move(leaf, 6_000)
    expect(idsOf((await visitor.board()).cards)).toEqual([branch.id, leaf.id])
  })

  it('tells its readers nothing of what happens outside of it', async () => {
    const visitor = await openLink({ frameId: (await putFrame(4_900)).id })
    const { version } = await visitor.board()
    await move(root, 100)
    await changeBoard({ kind: 'put-note', noteId: crypto.randomUUID(), text: 'B', x: 0, y: 0 })
    await ada.settled(
      await ada.generate({ prompt: 'beside it', projectId: root.projectId, canvasX: -9_000, canvasY: 0 }),
    )
    await ada.generate({ prompt: 'another project' })
    expect(await visitor.newsSince(version)).toEqual({ version, isChanged: false })
    expect(await visitor.changes(version)).toMatchObject({
      version,
      isTooMuch: false,
      cards: [],
      gone: [],
      items: null,
    })
    await move(leaf, 6_100)
    expect(await visitor.isChanged(version)).toBe(true)
    await move(leaf, 6_000)
    // As it was again: a reader that has missed both changes has nothing to read.
    expect(await visitor.newsSince(version)).toEqual({ version, isChanged: false })
  })

  it('shows nothing while the frame is removed, and opens again with it', async () => {
    const frame = await putFrame(4_900)
    const visitor = await openLink({ frameId: frame.id })
    await frame.remove()
    expect((await visitor.send('GET', '/board')).status).toBe(404)
    expect(await visitor.statusOf(branch)).toBe(404)
    await frame.put()
    expect(await visitor.statusOf(branch)).toBe(200)
  })

  it("returns 404 for a frame that is not there, another project's and another user's", async () => {
    const frame = await putFrame(4_900)
    const bob = await signUp(context.server)
    const his = await bob.generate({ prompt: 'mine' })
    const hers = await ada.generate({ prompt: 'another project' })
    const make = async (person: TestClient, projectId: string, frameId: string) =>
      (await person.send('POST', `/api/projects/${projectId}/shares`, { expiry: 'never', showsPrompts: true, frameId }))
        .status
    expect(await make(bob, his.projectId, frame.id)).toBe(404)
    expect(await make(ada, hers.projectId, frame.id)).toBe(404)
    expect(await make(ada, root.projectId, crypto.randomUUID())).toBe(404)
  })
})

describe('a link to starred images', () => {
  it('shows these alone, with no title, and no image that is not starred', async () => {
    await star(branch, 1)
    await star(leaf, 0)
    const visitor = await openLink({ showsStarred: true })
    await visitor.send('PUT', '/name', { name: 'Oda' })
    const board = await visitor.board()
    expect(board).toMatchObject({ scope: 'starred', title: null, frames: [], notes: [] })
    expect(board.cards.map(({ id, images }) => [id, idsOf(images)])).toEqual([
      [branch.id, [imageOf(branch, 1)]],
      [leaf.id, [imageOf(leaf, 0)]],
    ])
    expect(board.cards[1]).toMatchObject({ parentGenerationId: branch.id, parentImageId: imageOf(branch, 1) })
    // The number of images between them stays hidden.
    expect(board.cards.flatMap(({ images }) => images.map(({ orderNum }) => orderNum))).toEqual([0, 0])
    expect([await visitor.statusOf(branch, 1), await visitor.statusOf(branch, 0)]).toEqual([200, 404])
    expect([(await visitor.say(branch, 1)).status, (await visitor.say(branch, 0)).status]).toEqual([201, 404])
    const copied = await copy(visitor)
    expect(copied.title).toBe('Starred pictures')
    expect(copied.cards.map(({ images }) => images.map(({ orderNum }) => orderNum))).toEqual([[0], [0]])
  })

  it('copies no starred image that is not finished', async () => {
    const visitor = await openLink({ showsStarred: true })
    const unfinished = imageOf(branch, 1)
    const set = (status: string) =>
      context.server.database.system.execute(
        sql`update generated_images set status = ${status} where id = ${unfinished}`,
      )
    await set('running')
    const { cards } = await copy(visitor)
    await set('completed')
    expect(cards.map(({ prompt, images }) => [prompt, images.length])).toEqual([[leaf.prompt, 1]])
    expect(cards[0]).toMatchObject({ parentGenerationId: null, parentImageId: null })
  })

  it('does not name a parent image that is not starred', async () => {
    await star(branch, 0)
    await star(branch, 1, 'DELETE')
    const [, card] = (await (await openLink({ showsStarred: true })).board()).cards
    expect(card).toMatchObject({ id: leaf.id, parentGenerationId: branch.id, parentImageId: null })
    await star(branch, 1)
  })

  it('loses an image as its star is taken back, with the comments on it, and gets both again', async () => {
    const visitor = await openLink({ showsStarred: true })
    await visitor.send('PUT', '/name', { name: 'Oda' })
    await visitor.say(leaf)
    const before = await visitor.board()
    const { version: known } = await visitor.feedback()
    await star(leaf, 0, 'DELETE')
    expect(await visitor.isChanged(before.version)).toBe(true)
    expect(await visitor.changes(before.version)).toMatchObject({ isTooMuch: true, gone: [] })
    expect(idsOf((await visitor.board()).cards)).toEqual([branch.id])
    expect([await visitor.statusOf(leaf), (await visitor.say(leaf)).status]).toEqual([404, 404])
    expect((await visitor.feedback()).feedback?.comments).toEqual([])
    const { version } = await visitor.board()
    await star(leaf, 0)
    const path = `/feedback?known=${known}&board=${version}`
    const { body } = await visitor.send<{ feedback: { comments: CommentShape[] } | null }>('GET', path)
    expect(body.feedback?.comments.map(({ imageId }) => imageId)).toEqual([imageOf(leaf)])
  })

  it('tells its readers nothing of images without a star', async () => {
    const visitor = await openLink({ showsStarred: true })
    const { version } = await visitor.board()
    await move(other, 21_000)
    await star(root, 2)
    expect(await visitor.isChanged(version)).toBe(true)
    await star(root, 2, 'DELETE')
    await ada.settled(await ada.generate({ prompt: 'without a star', projectId: root.projectId }))
    await ada.send('PUT', `/api/images/${imageOf(other)}/feedback/like`)
    expect(await visitor.newsSince(version)).toEqual({ version, isChanged: false })
    await move(leaf, 6_200)
    expect(await visitor.isChanged(version)).toBe(true)
    await move(leaf, 6_000)
  })

  it('reports no change for a like of the owner', async () => {
    const project = await openLink({})
    const { version } = await project.board()
    await star(root, 3)
    expect(await project.isChanged(version)).toBe(false)
    await star(root, 3, 'DELETE')
  })
})

describe('POST /api/projects/{id}/shares', () => {
  it('refuses a frame and starred images together', async () => {
    const body = { expiry: 'never', showsPrompts: true, showsStarred: true, frameId: crypto.randomUUID() }
    expect((await ada.send('POST', `/api/projects/${root.projectId}/shares`, body)).status).toBe(400)
  })

  it('lists what each link shows', async () => {
    const frame = await putFrame(0)
    const made: MadeShareShape[] = [
      await makeReviewLink(ada, root.projectId, { frameId: frame.id }),
      await makeReviewLink(ada, root.projectId, { showsStarred: true }),
    ]
    const { body } = await ada.send<{ items: ShareShape[] }>('GET', `/api/projects/${root.projectId}/shares`)
    const listed = made.map(({ id }) => body.items.find((share) => share.id === id))
    expect(listed).toMatchObject([
      { generationId: null, frameId: frame.id, showsStarred: false },
      { generationId: null, frameId: null, showsStarred: true },
    ])
  })
})
