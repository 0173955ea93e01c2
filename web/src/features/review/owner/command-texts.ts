/** The buttons and commands of review links, and the refusal of a change: what every page of a project loads. */
export const commandTexts = {
  notChanged: 'This was not changed',
  tryAgain: 'Check your connection and try again.',
  shareWord: 'Share',
  share: 'Share for review',
  shareBranch: 'Share this branch for review',
  review: 'Comments',
  comments: 'Comments',
  newComments: (count: number) => (count === 1 ? 'Comments, 1 new' : `Comments, ${count} new`),
  shareWithComments: (count: number) => `Share for review, ${count} open ${count === 1 ? 'comment' : 'comments'}`,
}
