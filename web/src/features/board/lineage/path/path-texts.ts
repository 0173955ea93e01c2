import type { DifferenceKind } from '#domain/lineage/difference.ts'

/** The way from the root to an image. */
export const pathTexts = {
  title: 'Path to here',
  steps: 'Steps',
  step: (place: number, count: number) => `Step ${place} of ${count}:`,
  count: (place: number, count: number) => `${place} of ${count}`,
  close: 'Close',
  previous: 'Previous step',
  next: 'Next step',
  play: 'Play',
  pause: 'Pause',
  export: 'Export',
  strip: 'Picture strip (PNG)',
  animation: 'Animation (WebP)',
  print: 'Print',
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
  failed: 'The export failed',
  failedText: 'Check your connection and try again.',
  exported: 'Path saved',
  fileName: (slug: string) => `path-${slug}`,
} as const
