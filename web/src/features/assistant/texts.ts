import { type AssistantMode, type LanguageProvider, languageProviderLabel } from '#domain/agents/assistant-run.ts'
import { formatCount, formatCredits } from '#domain/format.ts'

const money = (credits: number) => formatCredits(Math.round(credits * 100))
const credits = (amount: number) => `${money(amount)} ${amount === 1 ? 'credit' : 'credits'}`

export const modeTexts: Readonly<Record<AssistantMode, { readonly name: string; readonly text: string }>> = {
  plan: { name: 'Plan', text: 'It only reads, and writes a plan.' },
  ask: { name: 'Ask', text: 'It shows its steps and their price, and waits for Go.' },
  auto: { name: 'Auto', text: 'It works within the credits you set, and asks before the trash alone.' },
}

/** Where each provider issues keys. */
export const keyPages: Readonly<Partial<Record<LanguageProvider, string>>> = {
  anthropic: 'https://platform.claude.com/settings/keys',
  openai: 'https://platform.openai.com/api-keys',
  google: 'https://aistudio.google.com/apikey',
}

export const assistantTexts = {
  title: 'Assistant',
  command: 'Assistant',
  close: 'Close',
  settings: 'Language model',
  newConversation: 'New conversation',
  conversations: 'Conversations',
  noConversations: 'No conversations yet. What you ask here is kept with the project.',
  listLoading: 'Loading the conversations',
  listFailedTitle: 'The conversations could not be loaded',
  requests: (count: number) => (count === 1 ? '1 request' : `${count} requests`),
  loading: 'Loading the conversation',
  failedTitle: 'The conversation could not be loaded',
  failedText: 'Check your connection and try again.',
  noConnection: 'Check your connection and try again.',
  notDone: 'That could not be done',

  emptyTitle: 'What shall we make?',
  emptyText: 'It reads the board, plans, makes and branches cards. Select cards, or type @ to name them.',
  examples: [
    'What is on this board?',
    'Make three variations of the starred image',
    'Tidy up, and star the best of each',
  ],

  request: 'Ask the assistant',
  placeholder: 'Ask for something. @ names a card',
  about: 'About',
  removeSubject: (label: string) => `Leave out ${label}`,
  mentions: 'Cards, images and frames',
  mentionsFound: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  image: (place: number, of: string) => `${place} · ${of}`,
  noWords: 'Card without a prompt',
  send: 'Send',
  stop: 'Stop',
  mode: 'Mode',
  budget: 'Credits it may spend',
  from: 'Works on',
  wholeCanvas: 'The whole canvas',
  purse: (name: string, left: number) => `Purse ${name}, ${money(left / 100)} left`,

  working: 'Working',
  asks: (amount: number) => (amount === 0 ? 'These steps cost no credits.' : `Together ${credits(amount)}.`),
  asksTitle: 'Waits for Go',
  go: (amount: number) => (amount === 0 ? 'Go' : `Go for ${money(amount)}`),
  decline: 'Don’t',
  cost: (amount: number) => money(amount),
  free: 'free',
  card: (place: number) => `Card ${place}`,
  cardGone: 'Card, in the trash',
  spent: (spent: number, tokens: number) =>
    [...(spent > 0 ? [credits(spent)] : []), `${formatCount(tokens)} tokens`].join(', '),
  spentOf: (spent: number, budget: number) => `${money(spent)} of ${credits(budget)}`,
  undo: 'Undo all it did',
  undone: 'Undone. Its cards are in the trash.',
  cancelImages: 'Cancel its images as well',
  announce: {
    asks: (amount: number) => `The assistant waits for Go. ${amount === 0 ? '' : credits(amount)}`,
    done: 'The assistant is done.',
    stopped: 'The assistant has stopped.',
    failed: 'The assistant has failed.',
  },
  stepStates: {
    planned: 'Planned',
    running: 'Running',
    done: 'Done',
    refused: 'Refused',
    stopped: 'Not done',
  },

  setupTitle: 'Connect a language model',
  setupText:
    'The assistant thinks with a language model. Enter a key of yours, or the address of a server with OpenAI’s chat calls, such as Ollama. The key is stored encrypted and is shown nowhere.',
  setupServer:
    'Or the person who runs this server sets one for everyone (ASSISTANT_MODEL). Then you can ask, for example:',
  examplesTitle: 'Examples',
  onServer: (model: string, provider: LanguageProvider) =>
    `This server lends ${model} (${languageProviderLabel[provider]}). A model of yours takes its place.`,
  ownModel: (model: string, provider: LanguageProvider) => `${model} (${languageProviderLabel[provider]})`,
  provider: 'Provider',
  address: 'Address',
  addressHint: 'http://127.0.0.1:11434/v1 for Ollama, where the operator allows it',
  key: 'Key',
  keyOptional: 'Key, if it needs one',
  keyKept: (lastFour: string) => `Saved key …${lastFour}`,
  getKey: 'Get a key',
  findModels: 'Find models',
  model: 'Model',
  modelHint: 'It must be able to call tools.',
  found: (count: number) => `${count} ${count === 1 ? 'model' : 'models'} found`,
  save: 'Save',
  saving: 'Asking',
  saved: 'The language model is saved',
  cancel: 'Cancel',
  test: 'Test',
  testing: 'Testing',
  answers: (ms: number) => `It answers, in ${ms} ms.`,
  remove: 'Remove',
  removed: 'The language model is removed',
} as const
