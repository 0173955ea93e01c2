import type { ImageFailure } from '#domain/errors.ts'

const failures: Record<ImageFailure, string> = {
  refused: 'The model refused this prompt.',
  'rate-limited': 'The provider is too busy.',
  key: 'The provider refused the key.',
  'provider-down': 'The provider did not answer.',
  failed: 'Generation failed',
  'time-out': 'Timed out.',
  invalid: 'No usable picture came back.',
}

const cardCount = (count: number) => (count === 1 ? '1 card' : `${count} cards`)

export const boardTexts = {
  canvas: 'Canvas',
  loading: 'Loading generations',
  error: 'Error',
  failedToLoad: 'Failed to load generations',
  notPainted: 'The overview can not be drawn',
  notPaintedText: 'Zoom in to see the cards, or reload the page.',
  failedTitle: 'This did not load',
  emptyTitle: 'Nothing planted yet',
  emptyText: 'The first prompt becomes the first card of this canvas.',
  emptyAction: 'Create an Image',
  collapse: 'Collapse',
  expand: 'Expand',
  card: (prompt: string, parentPrompt: string | null) =>
    parentPrompt === null ? prompt : `${prompt}, branched from: ${parentPrompt}`,
  /** `cost` in hundredths of a credit; nothing is said of 0. */
  making: ({ aspectRatio, resolution, cost }: { aspectRatio: string; resolution: string; cost: number }) =>
    `${aspectRatio} · ${resolution}${cost > 0 ? ` · ${(cost / 100).toFixed(2)} credits` : ''}`,
  actions: 'Card actions',
  cancel: 'Cancel generation',
  remove: 'Delete generation',
  seconds: (seconds: number) => `${seconds} s`,
  waiting: (place: number, percent: number | null) =>
    percent === null ? `Image ${place} is being made` : `Image ${place} is being made, ${percent} % done`,
  uncertain: 'Waiting for the provider',
  failures,
  failedWithoutReason: 'This one failed.',
  cancelled: 'Cancelled.',
  notCharged: 'Not charged.',
  retry: 'Retry',
  retryLabel: (place: number) => `Retry image ${place}`,
  pictureLost: 'This picture did not load.',
  retryFailed: 'The image could not be tried again',
  cancelFailed: 'The generation could not be cancelled',
  lost: {
    place: 'The card could not be moved',
    collapse: 'The card could not be changed',
    delete: 'Failed to delete generation',
    restore: 'The branch could not be put back',
    rename: 'Failed to save the title',
  },
  moved: (count: number) => `Moved ${cardCount(count)}`,
  collapsed: (what: 'collapsed' | 'expanded', count: number) =>
    `${what === 'collapsed' ? 'Collapsed' : 'Expanded'} ${cardCount(count)}`,
  tidied: (count: number) => `Tidied up ${cardCount(count)}`,
  deletedStep: (count: number) => `Deleted ${cardCount(count)}`,
  restoredStep: (count: number) => `Put back ${cardCount(count)}`,
  deleteQuestion: 'Delete this generation and all its branches?',
  deleteManyQuestion: (count: number) => `Delete these ${count} generations and all their branches?`,
  deleteText: (cards: number, images: number) =>
    `${cards === 1 ? '1 card' : `${cards} cards`} with ${images === 1 ? '1 image' : `${images} images`} ${
      cards === 1 ? 'goes' : 'go'
    } to the trash and ${cards === 1 ? 'stays' : 'stay'} there for 30 days.`,
  deleteConfirm: 'Delete',
  deleted: 'Deleted',
  deletedText: (count: number) => `Deleted ${count} generation(s) and their branches`,
  undo: 'Undo',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  zoomBar: 'Zoom',
  percent: (percent: number) => `${percent}%`,
  toFullSize: 'Zoom to 100%',
  fit: 'Fit to view',
  minimap: 'Minimap',
}
