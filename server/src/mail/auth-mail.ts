import type { Log } from '../operations/log.ts'
import { confirmationEmail, resetEmail } from './email-texts.ts'
import type { Email, Mailer } from './mailer.ts'

/** The emails that signing in needs. Their links lead to this server's own pages, whatever host a request named. */
export function createAuthMail(mailer: Mailer, publicUrl: string, log: Log) {
  const page = (path: string, token: string) => {
    const address = new URL(path, publicUrl)
    address.searchParams.set('token', token)
    return address.href
  }
  // Not awaited by the request: its duration would reveal whether the account exists.
  const post = (email: Email) => {
    mailer.send(email).catch((error: unknown) => log.error({ err: error }, 'the mail server did not accept an email'))
  }
  return {
    sendReset: (to: string, token: string) => post(resetEmail(to, page('/reset-password', token))),
    sendConfirmation: (to: string, token: string) => post(confirmationEmail(to, page('/confirm-email', token))),
  }
}
