import type { CompareMode } from './compare-modes.ts'

/** Comparing images. */
export const compareTexts = {
  title: (count: number) => `Compare ${count} images`,
  compare: 'Compare images',
  add: 'Add image to comparison',
  remove: 'Take image out of comparison',
  gathered: 'Images to compare',
  takeOut: (place: number) => `Take image ${place} out`,
  clear: 'Clear',
  open: (count: number) => (count < 2 ? 'Add another image' : `Compare ${count}`),
  full: 'Four images are the most',
  fullText: 'Take one out of the comparison first.',
  added: (count: number) => `Image ${count} of the comparison`,
  removed: 'Out of the comparison',
  close: 'Close',
  fit: 'Fit to screen',
  modes: { side: 'Side by side', slider: 'Slider', overlay: 'Overlay', blink: 'Blink' } satisfies Record<
    CompareMode,
    string
  >,
  modesLabel: 'How to compare',
  letter: (place: number) => String.fromCharCode(65 + place),
  against: (letter: string) => `A and ${letter}`,
  pairLabel: 'Which two',
  split: 'Where the pictures meet',
  opacity: (letter: string) => `How much of ${letter} is seen`,
  blinkNow: (letter: string) => `Shows ${letter}. Press Space to switch.`,
  settings: 'Settings',
  winner: 'Winner',
  pick: 'Pick as winner',
  which: (letter: string) => `: ${letter}`,
  differs: 'differs',
  references: (prompts: number, looks: number) =>
    prompts + looks === 0
      ? 'None'
      : [prompts && `${prompts} shown`, looks && `${looks} for the look`].filter(Boolean).join(', '),
  fields: {
    model: 'Model',
    style: 'Style',
    settings: 'Settings',
    references: 'References',
    seed: 'Seed',
    cost: 'Cost',
  },
} as const
