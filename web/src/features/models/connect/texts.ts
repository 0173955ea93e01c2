import type { ConnectionCheckShape } from '#contract/models/model-connection.ts'
import { agoText, formatPrice } from '#domain/format.ts'
import type { ModelAbility } from '#domain/models/model.ts'
import type { AddedKind } from '#domain/models/providers.ts'

const count = (models: number) => (models === 1 ? '1 model' : `${models} models`)
const named = (names: readonly string[]) =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`

const abilities: Readonly<Record<ModelAbility, string>> = {
  words: 'words',
  edit: 'edits',
  mask: 'masks',
  transparent: 'transparent',
  video: 'video',
}

type Doing = { readonly does: readonly ModelAbility[]; readonly mostImagePrompts: number; readonly styles?: boolean }

/** The abilities of a model in a few words: 'Words, up to 8 pictures, edits'. */
export function doesText({ does, mostImagePrompts, styles = false }: Doing): string {
  const pictures = mostImagePrompts === 1 ? 'one picture' : `up to ${mostImagePrompts} pictures`
  const parts = [
    ...does.filter((ability) => ability === 'words'),
    ...(mostImagePrompts > 0 ? [pictures] : []),
    ...(styles ? ['styles'] : []),
    ...does.filter((ability) => ability !== 'words'),
  ]
  const text = parts.map((part) => abilities[part as ModelAbility] ?? part).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const connectTexts = {
  add: 'Add a provider',
  loading: 'Loading the providers',
  failed: { title: 'The providers did not load', text: 'Check your connection and try again.' },
  noConnection: 'The server did not answer. Try again in a moment.',
  notDone: 'That did not work',
  guest: 'You are a guest. Keys of providers are kept for an account: sign up first, and your board stays.',
  provider: {
    open: (name: string) => `Open ${name}`,
    close: (name: string) => `Close ${name}`,
    models: named,
    count: (models: number, on: number) =>
      on === models ? `${count(models)}, all switched on` : `${count(models)}, ${on} switched on`,
    found: (models: number, on: number) =>
      models === 0
        ? 'No image models found'
        : `${models} image ${models === 1 ? 'model' : 'models'} found, ${on} switched on`,
    offered: count,
    yours: (lastFour: string) => `Yours · ends ${lastFour}`,
    server: 'Server',
    serverEnds: (lastFour: string) => `Server · ends ${lastFour}`,
    noKey: 'No key',
    needsNoKey: 'Needs no key',
    test: 'Test',
    testOf: (name: string) => `Test ${name}`,
    testAgain: 'Test again',
    testing: 'Testing',
    why: 'Why',
    whyOf: (name: string) => `Why ${name} does not work`,
    replace: 'Replace',
    replaceOf: (name: string) => `Replace key of ${name}`,
    addKey: 'Add a key',
    addKeyTo: (name: string) => `Add a key to ${name}`,
    answersIn: (ms: number) => `Answers in ${(Math.max(100, ms) / 1_000).toFixed(1)} s`,
    answers: 'Answers',
    refused: (ago: string) => `Refused the key, ${ago}`,
    away: (ago: string) => `Did not answer, ${ago}`,
    silent: 'Does not answer at the moment',
    accepted: 'Accepted when it was saved',
    unchecked: 'Checked when it is first used',
    usedFirst: 'Your key is used before the server’s.',
    serverKeyIn: 'The server’s key is in',
    serverKeyCanBeIn: 'The operator can set one for everybody in',
    onlyYou: 'Only you may use them.',
    everyone: 'Everyone here may use them.',
    whoMayUse: 'Who may use them:',
    whoMayUseOf: (name: string) => `Who may use the models of ${name}`,
    everyoneHere: 'Everyone here',
    meAlone: 'Only me',
    takeBack: {
      title: (name: string) => `Keep ${name} to yourself?`,
      text: 'Others can choose its models no more. Their cards keep what was made; images of theirs that wait fail with a message, and cost nothing.',
      confirm: 'Only me',
    },
    left: (usd: number, name: string) => `$${usd.toFixed(2)} left at ${name}`,
    byOperator: 'Added by the person who runs this server.',
    look: 'Look for new models',
    looked: (name: string, models: number) => ({ title: `${name} lists ${count(models)}` }),
    rename: 'Rename',
    name: 'Name',
    save: 'Save',
    cancel: 'Cancel',
    removeKey: 'Remove your key',
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
  },
  removal: {
    title: (name: string) => `Remove ${name}?`,
    text: (models: number) =>
      `Its key is deleted, and ${count(models)} ${models === 1 ? 'goes' : 'go'} with it. Cards keep what was made. Images that wait fail with a message, and cost nothing.`,
    keyTitle: (name: string) => `Remove your key of ${name}?`,
    keyText: ({ models, onServer }: { models: number; onServer: boolean }) =>
      onServer
        ? `The server’s key is used then, and its ${count(models)} ${models === 1 ? 'costs' : 'cost'} credits again.`
        : `${count(models)} ${models === 1 ? 'goes' : 'go'} with it, until there is a key again. Cards keep what was made.`,
    confirm: 'Remove',
    done: (name: string, models: number) => ({
      title: `${name} removed`,
      description: `${count(models)} went with it.`,
    }),
    keyDone: (name: string) => ({
      title: 'Key removed',
      description: `${name} is not opened by a key of yours any more.`,
    }),
  },
  table: {
    label: (name: string) => `Models of ${name}`,
    model: 'Model',
    does: 'Does',
    seconds: 'Seconds',
    credits: 'Credits',
    canBeChosen: (name: string) => `${name} can be chosen`,
    price: formatPrice,
    unknown: '–',
    gone: 'Gone',
    notConnected: 'Not connected',
    secondsOf: (name: string) => `Seconds of ${name}`,
    creditsOf: (name: string) => `Credits of ${name}`,
    none: 'It lists no models.',
    on: (name: string) => `${name} can be chosen again`,
    off: (name: string) => `${name} is switched off`,
    undo: 'Undo',
    filter: 'Filter',
    filterLabel: (models: number) => `Filter ${count(models)}`,
    noMatch: 'No model of that name.',
  },
  dialog: {
    which: 'Which provider',
    kinds: {
      openrouter: { name: 'OpenRouter', text: 'Says itself what each model can do and costs' },
      fal: { name: 'fal', text: 'Image and video models by the call' },
      'openai-images': { name: 'Any address', text: 'That speaks OpenAI’s image calls' },
    } satisfies Record<AddedKind, { name: string; text: string }>,
    name: 'Name',
    address: 'Address',
    addressPlaceholder: 'https://example.com/v1',
    addressHint: 'Up to and with /v1, as OpenAI’s clients take it.',
    key: 'Key',
    keyHint: 'Stored encrypted, never shown again',
    keyOptional: 'Stored encrypted, never shown again. Leave it empty where none is needed.',
    keyPage: 'Where to get one',
    connect: 'Connect',
    connecting: 'Connecting',
    connected: 'Connected',
    found: (models: number) =>
      models === 0 ? 'No image models found' : `${models} image ${models === 1 ? 'model' : 'models'} found`,
    noneFound: 'It lists no models. Add one by its id.',
    noneForKey: 'It lists no image models for this key. Check at the provider what the key may use.',
    byId: 'Id of a model',
    addById: 'Add',
    all: 'All',
    none: 'None',
    noPrice: 'no price',
    dollars: (usd: number) => `$${usd < 0.01 ? usd.toPrecision(2) : usd.toFixed(2)}`,
    everyone: 'Everyone here may use it',
    everyoneText: (hasPrices: boolean) =>
      hasPrices
        ? 'Otherwise only you. Prices are turned into credits at this server’s rate, 1 credit for $0.033.'
        : 'Otherwise only you.',
    on: (on: number, models: number) => `${on} of ${models} switched on`,
    cancel: 'Cancel',
    submit: 'Add provider',
    adding: 'Adding',
    added: (name: string, models: number) => ({
      title: `${name} added`,
      description: `${count(models)} can be chosen in the picker.`,
    }),
  },
  allModels: {
    label: 'this server',
    loading: 'Loading models',
    failed: { title: 'The models did not load', text: 'Check your connection and try again.' },
    text: 'A switch decides whether a model is in your picker. Cards keep what was made with it.',
  },
}

/** The state of a connection, as a line of a provider's row. */
export function checkText(check: ConnectionCheckShape, now: number): string {
  const { provider: texts } = connectTexts
  if (check.state === 'refused') return texts.refused(agoText(check.at, now))
  if (check.state === 'away') return texts.away(agoText(check.at, now))
  return check.ms === null ? texts.answers : texts.answersIn(check.ms)
}
