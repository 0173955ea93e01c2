/** The text in a prompt box. */
export type PromptText = {
  readonly prompt: string
  /** The text that the user had written before a language model improved it; null for a text that was not improved. */
  readonly improvedFrom: string | null
}

/** A proposal that was accepted, with the text that it came from. */
export type AcceptedProposal = { readonly proposal: string; readonly improvedFrom: string }

/**
 * The text after the user has changed it: emptied, or set back to what was written, it counts as not improved; as the proposal that was
 * accepted last, by a redo, it is improved again.
 */
export function changedPrompt(
  { improvedFrom }: PromptText,
  prompt: string,
  accepted: AcceptedProposal | null = null,
): PromptText {
  if (prompt.trim() === '' || prompt === improvedFrom) return { prompt, improvedFrom: null }
  return { prompt, improvedFrom: improvedFrom ?? (accepted?.proposal === prompt ? accepted.improvedFrom : null) }
}

/** Returns an accepted proposal with its origin: improved twice, what was written first. @param asked The text that was sent to the language model. */
export const acceptedProposal = ({ improvedFrom }: PromptText, asked: string, proposal: string): AcceptedProposal => ({
  proposal,
  improvedFrom: improvedFrom ?? asked,
})
