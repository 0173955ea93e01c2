import type { KeyedProvider } from '#domain/models/provider-keys.ts'

/** The address where each provider issues keys. */
export const keyPages: Readonly<Record<KeyedProvider, string>> = {
  google: 'https://aistudio.google.com/apikey',
  openai: 'https://platform.openai.com/api-keys',
  krea: 'https://www.krea.ai/settings/api-tokens',
  replicate: 'https://replicate.com/account/api-tokens',
  gateway: 'https://vercel.com/dashboard/ai-gateway/api-keys',
  runway: 'https://dev.runwayml.com',
  ideogram: 'https://ideogram.ai/manage-api',
}

export const modelKeyTexts = {
  elsewhere: 'Other providers, and models on this machine, are added on the page',
  models: 'Models',
  text: 'With a key of your own, a provider’s models cost nothing here: the provider charges you. A key is checked, kept encrypted, and never shown again.',
  loading: 'Loading your keys',
  failed: 'Your keys did not load.',
  tryAgain: 'Try again',
  own: (lastFour: string) => `Your key ends in ${lastFour}`,
  unchecked: 'It is checked when it is first used.',
  onServer: 'Opened by this server’s key',
  none: 'No key',
  field: (name: string) => `Key of ${name}`,
  placeholder: 'Paste a key',
  add: 'Add key',
  replace: 'Replace',
  remove: 'Remove',
  addTo: (name: string) => `Add key of ${name}`,
  replaceOf: (name: string) => `Replace key of ${name}`,
  removeOf: (name: string) => `Remove key of ${name}`,
  save: 'Check and save',
  saving: 'Checking...',
  cancel: 'Cancel',
  getOne: 'Where to get one',
  empty: 'Paste the key.',
  saved: (name: string) => ({ title: 'Key saved', description: `The models of ${name} are yours to use.` }),
  removed: (name: string) => ({
    title: 'Key removed',
    description: `${name} is not opened by a key of yours any more.`,
  }),
  saveFailed: 'Key not saved',
  removeFailed: 'Key not removed',
  noConnection: 'The server did not answer. Try again in a moment.',
}
