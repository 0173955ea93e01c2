/** An email to one person, as plain text. */
export type Email = { readonly to: string; readonly subject: string; readonly text: string }

/** The port for sending emails. */
export type Mailer = {
  /** Whether emails are delivered; features that need them are not offered otherwise. */
  readonly canSend: boolean
  /** Hands an email to the mail server. @throws where the server rejects it. */
  send(email: Email): Promise<void>
  /** Closes the connections. */
  close(): void
}
