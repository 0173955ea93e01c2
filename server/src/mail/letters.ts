import type { Letter } from './mailer.ts'

/** The letter with which somebody puts another password in the place of a forgotten one. */
export const resetLetter = (to: string, address: string): Letter => ({
  to,
  subject: 'Set a new password for Espalier',
  text: `Somebody, probably you, asked for a new password for the account ${to}.

Open this address within an hour to set one. It works once.

${address}

If it was not you, do nothing: the password stays as it is.
`,
})

/** The letter with which somebody shows that the address is theirs. */
export const confirmationLetter = (to: string, address: string): Letter => ({
  to,
  subject: 'Confirm your email for Espalier',
  text: `Somebody, probably you, created an account for ${to}.

Open this address within an hour to confirm that the email is yours.

${address}

If it was not you, do nothing.
`,
})

/** The email with which the operator of a server invites someone to create an account. */
export const invitationEmail = (to: string, address: string): Letter => ({
  to,
  subject: 'Your invitation to Espalier',
  text: `You are invited to create an account at Espalier with the email ${to}.

Open this address within seven days. It works once.

${address}

If you do not want an account, do nothing.
`,
})
