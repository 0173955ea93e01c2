import type { DifferenceKind } from '#domain/lineage/difference.ts'

/** The way to a picture, step by step. */
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
