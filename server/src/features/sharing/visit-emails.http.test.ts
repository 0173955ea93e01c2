import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationsShape } from '#contract/account/account.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { CommentShape } from '#contract/sharing/shared-board.ts'
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
const setProven = (address: string, isProven: boolean) =>
  execute(sql`update users set email_verified = ${isProven} where email = ${address}`)
beforeAll(async () => {
  ada = await signUp(context.server, email)
  await setProven(email, true)
  card = await ada.settled(await ada.generate({ prompt: 'a walled garden' }))
  post = await startSmtpFake()
})
afterAll(() => post.stop())

async function visit(name = 'Oda', { owner, shown } = { owner: ada, shown: card }) {
  const visitor = await openReviewLink(context.server, await makeReviewLink(owner, shown.projectId))
  await visitor.send('PUT', '/name', { name })
  const say = async (text: string) =>
    (await visitor.send<CommentShape>('POST', '/comments', { imageId: imageOf(shown), text })).body
  return { say }
}

describe('visitEmailsTask', () => {
  beforeEach(async () => {
    await execute(sql`delete from visit_emails`)
    await execute(sql`delete from sent_emails`)
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
  async function pass(minutes: number) {
    const time = sql`${`${minutes} minutes`}::interval`
    await execute(sql`update visit_emails set since = since - ${time}, due_at = due_at - ${time}`)
    await execute(sql`update share_comments set created_at = created_at - ${time}`)
  }
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
    await execute(sql`update share_comments set created_at = created_at - interval '25 hours'`)
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
    expect((await set(false)).body).toEqual({ emailsComments: false, canEmail: false, missing: 'server' })
    await oda.say('Hello.')
    await pass(11)
    await sendDue()
    expect(post.emails).toEqual([])
    await set(true)
  })

  it('sends nothing to an address that was never proven', async () => {
    await setProven(email, false)
    await (await visit()).say('Hello.')
    await pass(11)
    await sendDue()
    await setProven(email, true)
    await sendDue()
    expect(post.emails).toEqual([])
    expect((await execute(sql`select 1 from visit_emails`)).rows).toEqual([])
  })

  it('sends nothing to an address that an account was changed to', async () => {
    const eve = await signUp(context.server, 'eve@example.com')
    await setProven('eve@example.com', true)
    const shown = await eve.settled(await eve.generate({ prompt: 'a fox' }))
    await eve.send('PUT', '/api/account/email', { email: 'victim@example.com', password: 'correct horse' })
    const { rows } = await execute(sql`select email from users where id = ${eve.userId}`)
    expect(rows).toEqual([{ email: 'victim@example.com' }])
    await (await visit('Eve', { owner: eve, shown })).say('Buy this.')
    await pass(11)
    await sendDue()
    expect(post.emails).toEqual([])
  })

  it('sends one email about all the visits of an owner that have ended', async () => {
    const other = await ada.settled(await ada.generate({ prompt: 'a fox in snow' }))
    await (await visit('Oda')).say('The petals get lost.')
    await (await visit('Kay')).say('Lovely.')
    await (await visit('Vera', { owner: ada, shown: other })).say('The ear is odd.')
    await pass(11)
    await sendDue()
    expect(post.emails).toHaveLength(1)
    const text = textOf(post.emails[0]?.source)
    for (const words of ['Oda', 'The petals get lost.', 'Kay', 'Lovely.', 'Vera', 'The ear is odd.'])
      expect(text).toContain(words)
    for (const { projectId } of [card, other]) expect(text).toContain(`/project/${projectId}?comments=open`)
  })

  it('sends at most six emails an hour to one address, and the comments of the others later', async () => {
    for (let sent = 0; sent < 8; sent++) {
      await (await visit()).say(`comment ${sent}`)
      await pass(11)
      await sendDue()
    }
    expect(post.emails).toHaveLength(6)
    await execute(sql`update sent_emails set sent_at = sent_at - interval '61 minutes'`)
    await pass(11)
    await sendDue()
    expect(post.emails).toHaveLength(7)
    const last = textOf(post.emails[6]?.source)
    expect([last.includes('comment 6'), last.includes('comment 7')]).toEqual([true, true])
  })

  it('lets a flood of visits to one owner delay no other owner', async () => {
    const bob = await signUp(context.server, 'bob@example.com')
    await setProven('bob@example.com', true)
    const shown = await bob.settled(await bob.generate({ prompt: 'a quiet pond' }))
    for (let each = 0; each < 9; each++) await (await visit(`Visitor ${each}`)).say('Me too.')
    await (await visit('Kay', { owner: bob, shown })).say('Calm.')
    await pass(11)
    await sendDue()
    expect(post.emails.map(({ to }) => to)).toEqual([email, 'bob@example.com'])
  })

  it('ends a visit after an hour, however long its reviewer goes on', async () => {
    const oda = await visit()
    for (let minutes = 0; minutes < 63; minutes += 9) {
      await oda.say(`after ${minutes} minutes`)
      await pass(9)
    }
    await sendDue()
    expect(post.emails).toHaveLength(1)
  })

  it('sends an email about a visit that began a day ago', async () => {
    const oda = await visit()
    await oda.say('first words')
    await execute(sql`update visit_emails set since = since - interval '25 hours'`)
    await execute(
      sql`update share_comments set created_at = created_at - interval '25 hours' where text = 'first words'`,
    )
    await oda.say('last words')
    await pass(11)
    await sendDue()
    expect(post.emails).toHaveLength(1)
    expect(textOf(post.emails[0]?.source)).toContain('last words')
  })

  it('reports a comment that came while the email about its visit was on its way', async () => {
    const oda = await visit()
    await oda.say('before')
    await pass(11)
    let isFirst = true
    const sent: string[] = []
    const slow = visitEmailsTask({
      db: context.server.database.system,
      sendVisitEmail: async ({ quotes }) => {
        sent.push(quotes.map(({ text }) => text).join())
        if (isFirst) await oda.say('meanwhile')
        isFirst = false
      },
    })
    await runOnce(slow)
    await pass(11)
    await runOnce(slow)
    expect(sent).toEqual(['before', 'meanwhile'])
  })

  it('reads no more of the comments than it quotes, and counts the others', async () => {
    const oda = await visit()
    await oda.say('x'.repeat(1_000))
    await execute(sql`insert into share_comments (user_id, project_id, share_id, visitor_id, image_id, text)
      select user_id, project_id, share_id, visitor_id, image_id, text
      from (select * from share_comments where text = ${'x'.repeat(1_000)}) as made, generate_series(1, 29)`)
    await pass(11)
    const read: { quoted: number; longest: number; more: number }[] = []
    await runOnce(
      visitEmailsTask({
        db: context.server.database.system,
        sendVisitEmail: async ({ quotes, more }) =>
          void read.push({ quoted: quotes.length, longest: Math.max(...quotes.map(({ text }) => text.length)), more }),
      }),
    )
    expect(read).toEqual([{ quoted: 20, longest: 301, more: 10 }])
  })
})
