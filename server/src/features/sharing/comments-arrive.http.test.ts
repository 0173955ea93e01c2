import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationsShape } from '#contract/account.ts'
import type { EventData } from '#contract/events.ts'
import type { GenerationShape } from '#contract/generation.ts'
import type { CommentShape, ReplyShape, ReviewShape } from '#contract/shared-board.ts'
import { runOnce } from '#server/background/runner.ts'
import { createSmtpMailer } from '#server/mail/smtp-mailer.ts'
import { createVisitMail } from '#server/mail/visit-mail.ts'
import { imageOf } from '#server-testing/image-of.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { type SmtpFake, startSmtpFake } from '#server-testing/smtp-fake.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { visitEmailsTask } from './visit-emails.ts'

const context = withTestServer()
const execute = (statement: ReturnType<typeof sql>) => context.server.database.system.execute(statement)

const email = 'mara@example.com'
let ada: TestClient
let card: GenerationShape
let post: SmtpFake
beforeAll(async () => {
  ada = await signUp(context.server, email)
  card = await ada.settled(await ada.generate({ prompt: 'a walled garden' }))
  post = await startSmtpFake()
})
afterAll(() => post.stop())

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

describe('visitEmailsTask', () => {
  beforeEach(async () => {
    await execute(sql`delete from visit_emails`)
    post.emails.length = 0
  })
  const publicUrl = 'https://espalier.example'
  const task = (url = post.url) =>
    visitEmailsTask({
      db: context.server.database.system,
      sendVisitEmail: createVisitMail(createSmtpMailer({ url, from: 'espalier@example.com' }), publicUrl),
    })
  const sendDue = () => runOnce(task())
  /** Lets minutes pass for the visits that go on. */
  const pass = (minutes: number) =>
    execute(sql`update visit_emails set due_at = due_at - ${`${minutes} minutes`}::interval`)
  const textOf = (source: string | undefined) => (source ?? '').replace(/=\n/g, '').replace(/=3D/g, '=')

  it('sends one email about a visit, ten quiet minutes after its last comment', async () => {
    const oda = await visit()
    await oda.say('The petals get lost.')
    await pass(6)
    await oda.say('And the gate?')
    await pass(6)
    await sendDue()
    expect(post.emails).toEqual([])
    await pass(4)
    await sendDue()
    await sendDue()
    expect(post.emails.map(({ to }) => to)).toEqual([email])
    const text = textOf(post.emails[0]?.source)
    expect(text).toContain('The petals get lost.')
    expect(text).toContain('And the gate?')
    expect(text).toContain(`${publicUrl}/project/${card.projectId}?comments=open`)
    expect(text).toContain(`${publicUrl}/manage-account`)
  })

  it('sends another email about the next visit, with its comments alone', async () => {
    const oda = await visit()
    await oda.say('first visit')
    await pass(11)
    await sendDue()
    await oda.say('second visit')
    await pass(11)
    await sendDue()
    expect(post.emails).toHaveLength(2)
    expect(textOf(post.emails[1]?.source)).not.toContain('first visit')
  })

  it('sends again after the lease what a killed process had begun', async () => {
    await (await visit()).say('Hello.')
    await pass(11)
    // Claimed by a process that has gone since.
    await execute(sql`update visit_emails set due_at = now() + interval '60 seconds'`)
    await sendDue()
    expect(post.emails).toEqual([])
    await pass(2)
    await sendDue()
    expect(post.emails).toHaveLength(1)
  })

  it('keeps the email while the mail server refuses it, for a day', async () => {
    const refusing = await startSmtpFake('refuse')
    await (await visit()).say('Hello.')
    await pass(11)
    await expect(runOnce(task(refusing.url))).rejects.toThrow()
    expect((await execute(sql`select 1 from visit_emails`)).rows).toHaveLength(1)
    await pass(2)
    await execute(sql`update visit_emails set since = since - interval '25 hours'`)
    await sendDue()
    expect(post.emails).toEqual([])
    expect((await execute(sql`select 1 from visit_emails`)).rows).toEqual([])
    await refusing.stop()
  })

  it('sends none where the owner has switched them off, or has deleted the comment', async () => {
    const oda = await visit()
    const { id } = await oda.say('Never mind.')
    await ada.send('DELETE', `/api/comments/${id}`)
    await pass(11)
    await sendDue()
    const set = (emailsComments: boolean) =>
      ada.send<NotificationsShape>('PUT', '/api/account/notifications', { emailsComments })
    expect((await set(false)).body).toEqual({ emailsComments: false, canEmail: false })
    await oda.say('Hello.')
    await pass(11)
    await sendDue()
    expect(post.emails).toEqual([])
    await set(true)
  })
})
