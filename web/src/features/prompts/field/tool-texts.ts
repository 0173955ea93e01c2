/** The tools beside every prompt: loaded with the page, unlike what they open. */
export const promptToolTexts = {
  improve: 'Improve',
  improveUse: 'By a language model',
  improveTitle: 'Improve prompt',
  blank: 'Write a prompt first.',
  noModel: 'Choose a model first.',
  restore: 'Back to my text',
  restored: 'Your text is back.',
  saved: 'Library',
  savedUse: 'Saved prompts, references and lists',
}
