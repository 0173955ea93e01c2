import { formatPrice } from '#domain/format.ts'
import { type ProviderName, providerFacts } from '#domain/models/providers.ts'

/** A measured wait: '0.8 s', '12 s', '2 min'. */
const waitText = (seconds: number) =>
  seconds < 1
    ? `${Math.max(0.1, seconds).toFixed(1)} s`
    : seconds < 100
      ? `${Math.round(seconds)} s`
      : `${Math.round(seconds / 60)} min`

/** Shorter labels for the heading of a group, by provider. */
const shortLabels: Readonly<Partial<Record<ProviderName, string>>> = {
  sketch: 'Built in',
  'openai-compatible': 'Local engine',
  onnx: 'On this machine',
}

export const modelTexts = {
  pick: 'Model:',
  heading: 'Choose a model',
  /** A list of the built-in painter alone has no AI model. */
  filter: (count: number) => (count === 0 ? 'Filter models' : `Filter ${count} ${count === 1 ? 'model' : 'models'}`),
  worksHere: (count: number) => `Works here (${count})`,
  worksHereLabel: 'Works here',
  noMatch: 'No model of that name.',
  noneLeft: 'No model does all of that.',
  shown: (count: number) => (count === 1 ? '1 model' : `${count} models`),
  favourites: 'Favourites',
  recent: 'Recently used',
  favour: (name: string) => `Add ${name} to favourites`,
  unfavour: (name: string) => `Remove ${name} from favourites`,
  favourFailed: 'The favourite was not saved',
  noConnection: 'The server did not answer. Try again in a moment.',
  usually: (seconds: number) => `Usually ${waitText(seconds)} on this server.`,
  /** Until a picture is there: measured on this server, else as the catalogue has it. */
  waits: (usual: number | null, listed: number) => (usual === null ? `${listed} s` : `~${waitText(usual)}`),
  filters: {
    open: (on: number) => (on === 0 ? 'Filters' : `Filters, ${on} on`),
    does: 'What it can do',
    abilities: { words: 'Words', edit: 'Edits', mask: 'Masks', transparent: 'Transparent', video: 'Video' },
    price: 'Price',
    priceTo: (hundredths: number) => (hundredths === 0 ? 'Free' : `≤ ${formatPrice(hundredths)}`),
    wait: 'Wait',
    waitTo: (seconds: number) => `≤ ${seconds} s`,
    clear: 'Clear',
  },
  loading: 'Loading models',
  failed: 'The models did not load.',
  noneAvailable: 'No model is available.',
  notConnected: 'Not connected',
  beyondCredits: 'More than you have: four images cost more credits than are left.',
  credits: (hundredths: number) => (hundredths === 0 ? 'Free' : formatPrice(hundredths)),
  images: 'Images',
  secondsLabel: 'Seconds',
  creditsLabel: 'Credits',
  imagesOf: (perCall: number) => `4 × ${perCall}`,
  creditsEach: (hundredths: number) => (hundredths === 0 ? 'Free' : `${formatPrice(hundredths)} each`),
  missing: 'Not available here',
  retired: 'Retired',
  use: (name: string) => `Use ${name}`,
  connect: 'How to connect models',
  install: 'Install a model',
  ownKey: 'Your own key: the provider charges you.',
  addKey: 'Add your own key',
  provider: (name: ProviderName) => shortLabels[name] ?? providerFacts[name].label,
  notAi: 'Sketch draws from words; it is not AI.',
  /** With the size of the smallest model. */
  installAi: 'Install AI, 1.8 GB',
  useKey: 'Use a key',
  can: {
    stylesAndPrompts: 'Styles and image prompts',
    styles: 'Styles',
    prompts: 'Image prompts',
    allRatios: 'All eight ratios',
    ownRatio: 'Chooses its own ratio',
    editing: 'Editing',
    raw: 'Raw mode',
    nothing: (names: string) => `No ${names}`,
  },
}
