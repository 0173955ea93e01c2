import type { ShareShape } from '#contract/sharing/share.ts'
import type { ProofDecision } from '#domain/sharing/round.ts'
import type { ShareExpiry } from '#domain/sharing/share-expiry.ts'
import type { ShareScope } from '#domain/sharing/share-scope.ts'

type ListedOptions = Pick<ShareShape, 'grants' | 'hasPassphrase' | 'allowsCopies' | 'hasWatermark' | 'showsPrompts'>

/** Review links for their owner. */
export const shareTexts = {
  guest: 'You are a guest. Links for review belong to an account: sign up first, and your board stays.',
  title: {
    project: 'Share this canvas',
    branch: 'Share this branch',
    frame: 'Share this frame',
    starred: 'Share the starred pictures',
  } satisfies Record<ShareScope['kind'], string>,
  text: 'Anyone with the link can look, comment and vote under a name they type. They cannot change anything, and see only your first name.',
  what: 'What to share',
  scopes: {
    project: 'The whole canvas',
    branch: 'A branch',
    frame: 'A frame',
    starred: 'The starred pictures',
  } satisfies Record<ShareScope['kind'], string>,
  frame: (title: string) => `Frame “${title}”`,
  starredCount: (count: number) => `The starred pictures (${count})`,
  /** Sentence about the scope of a link, now and later. */
  shown: {
    project: 'All cards, frames and notes, also those that you add later.',
    branch: 'This card and all that branches from it, also later.',
    frame: 'The cards and notes in this frame. What you move in shows up; what you move out leaves.',
    starred: 'A picture shows up when you star it, and leaves when you take the star back.',
  } satisfies Record<ShareScope['kind'], string>,
  expiry: 'Open for',
  expiries: {
    '1-day': '1 day',
    '7-days': '7 days',
    '30-days': '30 days',
    never: 'Until I close it',
  } satisfies Record<ShareExpiry, string>,
  prompts: 'Show prompts',
  promptsText: {
    on: 'Reviewers can read the prompts, models and settings, and copy the cards to their account.',
    off: 'Reviewers see the pictures alone, and can copy nothing.',
  },
  make: 'Copy link',
  made: 'The link. You can copy it again in this browser.',
  copyAgainLabel: (which: string) => `Copy link: ${which}`,
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
  until: (time: string | null) => (time === null ? 'until you close it' : `until ${time}`),
  shows: (showsPrompts: boolean) => (showsPrompts ? 'with prompts' : 'without prompts'),
  visitors: (count: number) => {
    if (count === 0) return 'No names yet.'
    return count === 1 ? '1 visitor gave a name.' : `${count} visitors gave a name.`
  },
  showsNothing: 'Shows nothing now: what it shows was removed.',
  notHere: 'Made in another browser, which has its address.',
  another: 'New link',
  anotherLabel: (which: string) => `New link: ${which}`,
  close: 'Close link',
  closeLabel: (which: string) => `Close link: ${which}`,
  own: 'Copy private link',
  ownCopied: 'Link copied. It opens this canvas for you alone, wherever you are signed in.',
}

/** Comments and likes for the owner. */
export const commentPanelTexts = {
  title: 'Comments',
  close: 'Close comments',
  loading: 'Reading',
  tabs: 'Which comments',
  open: (count: number) => `Open ${count}`,
  done: (count: number) => `Done ${count}`,
  emptyTitle: 'Nothing said yet',
  emptyText: 'Share the canvas, and comments and votes show up here as they are made.',
  nothingOpen: 'All comments are done.',
  nothingDone: 'Comments that you mark as done show up here.',
  newest: (listed: number, total: number) =>
    `The newest ${listed} of ${total} comments are listed. Older ones are listed when newer ones are deleted.`,
  failedTitle: 'This did not load',
  failedText: 'What reviewers said could not be read.',
  client: 'Client',
  isNew: 'New',
  show: (author: string, text: string) => `${author}: ${text}. Show the picture`,
  wholePicture: 'Whole picture',
  reply: 'Reply',
  replyTo: (author: string) => `Reply to ${author}`,
  send: 'Send',
  notSent: 'The reply was not sent',
  changePart: 'Change this part',
  changeWhole: 'Change with words',
  liked: 'Liked',
  showLiked: 'Show the liked picture',
  gone: 'This picture is no longer on the canvas.',
  arrived: (author: string, text: string) => `${author}: “${text}”`,
  decided: ({ author, decision, proof }: { author: string; decision: ProofDecision; proof: number }) =>
    decision === 'approve' ? `${author} approved proof ${proof}` : `${author} asked for changes to proof ${proof}`,
  decidedTogether: (count: number) => `${count} decisions about proofs`,
  rounds: 'Rounds',
  arrivedTogether: (count: number) => `${count} new comments`,
  showArrived: 'Show',
}

/** The options of a link for its owner. */
export const linkOptionTexts = {
  title: 'More options',
  grants: 'Reviewers may',
  grantNames: {
    default: 'Comment, and approve in a round',
    look: 'Only look',
    comment: 'Look and comment',
    approve: 'Look, comment and approve',
  },
  passphrase: 'Passphrase (optional)',
  passphraseHint: 'At least 6 characters. Send it apart from the link: it can not be shown again.',
  allowsCopies: {
    label: 'Copies',
    text: 'Who is signed in may copy what the link shows, with the original files.',
  },
  hasWatermark: { label: 'Watermark', text: 'Every picture has “PROOF” all over it, and nothing can be copied.' },
  /** The options of a link that are not the usual ones. */
  chosen: ({ grants, hasPassphrase, allowsCopies, hasWatermark, showsPrompts }: ListedOptions) => [
    ...(grants === 'look' ? ['only to look'] : []),
    ...(grants === 'approve' ? ['to approve'] : []),
    ...(hasPassphrase ? ['with a passphrase'] : []),
    ...(hasWatermark ? ['with a watermark'] : []),
    ...(showsPrompts && !allowsCopies && !hasWatermark ? ['without copies'] : []),
  ],
}
