/** Pictures that are brought back and say how they were made. */
export const rebuildTexts = {
  command: 'Rebuild from a picture',
  title: 'How this picture was made',
  reading: 'Reading the picture',
  nothing: 'This picture does not say how it was made',
  nothingText: 'Its record was taken out, or it was never there. Drop it on a prompt to make others from it.',
  tooLarge: 'This picture is too large to be read here.',
  prompt: 'Prompt',
  model: 'Model',
  settings: 'Settings',
  of: {
    AUTOMATIC1111: 'It was made with a tool that writes as AUTOMATIC1111 does.',
    ComfyUI: 'It was made with ComfyUI.',
  },
  unmapped: 'What can not be asked for here',
  card: 'Rebuild this card',
  branch: (cards: number) => `Rebuild its branch of ${cards} cards`,
  write: 'Write it into a new card',
  rebuilt: (cards: number) => (cards === 1 ? 'The card is back' : `${cards} cards are back`),
  failed: 'It was not rebuilt',
  tryAgain: 'Check your connection and try again.',
} as const
