export const findTexts = {
  heading: 'Find on canvas',
  field: 'Find by prompt or model',
  count: (place: number, total: number) => (total === 0 ? 'No match' : `${place} of ${total}`),
  previous: 'Previous match',
  next: 'Next match',
  close: 'Close',
} as const
