import type { FeedbackType } from '#domain/board/feedback.ts'
import { formatPrice } from '#domain/format.ts'

/** Differences, and applying a change to another card. */
export const lineageTexts = {
  close: 'Close',
  whatChanged: 'What changed',
  samePrompt: 'The prompt is the same.',
  became: 'became',
  selected: 'What was selected, over the picture before',
  none: 'None',
  unknownStyle: 'A style that is gone',
  reordered: 'In another order',
  referenceRemoved: 'Removed picture',
  referenceAdded: 'Added picture',
  imagePlace: (place: number) => `image ${place}`,
  applyTo: 'Apply this change to…',
  apply: 'Apply this change',
  modelKept: 'The race hides which model this leads to, so the card keeps its own.',
  applyHint: 'Click a card on the canvas, or choose one here.',
  applySearch: 'Search prompts and models',
  applyNone: 'No card has these words.',
  applyCards: 'Cards',
  applyGone: 'This branch is gone.',
  newPrompt: 'New prompt',
  otherCard: 'Another card',
  nothingChanges: 'This card has all of it already. The branch will be a new try.',
  noImage: 'This card has no finished image to branch from.',
} as const

const credits = (hundredths: number) => `${formatPrice(hundredths)} credits`

/** The cost of branches, and their caps. */
export const costTexts = {
  title: 'What this branch cost',
  menu: (hundredths: number) => (hundredths === 0 ? 'Branch cost' : `Branch cost: ${credits(hundredths)}`),
  summary: ({ total, winning, exploring }: { total: number; winning: number | null; exploring: number }) =>
    winning === null
      ? `This branch: ${credits(total)}. Star an image to see what the way to it cost.`
      : `This branch: ${credits(total)}, ${formatPrice(winning)} on the way to the winner, ${formatPrice(exploring)} exploring.`,
  hidden: 'A race hides which model made this, and with it the cost. Pick a winner to see both.',
  free: 'Nothing in this branch has cost anything.',
  credits,
  fields: {
    card: 'This card',
    branch: 'This branch',
    winning: 'Way to the winner',
    exploring: 'Exploring',
    held: 'On hold',
    perKept: 'For each kept image',
  },
  kept: (count: number) => (count === 1 ? '1 liked or starred' : `${count} liked or starred`),
  cap: 'Cap on this branch',
  capHint: 'Go asks for nothing that would cost more. What lies in the trash counts.',
  capUnit: 'credits',
  setCap: 'Set cap',
  removeCap: 'Remove cap',
  capSet: 'Cap set',
  capRemoved: 'Cap removed',
  capFailed: 'The cap was not saved',
  capFailedText: 'Check your connection and try again.',
  capInvalid: 'Write a number of credits, 0 or more.',
  close: 'Close',
} as const

/** Culling images one by one, and folding dead ends. */
export const cullTexts = {
  cullBranch: 'Cull this branch',
  cullAll: 'Cull all images',
  title: 'Cull',
  progress: (place: number, count: number) => `${place} of ${count}`,
  previous: 'Previous image',
  next: 'Next image',
  close: 'Close',
  verdicts: { dislike: 'Dislike', like: 'Like', star: 'Star' } satisfies Record<FeedbackType, string>,
  given: (verdict: string, place: number) => `${verdict}, image ${place}`,
  end: 'That was the last one.',
  nothingText: 'There are no finished images here yet.',
  foldDeadEnds: 'Fold dead ends',
  unfoldDeadEnds: 'Unfold dead ends',
  folded: (count: number) => `Fold ${count === 1 ? 'one dead end' : `${count} dead ends`}`,
  unfolded: (count: number) => `Unfold ${count === 1 ? 'one dead end' : `${count} dead ends`}`,
} as const

/** Exports of the path from the root to an image. */
export const pathTexts = {
  close: 'Close',
  export: 'Export',
  strip: 'Picture strip (PNG)',
  animation: 'Animation (WebP)',
  print: 'Print',
  failed: 'The export failed',
  failedText: 'Check your connection and try again.',
  exported: 'Path saved',
  fileName: (slug: string) => `path-${slug}`,
} as const
