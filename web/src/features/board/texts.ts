import type { BranchKind } from '#contract/cards/generation.ts'
import { assistantName } from '#domain/agents/assistant-run.ts'
import type { FeedbackType } from '#domain/board/feedback.ts'
import type { ImageFailure } from '#domain/errors.ts'
import { formatPrice } from '#domain/format.ts'
import type { GenerationStatus } from '#domain/generation/status.ts'

const failures: Record<ImageFailure, string> = {
  refused: 'The model refused this prompt.',
  'rate-limited': 'The provider is too busy.',
  key: 'The provider refused the key.',
  'provider-down': 'The provider did not answer.',
  failed: 'Generation failed',
  'time-out': 'Timed out.',
  invalid: 'No usable picture came back.',
}

const cardCount = (count: number) => (count === 1 ? '1 card' : `${count} cards`)

export const boardTexts = {
  dock: 'Tools',
  dockTools: {
    'select-tool': 'Select',
    'hand-tool': 'Hand',
    prompt: 'Write a prompt',
    'bring-in': 'Picture',
    assets: 'Assets',
    note: 'Note',
    frame: 'Frame',
    purse: 'Agent',
  },
  add: 'Add',
  canvas: 'Canvas',
  loading: 'Loading generations',
  error: 'Error',
  failedToLoad: 'Failed to load generations',
  notPainted: 'The overview can not be drawn',
  notPaintedText: 'Zoom in to see the cards, or reload the page.',
  failedTitle: 'This did not load',
  collapse: 'Collapse',
  expand: 'Expand',
  card: (prompt: string, parentPrompt: string | null) =>
    parentPrompt === null ? prompt : `${prompt}, branched from: ${parentPrompt}`,
  making: ({ aspectRatio, resolution }: { aspectRatio: string; resolution: string }) =>
    `${aspectRatio} · ${resolution}`,
  /** `cost` in hundredths of a credit; behind what it is the cost of. */
  cost: (cost: number) => ` · ${formatPrice(cost)} credits`,
  pixels: (width: number, height: number) => `${width} × ${height} pixels`,
  /** @param name Of an API token. */
  madeBy: (name: string) => (name === assistantName ? `by ${name}` : `by token ${name}`),
  kinds: { enhance: 'Enhanced', remix: 'Remixed', edit: 'Edited' } satisfies Record<BranchKind, string>,
  actions: 'Card actions',
  cancel: 'Cancel generation',
  remove: 'Delete generation',
  seconds: (seconds: number) => `${seconds} s`,
  waiting: (place: number, percent: number | null) =>
    percent === null ? `Image ${place} is being made` : `Image ${place} is being made, ${percent}% done`,
  uncertain: 'Waiting for the provider',
  failures,
  failedWithoutReason: 'This one failed.',
  cancelled: 'Cancelled.',
  notCharged: 'Not charged.',
  /** @param reason With or without a full stop. */
  failedAlike: (reason: string) => `${reason.replace(/\.?$/, '.')} Nothing was charged.`,
  changeWords: 'Change the words',
  otherModel: 'Other model',
  retry: 'Retry',
  retryLabel: (place: number) => `Retry image ${place}`,
  pictureLost: 'This picture did not load.',
  retryFailed: 'The image could not be tried again',
  cancelFailed: 'The generation could not be cancelled',
  moved: (count: number) => `Moved ${cardCount(count)}`,
  movedItems: (count: number) => `Moved ${count} ${count === 1 ? 'item' : 'items'}`,
  collapsed: (what: 'collapsed' | 'expanded', count: number) =>
    `${what === 'collapsed' ? 'Collapsed' : 'Expanded'} ${cardCount(count)}`,
  tidied: (count: number) => `Tidied up ${cardCount(count)}`,
  tidyFailed: 'The cards were not laid out. Try again in a moment.',
  tidyOffer: 'Three branches stand beside their card',
  tidyUp: 'Tidy up',
  restoredStep: (count: number) => `Put back ${cardCount(count)}`,
  undo: 'Undo',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  zoomBar: 'Zoom',
  percent: (percent: number) => `${percent}%`,
  toFullSize: 'Zoom to 100%',
  fit: 'Fit to view',
  minimap: 'Minimap',
  createBranch: 'Create branch',
  createBranchKeys: 'B',
  branchFromImage: 'Branch from this image',
  noParentImage: 'Parent generation has no image to edit',
  generating: 'Generating images...',
  bringingIn: 'Bringing in…',
  race: {
    waiting: 'Waits for the card before it',
    pickWinner: 'Pick as winner',
    winner: 'Winner of the race',
    hiddenCost: 'Shown with the name',
    failed: 'Not done',
    failedWithoutReason: 'The server did not answer. Try again in a moment.',
  },
}

const what = (label: string | undefined) =>
  label === undefined ? '' : `: ${label.charAt(0).toLowerCase()}${label.slice(1)}`

