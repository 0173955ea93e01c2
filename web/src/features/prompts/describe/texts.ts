import { maxNoteLength } from '#domain/board/board-item.ts'
import { formatCount } from '#domain/format.ts'
import { priceText } from '../field/texts.ts'

/** The dialog that describes an image, and its entry points. */
export const describeTexts = {
  title: 'Describe image',
  command: 'Describe image',
  heading: 'Description',
  none: 'No description yet.',
  field: 'Description',
  placeholder: 'Write what the image shows, or let a language model describe it.',
  language: 'Language',
  loading: 'Looking for a language model…',
  missing: 'Describing needs a language model that sees pictures.',
  offer: (model: string, price: number) =>
    price === 0 ? `${model} describes it, free.` : `${model} describes it for ${priceText(price)}.`,
  ask: 'Describe',
  working: (model: string) => `${model} is writing…`,
  stop: 'Stop',
  stopped: 'Stopped.',
  again: 'Try again',
  failed: 'The language model can’t be reached. Check your connection and try again.',
  writtenBy: (model: string) => `Written by ${model}`,
  writtenByYou: 'Written by you',
  earlier: 'Back to the text before',
  usePrompt: 'Use as prompt',
  noText: 'There is no text yet.',
  addNote: 'Note beside the card',
  noteTooLong: `A note has at most ${formatCount(maxNoteLength)} characters.`,
  noted: 'Note added beside the card',
  keep: 'Keep for search',
  isKept: 'Search finds the image by this text.',
  kept: 'Kept. Search finds the image by it.',
  remove: 'Remove',
  removed: 'Removed. Search no longer finds the image by it.',
  notRead: 'The description could not be read.',
  notKept: 'It could not be kept. Check your connection and try again.',
  notRemoved: 'It could not be removed. Check your connection and try again.',
  discard: { title: 'Discard this text?', text: 'It is not kept for search.', action: 'Discard' },
  replaced: 'The prompt is the description now',
  undo: 'Undo',
}

const images = (count: number) => (count === 1 ? '1 image' : `${formatCount(count)} images`)

/** The dialog that describes several images. */
export const bulkTexts = {
  title: (count: number) => `Describe ${images(count)}`,
  command: (count: number) => (count > 1 ? `Describe ${images(count)}` : 'Describe images'),
  offer: (model: string, { count, price }: { count: number; price: number }) =>
    price === 0
      ? `${model} describes them, free.`
      : `${model} describes them for ${priceText(price * count)}, ${priceText(price)} each.`,
  yours: 'Each is kept for search. A description that you wrote stays.',
  ask: 'Describe',
  again: 'Try again',
  tooMany: (most: number) => `At most ${most} images at a time. Select fewer.`,
  failed: 'The server can’t be reached. Check your connection and try again.',
  accepted: (count: number) => `${images(count)} accepted.`,
  waiting: (count: number) => `${images(count)} ${count === 1 ? 'waits' : 'wait'}.`,
  goesOn: 'It goes on when you close this.',
  stop: 'Stop',
  stopped: 'Stopped. What is described already is kept.',
  notStopped: 'It was not stopped',
  tryAgain: 'Check your connection and try again.',
  notDescribed: 'Not described',
}
