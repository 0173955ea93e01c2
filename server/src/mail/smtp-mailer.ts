import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** The time limit for an answer of the mail server. */
const timeLimitMs = 15_000

/** Sends emails by SMTP. @param settings.url `smtp://name:password@host:587`, or `smtps://` for TLS from the start. */
export function createSmtpMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: timeLimitMs, greetingTimeout: timeLimitMs, socketTimeout: timeLimitMs },
    { from },
  )
  return {
    canSend: true,
    async send({ to, subject, text }) {
      await transport.sendMail({ to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}
