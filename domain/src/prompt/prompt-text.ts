/** The text in a prompt box. */
export type PromptText = {
  readonly prompt: string
  /** The text that the user had written before a language model improved it; null for a text that was not improved. */
  readonly improvedFrom: string | null
}

/** The text after the user has changed it: emptied, or set back to what was written, it counts as not improved. */
export const changedPrompt = ({ improvedFrom }: PromptText, prompt: string): PromptText => ({
  prompt,
  improvedFrom: prompt.trim() === '' || prompt === improvedFrom ? null : improvedFrom,
})

/** The text after a proposal was accepted. Improved twice, it comes from what was written first. */
export const improvedPrompt = ({ prompt, improvedFrom }: PromptText, proposal: string): PromptText =>
  changedPrompt({ prompt, improvedFrom: improvedFrom ?? prompt }, proposal)
