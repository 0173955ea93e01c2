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

/** The email about a new API token of an account. */
export const madeTokenEmail = (
  to: string,
  { name, prefix, scopes }: { readonly name: string; readonly prefix: string; readonly scopes: readonly string[] },
): Email => ({
  to,
  subject: 'A new API token for Espalier',
  text: `An API token was made for the account ${to}.

Name: ${name}
Begins with: ${prefix}
May: ${scopes.join(', ')}

If it was not you, end it in Manage account, API & agents, and change your password.
`,
})
