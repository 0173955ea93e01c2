import type { DifferenceKind } from '#domain/lineage/difference.ts'

/** The layouts of a comparison. All but the first take two images. */
export const compareModes = ['side', 'slider', 'overlay', 'blink'] as const
export type CompareMode = (typeof compareModes)[number]

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

/** The path to an image, step by step. */
export const filmstripTexts = {
  title: 'Path to here',
  steps: 'Steps',
  step: (place: number, count: number) => `Step ${place} of ${count}:`,
  count: (place: number, count: number) => `${place} of ${count}`,
  previous: 'Previous step',
  next: 'Next step',
  play: 'Play',
  pause: 'Pause',
  start: 'Start',
  noImage: 'No image',
  more: (count: number) => `+${count} more`,
  added: (words: string) => `+ ${words}`,
  removed: (words: string) => `− ${words}`,
  became: (name: string, value: string) => `${name}: ${value}`,
  changed: {
    imagePrompts: 'Other image prompts',
    styleReferences: 'Other image styles',
    parentImageId: 'Again, from one image',
    seed: 'Another seed',
  } satisfies Partial<Record<DifferenceKind, string>>,
} as const

/** Comments on spots of pictures. */
export const commentTexts = {
  title: 'Comments',
  heading: 'What visitors said',
  pin: (place: number, author: string, text: string) => `Comment ${place} by ${author}: ${text}`,
  done: 'Done',
  replies: 'Replies',
  wholePicture: 'Whole picture',
  resolve: 'Mark as done',
  reopen: 'Open again',
  remove: 'Delete comment',
  removeQuestion: 'Delete this comment?',
  removeText: 'It is gone for the visitor as well.',
  removeConfirm: 'Delete',
  showPins: 'Show comments on the picture',
  hidePins: 'Hide comments on the picture',
  likedBy: (names: readonly string[]) => `Liked by ${names.join(', ')}`,
} as const

const fields: Record<DifferenceKind, string> = {
  edit: 'Edit',
  prompt: 'Prompt',
  model: 'Model',
  style: 'Style',
  imagePrompts: 'Image prompts',
  styleReferences: 'Image styles',
  aspectRatio: 'Ratio',
  resolution: 'Size',
  rawMode: 'Raw',
  controls: 'Controls',
  parentImageId: 'From',
  seed: 'Seed',
}

/** The names of the fields in which two generations can differ. */
export const differenceTexts = {
  fields,
  onOff: (isOn: boolean) => (isOn ? 'On' : 'Off'),
} as const

/** Texts for the origin of a prompt. */
export const promptOriginTexts = {
  improvedFrom: 'Improved from your text',
  written: 'Written as',
  references: 'References',
}
