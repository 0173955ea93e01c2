import { formatPrice } from '#domain/format.ts'

/** Branching and new generations. */
export const composePanelTexts = {
  capLeft: (left: number, most: number) =>
    `Cap: ${formatPrice(Math.max(0, left))} of ${formatPrice(most)} credits left in this branch`,
  capLeftHidden: 'This branch has a cap. What is left of it is shown when the race has a winner.',
  dialogTitle: 'Create New Branch',
  kinds: {
    enhance: { name: 'Enhance', text: 'Improve quality and add details' },
    remix: { name: 'Remix', text: 'Create a variation with different style' },
    motion: { name: 'Add Motion', text: 'Animate this image (coming soon)' },
  },
  comingSoon: 'Coming Soon',
  comingSoonText: 'Video generation will be available soon!',
  newGeneration: 'New generation',
  fromImage: (place: number, count: number) => `from image ${place} of ${count}`,
  prompt: 'Prompt',
  placeholder: 'Describe what you want to create...',
  close: 'Close',
  cancel: 'Cancel',
  model: (name: string) => `Model: ${name}`,
  models: 'Models',
  failed: 'Generation Failed',
  failedWithoutReason: 'Failed to generate images',
}

/** Rebuilding cards from the record of a picture. */
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
