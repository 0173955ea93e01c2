import type { SharedBoardHeader } from '#contract/shared-board.ts'

const likes = (count: number) => (count === 1 ? '1 like' : `${count} likes`)

/** Texts for reviewers. */
export const reviewTexts = {
  untitled: 'Shared pictures',
  loading: 'Opening the link',
  gone: {
    title: 'This link is not open',
    text: 'It may be over, or its owner has closed it. Ask them for another one.',
  },
  failed: { title: 'This did not load', text: 'Check your connection and try again.' },
  from: ({ ownerName, scope }: Pick<SharedBoardHeader, 'ownerName' | 'scope'>) =>
    scope === 'project' ? `Shared by ${ownerName}` : `A branch, shared by ${ownerName}`,
  empty: { title: 'Nothing to see yet', text: 'Pictures show up here when they are made.' },
  canvas: 'Shared canvas',
  zoomBar: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit to view',
  oneByOne: 'Look at the images one by one',
  card: (prompt: string | null, place: number) => prompt ?? `Card ${place}`,
  open: (prompt: string | null, place: number) => `Open image ${place}${prompt === null ? '' : ` of ${prompt}`}`,
  image: (prompt: string | null, place: number) => prompt ?? `Image ${place}`,
  close: 'Close',
  before: 'Previous image',
  after: 'Next image',
  like: 'Like',
  liked: 'Take your like back',
  likes,
  /** The number of comments and likes of a picture, if there are any. */
  feedbackCounts: (likeCount: number, commentCount: number) => [
    ...(likeCount > 0 ? [likes(likeCount)] : []),
    ...(commentCount > 0 ? [commentCount === 1 ? '1 comment' : `${commentCount} comments`] : []),
  ],
  step: (place: number) => `Step ${place}`,
  noStyle: 'None',
  raw: 'Raw',
  size: 'Size',
  noComments: 'Press a spot of the picture to say something about it.',
  noCommentsKeys: 'With the keyboard: C pins a comment in its middle.',
  commentHere: 'What about this spot?',
  send: 'Send',
  cancel: 'Cancel',
  notSent: 'This was not sent',
  tryAgain: 'Check your connection and try again.',
  name: {
    title: 'Who are you?',
    text: 'The owner sees your name beside what you say. No account is needed.',
    label: 'Your name',
    go: 'Go on',
    change: 'Change your name',
  },
  you: (name: string) => `You are ${name}`,
  copy: 'Copy to my account',
  copying: 'Copying…',
  copied: 'Copied into a project of your own',
  notCopied: 'This was not copied',
  signInFirst: 'Sign in first, then open the link again.',
}
