export const boardDataTexts = {
  /** In the place of a model's name, while a race hides it. */
  hiddenModel: (letter: string) => `Model ${letter}`,
} as const
