import { formatCount } from '#domain/format.ts'

/** The lists of boards, which are loaded when they are shown. */
export const boardTexts = {
  switcher: 'Boards',
  switcherWithNew: 'Boards, new comments on another one',
  newComments: (count: number) => (count === 1 ? '1 new comment' : `${formatCount(count)} new comments`),
  find: 'Find a board',
  latest: 'Latest boards',
  newBoard: 'New board',
  allBoards: 'All boards',
  boardsTitle: 'All boards',
  yourBoards: 'Your boards',
  edited: (ago: string) => `edited ${ago}`,
  noBoard: 'No board of that name',
  noBoardText: 'Your boards are still there.',
  clearSearch: 'Clear the search',
  loadingBoards: 'Loading your boards',
  boardsFailedTitle: 'Your boards did not load',
  boardsFailed: 'Your boards could not be read.',
  moreFailed: 'Older boards could not be read.',
  boards: (count: number) => (count === 1 ? '1 board' : `${formatCount(count)} boards`),
}
