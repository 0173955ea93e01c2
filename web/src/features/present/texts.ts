/** The slides of a board. */
export const presentTexts = {
  command: 'Present',
  selection: 'Present selection',
  title: 'Presentation',
  close: 'End presentation',
  previous: 'Previous slide',
  next: 'Next slide',
  prompts: 'Prompts',
  frames: 'Frames',
  cards: 'Cards',
  note: 'Note',
  what: 'What is shown',
  place: (place: number, count: number) => `${place} of ${count}`,
  slide: (place: number, count: number, title: string) => `${place} of ${count}, ${title}`,
  lost: 'This picture could not be loaded.',
  gone: 'This slide has been deleted.',
  empty: 'There is nothing to present yet: no frame, and no card with a finished image.',
} as const
