import type { Mailer } from './mailer.ts'

/** Where no mail server is set up: nothing that sends letters is offered, so none is ever sent. */
export const noMailer: Mailer = {
  canSend: false,
  send: () => Promise.reject(new Error('No mail server is set up.')),
  close: () => undefined,
}
