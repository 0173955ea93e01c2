import type { PurseShape, PurseStepShape } from '#contract/programs/purse.ts'
import { formatPrice } from '#domain/format.ts'
import { leftInPurse } from '#domain/purses/purse.ts'
import { shortenText } from '#domain/text/cut-text.ts'

/** '100' or '38.20': whole credits without decimals. */
const credits = (hundredths: number) => (hundredths % 100 === 0 ? String(hundredths / 100) : formatPrice(hundredths))
const cards = (count: number) => `${count} ${count === 1 ? 'card' : 'cards'}`

const maxTitleLength = 48
/** A prompt in quotes; it may be gone. */
const quoted = (title: string | null) =>
  title === null ? 'a card that is gone' : `“${shortenText(title, maxTitleLength)}”`

const marks = { star: 'Starred', like: 'Liked', dislike: 'Disliked' } as const

function markText({ effects, title }: PurseStepShape): string {
  const [mark] = effects.filter((effect) => effect.kind === 'marked')
  if (!mark) return `Marked ${quoted(title)}`
  return mark.to ? `${marks[mark.feedbackType]} an image of ${quoted(title)}` : `Took a mark off ${quoted(title)}`
}

/** The effect of a step, in words. @param isRunning Whether its images are still being made. */
function stepText(step: PurseStepShape, isRunning: boolean): string {
  const { kind, title, images: count, effects } = step
  const made = `${isRunning ? 'Makes' : 'Made'} ${count ?? 0} of ${quoted(title)}`
  switch (kind) {
    case 'made':
      return made
    case 'branched':
      return `${made}, as a branch`
    case 'edited':
      return `${isRunning ? 'Edits' : 'Edited'} ${quoted(title)}`
    case 'marked':
      return markText(step)
    case 'arranged': {
      const count = new Set(effects.map(({ generationId }) => generationId)).size
      return count === 1 ? `Moved ${quoted(title)}` : `Arranged ${cards(count)}`
    }
    case 'trashed':
      return `Moved ${quoted(title)} to the trash`
    case 'restored':
      return `Brought ${quoted(title)} back`
  }
}

/** Credits in an area of the canvas. */
export const purseTexts = {
  error: 'Error',
  give: {
    title: 'Give an agent credits here',
    text: 'It sees and works inside the ring alone, and spends no more than you put in. You can stop it and take back all it did.',
    name: 'Name',
    defaultName: 'Agent',
    credits: 'Credits',
    unit: 'credits',
    hint: 'An upper bound: nothing is taken before it is spent.',
    invalid: 'An amount of credits, as 50 or 12.50.',
    submit: 'Put them in',
    busy: 'Putting them in',
    cancel: 'Cancel',
    failed: 'The ring was not made',
  },
  left: (purse: PurseShape) => `${credits(leftInPurse(purse))} of ${credits(purse.most)} credits left`,
  shortLeft: (purse: PurseShape) => `${credits(leftInPurse(purse))} left`,
  ended: (purse: PurseShape) => `Ended, ${credits(purse.spent)} spent`,
  paused: 'Paused',
  label: (name: string) => `Purse: ${name}`,
  show: 'show its steps',
  open: (name: string, state: string) => `${name}, ${state}: show its steps`,
  pause: 'Pause the agent',
  goOn: 'Let it go on',
  undo: 'Undo all it did',
  replay: 'Replay',
  more: 'More',
  steps: 'Show its steps',
  end: 'End it',
  remove: 'Remove the ring',
  hide: 'Hide',
  spent: (purse: PurseShape) => ({ amount: credits(purse.spent), of: `of ${credits(purse.most)} spent` }),
  program: (name: string) => `${name} works here`,
  noProgram: 'No program works here yet',
  ask: 'Asks to go on.',
  askText: (purse: PurseShape) =>
    `Its next images would pass ${credits(purse.most)} credits by ${credits(purse.missing ?? 0)}.`,
  allow: (hundredths: number) => `Allow ${credits(hundredths)} more`,
  stop: 'Stop it',
  raise: 'Credits in it',
  save: 'Save',
  connect: 'Connect a program',
  connectText: 'Make the token of this ring, and give it to Claude Code, Codex, Cursor or any other client of MCP.',
  connectAgain: 'Make another token',
  connectAgainText: 'The present one ends then.',
  programName: 'Name of the program',
  defaultProgram: 'Claude Code',
  makeToken: 'Make its token',
  making: 'Making it',
  token: {
    title: 'The token of this ring',
    text: 'It is shown once. Copy it now.',
    secret: 'Token',
    copy: 'Copy',
    client: 'How your client is connected',
    copyCode: (what: string) => `Copy: ${what}`,
    done: 'I have copied it',
  },
  noSteps: 'Nothing done yet.',
  stepsLabel: 'Steps, newest first',
  loading: 'Reading its steps',
  failed: 'The steps could not be read.',
  tryAgain: 'Try again',
  price: (hundredths: number) => formatPrice(hundredths),
  step: stepText,
  showCard: 'Show on the canvas',
  undone: (name: string) => `Undid all that ${name} did`,
  nothing: 'There is nothing left to undo.',
  unread: 'Its steps could not be read. Try again when you are connected.',
  changeFailed: 'That was not changed',
  rename: 'Rename the ring',
  renamed: (name: string) => `Renamed a ring to ${name}`,
  made: (name: string) => `Made the ring of ${name}`,
  resized: (name: string) => `Changed the size of the ring of ${name}`,
  byKeys: 'Arrow keys move the ring, with Alt they change its size.',
  tryLater: 'Try again in a moment.',
  confirmEnd: {
    title: (name: string) => `End ${name}?`,
    text: 'Its token is refused at once, for good. What it made stays, and can still be undone.',
    action: 'End it',
  },
} as const
