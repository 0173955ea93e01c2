import type { Email } from './mailer.ts'
import { quote, shorten, toOneLine } from './quoted-text.ts'

const maxQuote = 300
const maxName = 60
const toName = (title: string) => shorten(toOneLine(title), maxName)

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

/** Comments and decisions of reviewers, with the addresses of this server at which they can be answered. */
export type ReportedComments = {
  /** Oldest first: the name that the reviewer typed, and the title of the project. */
  readonly quotes: readonly {
    readonly author: string
    readonly text: string
    readonly title: string
    readonly kind: 'comment' | 'decision'
  }[]
  /** The number of comments that are not quoted. */
  readonly more: number
  readonly projects: readonly { readonly title: string; readonly address: string }[]
  /** The address of the settings. */
  readonly settings: string
}

/** The email about comments of reviewers. What they wrote stands after the links of the server, marked as a quotation (RFC 3676, 4.5). */
export function commentsEmail(to: string, { quotes, more, projects, settings }: ReportedComments): Email {
  const isOne = projects.length === 1
  const isOfComments = quotes.every(({ kind }) => kind === 'comment')
  const authors = [...new Set(quotes.map(({ author }) => toOneLine(author)))]
  const quoted = quotes.map(({ author, text, title }) =>
    quote(`${toOneLine(author)}${isOne ? '' : `, on “${toName(title)}”`}:`, shorten(text, maxQuote)),
  )
  return {
    to,
    subject: `${authors.length === 1 ? authors[0] : 'Reviewers'} ${isOfComments ? 'commented on' : 'reviewed'} ${isOne ? `“${toName(projects[0]?.title ?? '')}”` : 'your projects'}`,
    text: `${isOfComments ? 'See and answer the comments of your reviewers' : 'See what your reviewers said and decided'}:

${projects.map(({ title, address }) => (isOne ? address : `“${toName(title)}”\n${address}`)).join('\n\n')}

${quoted.join('\n\n')}
${more > 0 ? `\nAnd ${more} more.\n` : ''}
To get no more of these emails, switch them off in Manage account:

${settings}
`,
  }
}

/** A round whose date is near, with the address of this server at which its owner finds it. */
export type DueRound = {
  readonly title: string
  readonly round: number
  /** Proofs without a decision, and all of them. */
  readonly waiting: number
  readonly proofs: number
  readonly address: string
  /** The address of the settings. */
  readonly settings: string
}

/** The email with which the owner of a round is reminded of its date. */
export const dueRoundEmail = (to: string, { title, round, waiting, proofs, address, settings }: DueRound): Email => ({
  to,
  subject: `Round ${round} of “${toName(title)}” is due`,
  text: `${waiting} of ${proofs} proofs wait for a decision, and the date of the round is near. Ask your reviewers, or close the round:

${address}

To get no more of these emails, switch them off in Manage account:

${settings}
`,
})
