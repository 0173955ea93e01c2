import type { ShareExpiry } from '#domain/sharing/share-expiry.ts'

/** Review links for their owner. */
export const shareTexts = {
  shareWord: 'Share',
  guest: 'You are a guest. Links for review belong to an account: sign up first, and your board stays.',
  share: 'Share for review',
  shareBranch: 'Share this branch for review',
  review: 'What visitors said',
  title: { project: 'Share this canvas', branch: 'Share this branch' },
  text: 'Anyone with the link can look, comment and vote under a name they type. They cannot change anything, and see only your first name.',
  expiry: 'Open for',
  expiries: {
    '1-day': '1 day',
    '7-days': '7 days',
    '30-days': '30 days',
    never: 'Until I close it',
  } satisfies Record<ShareExpiry, string>,
  prompts: 'Show prompts',
  promptsText:
    'Visitors with an account can copy it then, too. Without, titles, models and settings stay hidden as well.',
  make: 'Make a link',
  made: 'The link. It is shown only now; make another one if you lose it.',
  address: 'Address of the link',
  copy: 'Copy link',
  copied: 'Link copied',
  failed: 'This could not be copied',
  failedText: 'The browser does not let this page write to the clipboard. Copy it from the field.',
  notMade: 'The link was not made',
  notClosed: 'The link was not closed',
  tryAgain: 'Check your connection and try again.',
  links: 'Open links',
  noLinks: 'None yet.',
  scope: (isBranch: boolean) => (isBranch ? 'A branch' : 'The whole canvas'),
  until: (time: string | null) => (time === null ? 'until you close it' : `until ${time}`),
  shows: (showsPrompts: boolean) => (showsPrompts ? 'with prompts' : 'without prompts'),
  visitors: (count: number) => {
    if (count === 0) return 'No names yet'
    return count === 1 ? '1 visitor gave a name' : `${count} visitors gave a name`
  },
  close: 'Close link',
  closeLabel: (which: string) => `Close link: ${which}`,
  own: 'Copy link for myself',
  ownCopied: 'Link copied. It opens this canvas for you, wherever you are signed in.',
}

/** Comments and likes for the owner. */
export const inboxTexts = {
  title: 'What visitors said',
  close: 'Close',
  loading: 'Reading',
  emptyTitle: 'Nothing said yet',
  emptyText: 'Share the canvas, and comments and votes show up here as they are made.',
  failedTitle: 'This did not load',
  failedText: 'What visitors said could not be read.',
  show: (author: string) => `Show what ${author} means`,
  showLiked: 'Show the liked image',
  notChanged: 'This was not changed',
}
