import { formatCount } from '../format.ts'
import type { TokenScope } from '../tokens/token-scope.ts'

/** The modes of a run of the assistant: it only reads; it asks before it changes something; it spends within a budget. */
export const assistantModes = ['plan', 'ask', 'auto'] as const
export type AssistantMode = (typeof assistantModes)[number]

/** Who made a card that the assistant asked for. No token of a program has this name. */
export const assistantName = 'the assistant'

/** Where language models come from. `compatible`: a server with OpenAI's chat calls, at an address of its own. */
export const languageProviders = ['anthropic', 'openai', 'google', 'compatible'] as const
export type LanguageProvider = (typeof languageProviders)[number]

export const languageProviderLabel: Readonly<Record<LanguageProvider, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  google: 'Google',
  compatible: 'OpenAI-compatible server',
}

/** Whether a run is being worked on, waits for its person's Go, or how it ended. */
export const runStates = ['working', 'asks', 'done', 'stopped', 'failed'] as const
export type RunState = (typeof runStates)[number]

/** The limits of a run. Tokens and minutes are of the language model; waiting for a Go takes no minutes. */
export const runLimits = { turns: 24, tokens: 400_000, minutes: 15, images: 48 } as const

/** Runs that are worked on at the same time, of one user and of one process. */
export const runsAtOnce = { ofUser: 2, ofProcess: 10 } as const

/**
 * Limits of one turn of the model, in characters and calls of tools. `beside`: ids, sources, files and what a provider adds, as its sealed
 * reasoning. A turn that writes on is ended.
 */
export const turnLimits = {
  text: 100_000,
  reasoning: 400_000,
  calls: 50,
  arguments: 200_000,
  beside: 2_000_000,
} as const

/** Text and calls that a turn has written so far. */
export type TurnUse = { readonly [Kind in keyof typeof turnLimits]: number }

/** Why a turn is ended, as a sentence for its person; null while it may go on. */
export function turnLimitReached(use: TurnUse): string | null {
  if (use.calls > turnLimits.calls)
    return `The language model wanted more than ${turnLimits.calls} steps at once. Ask for less at a time.`
  const written = ['text', 'reasoning', 'arguments', 'beside'] as const
  if (written.some((kind) => use[kind] > turnLimits[kind]))
    return 'The language model wrote on and on, and was stopped. Ask again, for less at a time, or choose another model.'
  return null
}

/** Why an answer ended before it was complete. `content-filter`: the model, or its provider, refused. */
export const cutReasons = ['length', 'content-filter', 'error'] as const
export type CutReason = (typeof cutReasons)[number]

/** The reason of a run that failed because an answer is not complete, as a sentence for its person. */
export const cutSentence = (reason: CutReason, provider: string): string =>
  ({
    length: `The answer of ${provider} became longer than the model allows, and was cut. Ask for less at a time.`,
    'content-filter': `${provider} refused to answer this. Ask in other words.`,
    error: `${provider} wrote something that can not be read. Ask again, or choose another model.`,
  })[reason]

/** The tokens of a text where no server counts them: about four characters each. */
export const guessedTokens = (characters: number): number => Math.ceil(characters / 4)

/** Runs of one project and day that the server keeps in a conversation for the model to read. */
export const runsInConversation = 6

/** The tools of a mode by their scopes: a plan reads alone, and sharing is never among them. */
export const scopesOfMode = (mode: AssistantMode): readonly TokenScope[] =>
  mode === 'plan' ? ['read'] : ['read', 'edit', 'generate']

/** Effect of a tool on what is there: nothing; adds to it; changes it; or moves cards to the trash or back. All can be taken back, but a description of an image only be replaced. */
export type ToolEffect = 'nothing' | 'adds' | 'changes' | 'trashes' | 'restores'

/**
 * Whether a step waits for the person's Go. Reading never does; the trash always does, since words on a board may have asked for it; in
 * the mode 'ask' everything else does. A Go covers the steps that it showed, and no later one.
 */
export const needsGo = (mode: AssistantMode, effect: ToolEffect): boolean =>
  effect === 'trashes' || effect === 'restores' || (effect !== 'nothing' && mode === 'ask')

/** The use of a run so far. */
export type RunUse = {
  readonly turns: number
  readonly tokens: number
  readonly images: number
  /** Milliseconds since the run, or its last Go, began. */
  readonly workedMs: number
}

const goOn = 'Ask again to go on.'
/** The reason of a run that has worked for as long as it may. */
export const minutesReached = `Stopped after ${runLimits.minutes} minutes. ${goOn}`

/** Why a run goes no further, as a sentence for its person; null while it may. */
export function limitReached({ turns, tokens, images, workedMs }: RunUse): string | null {
  if (turns >= runLimits.turns) return `Stopped after ${runLimits.turns} turns. ${goOn}`
  if (tokens >= runLimits.tokens)
    return `Stopped after ${formatCount(runLimits.tokens)} tokens of the language model. ${goOn}`
  if (images >= runLimits.images) return `Stopped after ${runLimits.images} images. ${goOn}`
  if (workedMs >= runLimits.minutes * 60_000) return minutesReached
  return null
}

/** The price of the steps that wait together, in hundredths of a credit. */
export const priceOfSteps = (steps: readonly { readonly price: number | null }[]): number =>
  steps.reduce((sum, { price }) => sum + (price ?? 0), 0)

/**
 * The budget of a run's token after a Go: its spending so far, and exactly what was shown. All in hundredths.
 */
export const budgetAfterGo = (spent: number, shown: number): number => spent + shown
