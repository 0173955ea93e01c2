const credits = (hundredths: number) => `${(hundredths / 100).toFixed(2)} credits`

/** What branches cost, and their caps. */
export const costTexts = {
  title: 'What this branch cost',
  menu: (hundredths: number) => (hundredths === 0 ? 'Branch cost' : `Branch cost: ${credits(hundredths)}`),
  summary: ({ total, winning, exploring }: { total: number; winning: number | null; exploring: number }) =>
    winning === null
      ? `This branch: ${credits(total)}. Star an image to see what the way to it cost.`
      : `This branch: ${credits(total)}, ${(winning / 100).toFixed(2)} on the way to the winner, ${(exploring / 100).toFixed(2)} exploring.`,
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
  left: (left: number, most: number) =>
    `Cap: ${(Math.max(0, left) / 100).toFixed(2)} of ${(most / 100).toFixed(2)} credits left in this branch`,
  leftHidden: 'This branch has a cap. What is left of it is shown when the race has a winner.',
  close: 'Close',
} as const