export const commandTexts = {
  newGeneration: 'New generation',
  newGenerationHere: 'New generation here',
  select: 'Select',
  hand: 'Hand',
  prompt: 'Prompt',
  branch: 'Create branch',
  branchFromImage: 'Branch from this image',
  open: 'Open image',
  downloadImage: 'Download image',
  downloadAll: 'Download all images',
  downloadZip: (count: number) => (count > 1 ? `Download ${count} cards as zip` : 'Download as zip'),
  copyImage: 'Copy image',
  copyPrompt: 'Copy prompt',
  copyLink: 'Copy link to card',
  undo: (label: string | undefined) => `Undo${what(label)}`,
  redo: (label: string | undefined) => `Redo${what(label)}`,
  undone: (label: string) => `Undone: ${label}`,
  redone: (label: string) => `Done again: ${label}`,
  selectAll: 'Select all',
  selectBranch: 'Select what branches from it',
  selectNone: 'Select nothing',
  collapse: (what: 'collapse' | 'expand') => (what === 'collapse' ? 'Collapse' : 'Expand'),
  expandAll: 'Expand all',
  tidyBranch: 'Tidy up branch',
  tidyAll: 'Tidy up canvas',
  removeRings: 'Remove the selected rings',
  removeSelected: 'Delete what is selected',
  remove: (count: number) => (count > 1 ? `Delete ${count} generations` : 'Delete generation'),
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullSize: 'Zoom to 100%',
  fit: 'Fit to view',
  fitSelection: 'Fit selection to view',
  find: 'Find on canvas',
  minimap: (state: 'open' | 'folded') => (state === 'open' ? 'Hide minimap' : 'Show minimap'),
  trash: 'Trash',
  exportProject: 'Export project',
  project: 'project',
  palette: 'All commands',
  shortcuts: 'Keyboard shortcuts',
  menu: 'Canvas menu',
  gestures: [
    ['Pan', 'Drag the background, or Space and drag'],
    ['Zoom', 'Wheel or pinch'],
    ['Select', 'Click a card, Shift adds'],
    ['Select an area', 'Shift and drag the background'],
    ['Move', 'Drag, or arrow keys; Shift for more'],
    ['New generation', 'Double-click the background'],
    ['Move a frame', 'Drag its title: what lies in it moves too'],
    ['Resize a frame', 'Drag a corner, or Alt and arrow keys; Shift for more'],
    ['Edit a note', 'Double-click it, or Enter'],
  ],
} as const

export const findTexts = {
  heading: 'Find on canvas',
  field: 'Find by prompt or model',
  count: (place: number, total: number) => (total === 0 ? 'No match' : `${place} of ${total}`),
  previous: 'Previous match',
  next: 'Next match',
  close: 'Close',
} as const

export const pictureToolTexts = {
  label: (place: number, count: number) => `Tools for image ${place} of ${count}`,
  edit: 'Edit',
  upscale: 'Upscale',
  removeBackground: 'Remove background',
  extend: 'Extend',
  vary: 'Vary',
  download: 'Download',
  compare: 'Compare',
  reference: 'Use as reference',
  copy: 'Copy',
  more: 'More',
}

export const headerTexts = {
  menu: 'Canvas commands',
  saving: 'Saving…',
  saved: (seconds: number) => {
    if (seconds < 5) return 'Saved just now'
    return seconds < 60 ? `Saved ${seconds} s ago` : `Saved ${Math.floor(seconds / 60)} min ago`
  },
  kept: (count: number) => (count === 1 ? '1 change not sent yet' : `${count} changes not sent yet`),
  notKept: 'Changes not kept',
  notKeptWhy: 'This browser has no room for them. Keep this page open until they are sent, or free some storage.',
  keptWhy: 'They are kept in this browser and sent as soon as the server can be reached.',
} as const

export const minimapTexts = { label: 'Minimap: the whole canvas and where you are' } as const

const feedback: Record<FeedbackType, string> = { like: 'Like', star: 'Star', dislike: 'Dislike' }

/** The actions on one picture of a card. */
export const pictureTexts = {
  feedback,
  feedbackOn: (place: number) => `Feedback on image ${place}`,
  open: (place: number, count: number) => `Open image ${place} of ${count}`,
  openThis: 'Open image',
  starred: 'Starred',
  comments: (count: number) => (count === 1 ? '1 open comment' : `${count} open comments`),
}

const statuses: Record<GenerationStatus, string> = {
  queued: 'waiting',
  running: 'being made',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

type LabeledCard = {
  readonly prompt: string
  readonly model: string
  readonly status: GenerationStatus
  readonly ready: number
  readonly total: number
  readonly isCollapsed: boolean
}

export const treeTexts = {
  label: 'Cards',
  card: ({ prompt, model, status, ready, total, isCollapsed }: LabeledCard) =>
    `${prompt}, ${model}, ${ready} of ${total} images, ${statuses[status]}${isCollapsed ? ', collapsed' : ''}`,
} as const

const count = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`)

export const trashTexts = {
  title: 'Trash',
  text: 'Deleted branches stay here for 30 days. They come back whole, where they were.',
  close: 'Close',
  loading: 'Loading the trash',
  more: 'Show more',
  loadingMore: 'Loading more',
  emptyTitle: 'The trash is empty',
  emptyText: 'What you delete from this canvas can be put back from here.',
  failedTitle: 'This did not load',
  failedText: 'The trash could not be read.',
  contents: (cards: number, images: number) => `${count(cards, 'card', 'cards')}, ${count(images, 'image', 'images')}`,
  days: (days: number) => (days === 0 ? 'Goes for good today' : `Goes for good in ${count(days, 'day', 'days')}`),
  putBack: 'Put back',
  putBackLabel: (prompt: string) => `Put back “${prompt}”`,
} as const
