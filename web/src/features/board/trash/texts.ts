const count = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`)

export const trashTexts = {
  title: 'Trash',
  text: 'Deleted branches stay here for 30 days. They come back whole, where they were.',
  close: 'Close',
  loading: 'Loading the trash',
  emptyTitle: 'The trash is empty',
  emptyText: 'What you delete from this canvas can be put back from here.',
  failedTitle: 'This did not load',
  failedText: 'The trash could not be read.',
  contents: (cards: number, images: number) => `${count(cards, 'card', 'cards')}, ${count(images, 'image', 'images')}`,
  days: (days: number) => (days === 0 ? 'Goes for good today' : `Goes for good in ${count(days, 'day', 'days')}`),
  putBack: 'Put back',
  putBackLabel: (prompt: string) => `Put back “${prompt}”`,
} as const
