import type { Mailer } from './mailer.ts'

/** Used where no mail server is set up: features that send emails are not offered, so it is never called to send. */
export const noMailer: Mailer = {
  canSend: false,
  send: () => Promise.reject(new Error('No mail server is set up.')),
  close: () => undefined,
}
