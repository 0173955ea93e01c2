import type { FeedbackType } from '#domain/board/feedback.ts'

/** Going through images one by one, and what is done with branches that lead nowhere. */
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
