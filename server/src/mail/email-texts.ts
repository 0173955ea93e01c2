import type { Email } from './mailer.ts'

/** The email with the link to reset a forgotten password. */
export const resetEmail = (to: string, address: string): Email => ({
  to,
  subject: 'Set a new password for Espalier',
  text: `A new password was requested for the account ${to}.

Open this address within an hour to set one. It works once.

${address}

If it was not you, do nothing: the password stays as it is.
`,
})

/** The email with the link to confirm an address. */
export const confirmationEmail = (to: string, address: string): Email => ({
  to,
  subject: 'Confirm your email for Espalier',
  text: `An account was created for ${to}.

Open this address within an hour to confirm that the email is yours.

${address}

If it was not you, do nothing.
`,
})

/** The email with which the operator of a server invites someone to create an account. */
export const invitationEmail = (to: string, address: string): Email => ({
  to,
  subject: 'Your invitation to Espalier',
  text: `You are invited to create an account at Espalier with the email ${to}.

Open this address within seven days. It works once.

${address}

If you do not want an account, do nothing.
`,
})

type MadeToken = {
  readonly name: string
  readonly kind: 'token' | 'connection'
  readonly prefix: string
  readonly scopes: readonly string[]
}

/** The email about a webhook that was switched off, because its receiver has failed for days, or said that it is gone. */
export const webhookOffEmail = (to: string, url: string): Email => ({
  to,
  subject: 'A webhook of Espalier was switched off',
  text: `Events of the account ${to} are no longer sent to ${url}: it has not taken them for days, or has answered that it is gone.

When the receiver works again, switch it on in Manage account, API & agents, Webhooks.
`,
})

/** The email about a new API token or a new connection of an account. */
export const madeTokenEmail = (to: string, { name, kind, prefix, scopes }: MadeToken): Email => ({
  to,
  subject: kind === 'connection' ? 'A program was connected to Espalier' : 'A new API token for Espalier',
  text: `${kind === 'connection' ? 'A program was connected to' : 'An API token was made for'} the account ${to}.

Name: ${name}
${kind === 'connection' ? '' : `Begins with: ${prefix}\n`}May: ${scopes.join(', ')}

If it was not you, end it in Manage account, API & agents, and change your password.
`,
})

export type VisitOfReviewer = {
  /** The name that the reviewer typed. */
  readonly author: string
  /** The title of the project. */
  readonly title: string
  /** The comments, oldest first, and the number of those that are not listed. */
  readonly texts: readonly string[]
  readonly more: number
  /** The addresses of the comments and of the settings. */
  readonly address: string
  readonly settings: string
}

const maxSubjectName = 60
const onOneLine = (text: string) => text.replace(/\s+/g, ' ')
const shorten = (text: string, max: number) =>
  [...text].length > max ? `${[...text].slice(0, max - 1).join('')}…` : text

/** The email about the comments of a reviewer, one for each visit. */
export const commentsEmail = (
  to: string,
  { author, title, texts, more, address, settings }: VisitOfReviewer,
): Email => ({
  to,
  subject: `${onOneLine(author)} commented on “${shorten(onOneLine(title), maxSubjectName)}”`,
  text: `${texts.map((text) => `${author}: “${text}”`).join('\n\n')}
${more > 0 ? `\nAnd ${more} more.\n` : ''}
See and answer them:

${address}

To get no more of these emails, switch them off in Manage account:

${settings}
`,
})
