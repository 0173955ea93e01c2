export const boardDataTexts = {
  /** In the place of a model's name, while it is not known whether a race hides it. */
  unknownModel: 'Model',
  /** In the place of what a provider has said, while a race hides the model. */
  hiddenWords: 'What the provider says of it is shown with the model’s name.',
} as const
