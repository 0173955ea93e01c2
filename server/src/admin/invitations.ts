import { eq } from 'drizzle-orm'
import { email as emailShape } from '#contract/account/accounts.ts'
import { invitationEmail } from '#server/mail/email-texts.ts'
import { users } from '../db/schema/accounts.ts'
import { invitationPath, invite, listInvitations, revokeInvitation } from '../features/account/invitations.ts'
import { createSmtpMailer } from '../mail/smtp-mailer.ts'
import { type AdminContext, type AdminResult, Misuse } from './admin-context.ts'

const day = (moment: Date) => moment.toISOString().slice(0, 10)

/** Invites an email to create an account: prints the link and sends it, where a mail server is set up. */
export async function inviteByEmail({ db, env }: AdminContext, email: string): Promise<AdminResult> {
  if (env.SIGN_UP === 'closed') throw new Misuse('SIGN_UP is closed: set it to invite, and start the server again.')
  if (!emailShape.safeParse(email).success) throw new Misuse(`${email} is not an email address.`)
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()))
  if (account) throw new Misuse(`There is an account with the email ${email} already.`)
  const { token, expiresAt } = await invite(db, { email, nowMs: Date.now() })
  const address = new URL(invitationPath(token), env.PUBLIC_URL ?? `http://localhost:${env.PORT ?? 3000}`).href
  return {
    lines: [
      `The invitation of ${email}, which works once until ${day(expiresAt)}: ${address}`,
      ...(env.PUBLIC_URL === undefined
        ? ['Replace its beginning by the address of your server, or set PUBLIC_URL.']
        : []),
      ...(await send({ env, email, address })),
    ],
    outcome: 'done',
  }
}

async function send({
  env,
  email,
  address,
}: Pick<AdminContext, 'env'> & { readonly email: string; readonly address: string }): Promise<string[]> {
  if (!env.SMTP_URL || !env.MAIL_FROM) return []
  const mailer = createSmtpMailer({ url: env.SMTP_URL, from: env.MAIL_FROM })
  try {
    await mailer.send(invitationEmail(email, address))
    return ['It was sent by email.']
  } catch (error) {
    return [
      `The mail server did not take it (${error instanceof Error ? error.message : String(error)}): send the link yourself.`,
    ]
  } finally {
    mailer.close()
  }
}

/** Lists the invitations that can still be accepted. */
export async function sayInvitations({ db }: AdminContext): Promise<AdminResult> {
  const open = await listInvitations(db)
  if (open.length === 0) return { lines: ['No invitation is open.'], outcome: 'done' }
  return { lines: open.map(({ email, expiresAt }) => `${email}, until ${day(expiresAt)}`), outcome: 'done' }
}

/** Revokes the open invitation of an email. */
export async function revokeByEmail({ db }: AdminContext, email: string): Promise<AdminResult> {
  if (!(await revokeInvitation(db, email))) throw new Misuse(`There is no open invitation of ${email}.`)
  return { lines: [`The invitation of ${email} no longer works.`], outcome: 'done' }
}
