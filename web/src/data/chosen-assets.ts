import type { Attachment } from '#domain/prompt/attachment.ts'
import { titleFromPrompt } from '#domain/prompt/title-from-prompt.ts'
import { tabStorage } from './browser-storage.ts'
import { imageAddress } from './image-address.ts'

/** What an image of the assets page is picked for: for what it shows, or for its look alone. */
export const choosingPurposes = ['image', 'style-look'] as const
export type ChoosingPurpose = (typeof choosingPurposes)[number]

/** What is being chosen, and, once the assets page has been left, what was. */
type Choice = {
  readonly purpose: ChoosingPurpose
  readonly composer: Composer
  readonly images: readonly ChosenImage[]
}

/** An image that was chosen, and the prompt that made it. */
export type ChosenImage = { readonly id: string; readonly prompt: string }

/** The prompt that the images are for: the image page's, or that of the prompt panel on a canvas. */
export type Composer = 'image-page' | 'canvas'

const storageKey = 'espalier.chosen-assets'
/** How many images can be chosen at once: as many as a request may carry. */
export const mostChosenAssets = 16

/** The address of the assets page in its choosing mode. `back` is the page's own address, to which it returns. */
export const assetChooserAddress = (purpose: ChoosingPurpose, back: string) =>
  `/assets?${new URLSearchParams({ choosing: purpose, back })}`

/** Notes what is to be chosen, before the assets page is opened. */
export function startChoosing(choice: Pick<Choice, 'purpose' | 'composer'>): void {
  store({ ...choice, images: [] })
}

/** Hands the chosen images to the prompt they are for; it finds them when its page is opened again. */
export function giveChosenAssets(images: readonly ChosenImage[]): void {
  const choice = read()
  if (choice) store({ ...choice, images: images.slice(0, mostChosenAssets).map(({ id, prompt }) => ({ id, prompt })) })
}

/** The purpose that an address names; undefined where it names none. */
export const parsePurpose = (value: unknown): ChoosingPurpose | undefined =>
  choosingPurposes.find((purpose) => purpose === value)

/** What was chosen for this prompt, to be attached to it; nothing where nothing was. It is given once. */
export function takeChosenAssets(composer: Composer): Attachment[] {
  const choice = read()
  if (choice?.composer !== composer) return []
  store(null)
  const kind = choice.purpose === 'image' ? 'prompt' : 'look'
  return choice.images.map(({ id, prompt }) => ({
    kind,
    id,
    // Its first words distinguish it from the others.
    name: titleFromPrompt(prompt),
    thumbnailUrl: imageAddress(id, 256),
  }))
}

const read = () => tabStorage.readJson(storageKey) as Choice | null

function store(choice: Choice | null): void {
  if (choice) tabStorage.writeJson(storageKey, choice)
  else tabStorage.remove(storageKey)
}
