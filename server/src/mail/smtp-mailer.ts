import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** The time limit for an answer of the mail server. */
const timeLimitMs = 15_000

/** The port of mail programs, and the default of `smtp://` (RFC 6409; nodemailer 10, smtp-connection). */
const submissionPort = 587

/**
 * Whether the mail server has to offer TLS. Without that a program between the two can leave STARTTLS out, and read the password. An
 * address may say otherwise: `smtp://host:587?requireTLS=false`, or `ignoreTLS=true`.
 */
export function requiresTls(address: string): boolean {
  const { protocol, port, searchParams } = new URL(address)
  if (searchParams.has('requireTLS') || searchParams.has('ignoreTLS')) return searchParams.get('requireTLS') === 'true'
  return protocol === 'smtp:' && Number(port || submissionPort) === submissionPort
}

/** Sends emails by SMTP. @param settings.url `smtp://name:password@host:587`, or `smtps://` for TLS from the start. */
export function createSmtpMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport(
    {
      url,
      requireTLS: requiresTls(url),
      connectionTimeout: timeLimitMs,
      greetingTimeout: timeLimitMs,
      socketTimeout: timeLimitMs,
    },
    // No vacation notice answers it (RFC 3834, 5).
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  return {
    canSend: true,
    async send({ to, subject, text }) {
      await transport.sendMail({ to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}
