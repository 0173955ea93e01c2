import { countOf } from '#domain/format.ts'
export const seriesTexts = {
  close: 'Close',
  moreLikeThis: 'More like this',
  failed: 'Not done',
  failedWithoutReason: 'The server did not answer. Try again in a moment.',
  rerun: {
    command: 'Run this branch again',
    title: 'Run this branch again',
    text: (cards: number) =>
      `${countOf(cards, 'card')} will be made again beside the old ${cards === 1 ? 'one' : 'ones'}, which stay as they are. Each starts when the one before it is there.`,
    prompt: 'Prompt of the first card',
    model: (name: string) => `Model of the first card: ${name}`,
    tooMany: (most: number) => `More than ${most} cards can't be run again at once. Start further down.`,
    missing: (name: string | null) => `${name ?? 'One of the models'} can't be used at the moment.`,
    noReferences: 'Your references could not be read. Close this panel and open it again.',
    blank: 'Please enter a prompt',
    go: 'Run again',
  },
  bar: {
    label: 'Series',
    running: (done: number, all: number) => `${done} of ${countOf(all, 'card')} begun`,
    stopped: (cards: number) => `${countOf(cards, 'card')} not made`,
    hidden: 'Names are hidden until you pick a winner.',
    stop: 'Stop',
    goOn: 'Go on',
    dismiss: 'Dismiss',
  },
}

/** '1 card', '3 cards'. */
