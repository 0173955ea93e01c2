/** The tools beside every prompt: loaded with the page, unlike what they open. */
export const promptToolTexts = {
  improve: 'Improve',
  improveUse: 'Let a language model improve the prompt',
  improveTitle: 'Improve prompt',
  blank: 'Write a prompt first.',
  noModel: 'Choose a model for the image first.',
  restore: 'Back to my text',
  restored: 'Your text is back.',
  saved: 'Library',
  savedUse: 'Saved prompts, references and lists',
}
