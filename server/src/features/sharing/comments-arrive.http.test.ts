import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LatestProjectsReply } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { EventData } from '#contract/events.ts'
import type { CommentShape, ReplyShape, ReviewShape } from '#contract/sharing/shared-board.ts'
import { imageOf } from '#server-testing/image-of.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
const execute = (statement: ReturnType<typeof sql>) => context.server.database.system.execute(statement)

const email = 'mara@example.com'
let ada: TestClient
let card: GenerationShape
beforeAll(async () => {
  ada = await signUp(context.server, email)
  card = await ada.settled(await ada.generate({ prompt: 'a walled garden' }))
})

async function visit(name = 'Oda') {
  const visitor = await openReviewLink(context.server, await makeReviewLink(ada, card.projectId))
  await visitor.send('PUT', '/name', { name })
  const say = async (text: string, spot: object = {}) =>
    (await visitor.send<CommentShape>('POST', '/comments', { imageId: imageOf(card), text, ...spot })).body
  return { ...visitor, say }
}
const review = async () => (await ada.send<ReviewShape>('GET', `/api/projects/${card.projectId}/review`)).body
const find = async (id: string) => (await review()).comments.find((comment) => comment.id === id)
const reply = (id: string, text: string, sender = ada) =>
  sender.send<ReplyShape>('POST', `/api/comments/${id}/replies`, { text })

describe('POST /api/shared/{id}/comments', () => {
  it('takes a comment on the whole image, without a spot', async () => {
    const comment = await (await visit()).say('This one for the cover, please.')
    expect(comment).toMatchObject({ x: null, y: null, replies: [] })
    expect(await find(comment.id)).toMatchObject({ x: null, y: null, author: 'Oda' })
  })

  it('refuses half a spot', async () => {
    const visitor = await visit()
    const half = { imageId: imageOf(card), x: 0.5, text: 'Here.' }
    expect((await visitor.send('POST', '/comments', half)).status).toBe(400)
  })

  it('sends the owner an event with the name and the words', async () => {
    const comment = await (await visit()).say('Darker.')
    const { rows } = await execute(
      sql`select data from events where name = 'review-changed' and user_id = ${ada.userId} order by seq desc limit 1`,
    )
    expect(rows.map(({ data }) => (data as EventData<'review-changed'>).comment)).toEqual([
      { id: comment.id, author: 'Oda', text: 'Darker.' },
    ])
  })
})

describe('POST /api/comments/{id}/replies', () => {
  it('shows the reply to the owner and to the reviewers of the link', async () => {
    const oda = await visit()
    const { id } = await oda.say('Could the gravel be darker here?', { x: 0.62, y: 0.72 })
    const before = (await oda.feedback()).version
    const { status, body } = await reply(id, ' Wet slate it is. ')
    expect([status, body]).toMatchObject([201, { text: 'Wet slate it is.' }])
    expect((await find(id))?.replies).toEqual([body])
    expect((await oda.feedback(before)).feedback?.comments[0]?.replies).toEqual([body])
  })

  it('refuses a blank reply, a long one, and more than 100 of them', async () => {
    const { id } = await (await visit()).say('Hm.')
    expect((await reply(id, '  ')).status).toBe(400)
    expect((await reply(id, 'x'.repeat(2_001))).status).toBe(400)
    await execute(
      sql`insert into comment_replies (user_id, comment_id, text) select ${ada.userId}, ${id}, 'again' from generate_series(1, 100)`,
    )
    expect((await reply(id, 'one more')).status).toBe(413)
  })

  it("returns 404 for another user's comment", async () => {
    const { id } = await (await visit()).say('Mine.')
    expect((await reply(id, 'Hello', await signUp(context.server))).status).toBe(404)
  })
})

describe('PUT /api/projects/{id}/review/seen', () => {
  const markSeen = (commentIds: string[], sender = ada) =>
    sender.send<{ seen: number }>('PUT', `/api/projects/${card.projectId}/review/seen`, { commentIds })

  it('marks comments as seen once, on every device', async () => {
    const { id } = await (await visit()).say('New.')
    expect((await find(id))?.isNew).toBe(true)
    expect((await markSeen([id])).body).toEqual({ seen: 1 })
    expect((await markSeen([id])).body).toEqual({ seen: 0 })
    expect((await find(id))?.isNew).toBe(false)
  })

  it('counts a resolved comment as seen', async () => {
    const { id } = await (await visit()).say('Soon done.')
    await ada.send('PATCH', `/api/comments/${id}`, { isResolved: true })
    expect((await find(id))?.isNew).toBe(false)
  })

  it("marks nothing of another user, and no comment of another's project", async () => {
    const { id } = await (await visit()).say('New.')
    const bob = await signUp(context.server)
    expect((await markSeen([id], bob)).status).toBe(404)
    const own = await bob.settled(await bob.generate({ prompt: 'a fox' }))
    const marked = await bob.send('PUT', `/api/projects/${own.projectId}/review/seen`, { commentIds: [id] })
    expect(marked.body).toEqual({ seen: 0 })
  })
})

describe('new comments on other projects', () => {
  const isNewElsewhere = async (projectId: string) =>
    (await ada.send<ReviewShape>('GET', `/api/projects/${projectId}/review`)).body.hasNewElsewhere
  const listedNew = async () => {
    const { body } = await ada.send<LatestProjectsReply>('GET', '/api/projects/latest')
    return body.items.find(({ id }) => id === card.projectId)?.newComments
  }
  const markAll = async () => {
    const commentIds = (await review()).comments.map(({ id }) => id)
    await ada.send('PUT', `/api/projects/${card.projectId}/review/seen`, { commentIds })
  }

  it('are told by the review of another project and by the list of projects, until they are seen', async () => {
    const other = await ada.send<{ id: string }>('POST', '/api/projects', { title: 'Other' })
    await markAll()
    expect([await isNewElsewhere(other.body.id), await listedNew()]).toEqual([false, 0])
    await (await visit()).say('And here?')
    expect([await isNewElsewhere(other.body.id), await listedNew()]).toEqual([true, 1])
    expect(await isNewElsewhere(card.projectId)).toBe(false)
    await markAll()
    expect([await isNewElsewhere(other.body.id), await listedNew()]).toEqual([false, 0])
  })

  it('are all seen with the listed ones, also those that are too old for the list', async () => {
    const other = await ada.send<{ id: string }>('POST', '/api/projects', { title: 'Busy' })
    const { id } = await (await visit()).say('The first of many.')
    await execute(sql`insert into share_comments (user_id, project_id, share_id, visitor_id, image_id, text, created_at)
      select user_id, project_id, share_id, visitor_id, image_id, 'One of many.', created_at + number * interval '1 second'
      from share_comments, generate_series(1, 510) number where id = ${id}`)
    expect((await review()).comments).toHaveLength(500)
    await markAll()
    expect([await isNewElsewhere(other.body.id), await listedNew()]).toEqual([false, 0])
  })

  it('are not told where their card is in the trash', async () => {
    const other = await ada.send<{ id: string }>('POST', '/api/projects', { title: 'Another' })
    await (await visit()).say('And here?')
    await ada.send('DELETE', `/api/generations/${card.id}`)
    expect([await isNewElsewhere(other.body.id), await listedNew()]).toEqual([false, 0])
  })
})
