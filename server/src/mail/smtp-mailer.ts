import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** A mail server that says nothing for so long is given up. */
const patienceMs = 15_000

/** Sends letters by SMTP. @param settings.url `smtp://name:password@host:587`, or `smtps://` for TLS from the start. */
export function createSmtpMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs },
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
