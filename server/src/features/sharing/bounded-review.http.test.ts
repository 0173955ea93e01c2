import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { CommentShape, ReviewShape } from '#contract/sharing/shared-board.ts'
import { imageOf } from '#server-testing/image-of.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
const execute = (statement: ReturnType<typeof sql>) => context.server.database.system.execute(statement)

let ada: TestClient
let card: GenerationShape
beforeAll(async () => {
  ada = await signUp(context.server)
  card = await ada.settled(await ada.generate({ prompt: 'a walled garden' }))
})

async function visit() {
  const visitor = await openReviewLink(context.server, await makeReviewLink(ada, card.projectId))
  await visitor.send('PUT', '/name', { name: 'Oda' })
  const say = async (text: string) =>
    (await visitor.send<CommentShape>('POST', '/comments', { imageId: imageOf(card), text })).body
  return { ...visitor, say }
}
const review = async () => (await ada.send<ReviewShape>('GET', `/api/projects/${card.projectId}/review`)).body
/** Adds copies of a comment, each older than the one before. */
const copy = (id: string, count: number) =>
  execute(sql`insert into share_comments (user_id, project_id, share_id, visitor_id, image_id, text, is_resolved, created_at)
    select user_id, project_id, share_id, visitor_id, image_id, 'older', place <= 100, created_at - place * interval '1 second'
    from share_comments, generate_series(1, ${count}) place where id = ${id}`)
const eventsOf = async () => {
  const { rows } = await execute(
    sql`select data from events where name = 'review-changed' and user_id = ${ada.userId} order by seq`,
  )
  return rows.map(({ data }) => JSON.stringify(data))
}

describe('GET /api/projects/{id}/review', () => {
  it('lists the newest 500 comments, and counts all', async () => {
    const before = await review()
    const { id } = await (await visit()).say('the newest')
    await copy(id, 600)
    const { comments, total, openCount } = await review()
    expect([comments.length, comments.at(-1)?.text]).toEqual([500, 'the newest'])
    expect(total).toBe((before.total ?? 0) + 601)
    expect(openCount).toBe((before.openCount ?? 0) + 501)
  })
})

describe('GET /api/shared/{id}/feedback', () => {
  it('lists the newest 500 comments', async () => {
    const oda = await visit()
    const { id } = await oda.say('the newest')
    await copy(id, 600)
    const comments = (await oda.feedback()).feedback?.comments
    expect([comments?.length, comments?.at(-1)?.text]).toEqual([500, 'the newest'])
  })

  it('has a new version where a card with comments is deleted and restored', async () => {
    const oda = await visit()
    await oda.say('Nice.')
    const { version } = await oda.feedback()
    await ada.send('DELETE', `/api/generations/${card.id}`)
    const without = await oda.feedback(version)
    expect(without.feedback?.comments).toEqual([])
    await ada.send('POST', `/api/generations/${card.id}/restore`)
    expect((await oda.feedback(without.version)).feedback?.comments).toHaveLength(1)
  })
})

describe('POST /api/comments/{id}/replies', () => {
  it('refuses more than 2,000 replies on the comments of one link', async () => {
    const oda = await visit()
    const { id } = await oda.say('first')
    const last = await oda.say('last')
    await execute(
      sql`insert into comment_replies (user_id, comment_id, text) select ${ada.userId}, ${id}, 'again' from generate_series(1, 2000)`,
    )
    const reply = (to: string) => ada.send('POST', `/api/comments/${to}/replies`, { text: 'one more' })
    expect((await reply(last.id)).status).toBe(413)
    const elsewhere = await (await visit()).say('another link')
    expect((await reply(elsewhere.id)).status).toBe(201)
  })
})

describe('review-changed', () => {
  it('is not sent for an act that changed nothing', async () => {
    const oda = await visit()
    const { id } = await oda.say('Darker.')
    await oda.send('PUT', `/likes/${imageOf(card)}`)
    await ada.send('PATCH', `/api/comments/${id}`, { isResolved: true })
    const before = await eventsOf()
    const { version } = await oda.feedback()
    await oda.send('PUT', `/likes/${imageOf(card)}`)
    await oda.send('PUT', '/name', { name: 'Oda' })
    await ada.send('PATCH', `/api/comments/${id}`, { isResolved: true })
    expect(await eventsOf()).toEqual(before)
    await oda.send('DELETE', `/likes/${imageOf(card)}`)
    await oda.send('DELETE', `/likes/${imageOf(card)}`)
    expect(await eventsOf()).toHaveLength(before.length + 1)
    expect((await oda.feedback(version)).feedback?.likes).toEqual([])
  })

  it('loses the words of a comment that is deleted', async () => {
    const { id } = await (await visit()).say('my phone is 555-0100')
    const body = JSON.stringify({ type: 'comment.created', data: { commentId: id, text: 'my phone is 555-0100' } })
    await execute(
      sql`insert into webhooks (id, user_id, url, events, secret, state, seen_seq) select gen_random_uuid(), ${ada.userId}, 'https://example.com', '{}', '', 'off', 0`,
    )
    await execute(sql`insert into webhook_deliveries (id, user_id, webhook_id, event, source, body)
      select gen_random_uuid(), user_id, id, 'comment.created', ${`comment ${id}`}, ${body} from webhooks`)
    expect((await eventsOf()).join()).toContain('555-0100')
    await ada.send('DELETE', `/api/comments/${id}`)
    expect((await eventsOf()).join()).not.toContain('555-0100')
    const { rows } = await execute(sql`select body from webhook_deliveries`)
    expect(rows.map((row) => JSON.parse(String(row.body)).data)).toEqual([{ commentId: id, text: '' }])
  })
})
