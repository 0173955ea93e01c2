import { formatPrice } from '#domain/format.ts'
import type { ReferenceKind } from '#domain/prompt/named-reference.ts'

/** '0.50 credits', 'free' */
export const priceText = (hundredths: number) => (hundredths === 0 ? 'free' : `${formatPrice(hundredths)} credits`)

/** Texts for users without a language model. */
export const connectTexts = {
  text: 'Connect one with a key of yours, or ask the person who runs this server to set one for everyone (ASSISTANT_MODEL).',
  connect: 'Connect a language model',
  close: 'Close',
}

export const improveTexts = {
  loading: 'Looking for a language model…',
  missing: 'Improving needs a language model.',
  offer: (model: string, price: number) => `${model} improves this prompt for ${priceText(price)}.`,
  ask: 'Improve',
  working: (model: string) => `${model} is writing…`,
  stop: 'Stop',
  by: (model: string, price: number) => `${model} · ${priceText(price)}`,
  unchanged: 'It would write the prompt as it is.',
  accept: 'Accept',
  again: 'Again',
  keep: 'Keep mine',
  accepted: 'Improved. Undo brings your text back.',
  failed: 'The language model can’t be reached. Check your connection and try again.',
}

const counted = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`)
const kindNames: Readonly<Record<ReferenceKind, string>> = {
  character: 'Character',
  product: 'Product',
  place: 'Place',
  look: 'Look',
}

export const completionTexts = {
  lists: { 'saved-prompt': 'Saved prompts', reference: 'References', 'word-list': 'Word lists' },
  found: (count: number) => counted(count, 'suggestion', 'suggestions'),
  words: (count: number) => counted(count, 'word', 'words'),
  kinds: kindNames,
}

export const promptNameTexts = {
  notSent: (model: string, name: string, sent: number, all: number) =>
    sent === 0
      ? `${model} takes no more pictures: @${name} goes as a name alone.`
      : `${model} gets ${sent} of the ${all} pictures of @${name}.`,
  noList: (name: string) => `There is no word list ${name}. Go is refused until there is one.`,
}
