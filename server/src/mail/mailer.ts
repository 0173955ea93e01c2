/** A letter to one person, as plain text. */
export type Letter = { readonly to: string; readonly subject: string; readonly text: string }

/** What sends letters: the port. */
export type Mailer = {
  /** Whether letters reach anybody; what needs them is not offered otherwise. */
  readonly canSend: boolean
  /** Hands a letter to the mail server. Throws where it does not take it. */
  send(letter: Letter): Promise<void>
  /** Lets go of the connections. */
  close(): void
}
