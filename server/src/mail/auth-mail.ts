import type { Log } from '../operations/log.ts'
import { confirmationLetter, resetLetter } from './letters.ts'
import type { Letter, Mailer } from './mailer.ts'

/** The letters that signing in needs. Their links lead to pages of ours, never to where a request claimed to come from. */
export function createAuthMail(mailer: Mailer, publicUrl: string, log: Log) {
  const page = (path: string, token: string) => {
    const address = new URL(path, publicUrl)
    address.searchParams.set('token', token)
    return address.href
  }
  // Not awaited by the one who asked: how long it takes would tell whether there is such an account.
  const post = (letter: Letter) => {
    mailer
      .send(letter)
      .catch((error: unknown) => log.error({ err: error }, 'a letter was not taken by the mail server'))
  }
  return {
    sendReset: (to: string, token: string) => post(resetLetter(to, page('/reset-password', token))),
    sendConfirmation: (to: string, token: string) => post(confirmationLetter(to, page('/confirm-email', token))),
  }
}
