import type { Attachment } from '#domain/prompt/attachment.ts'
import { titleFromPrompt } from '#domain/prompt/title-from-prompt.ts'
import { imageAddress } from './pictures/image-address.ts'
import { tabStorage } from './storage/current-storage.ts'

/** The purpose of an image picked on the assets page: its content, or its look alone. */
export const choosingPurposes = ['image', 'style-look'] as const
export type ChoosingPurpose = (typeof choosingPurposes)[number]

/** The purpose while images are being chosen, and the chosen images once the assets page has been left. */
type Choice = {
  readonly purpose: ChoosingPurpose
  readonly composer: Composer
  readonly images: readonly ChosenImage[]
}

/** A chosen image with its prompt. */
export type ChosenImage = { readonly id: string; readonly prompt: string }

/** The prompt that the images are for: the image page's, or that of the prompt panel on a canvas. */
export type Composer = 'image-page' | 'canvas'

const storageKey = 'chosen-assets'
/** The most images that can be chosen at once: the limit of a request. */
export const maxChosenAssets = 16

/** The address of the assets page in its choosing mode. `back` is the page to return to. */
export const assetChooserAddress = (purpose: ChoosingPurpose, back: string) =>
  `/assets?${new URLSearchParams({ choosing: purpose, back })}`

/** Stores the purpose, before the assets page is opened. */
export function startChoosing(choice: Pick<Choice, 'purpose' | 'composer'>): void {
  store({ ...choice, images: [] })
}

/** Stores the chosen images for their prompt, which reads them when its page is opened again. */
export function giveChosenAssets(images: readonly ChosenImage[]): void {
  const choice = read()
  if (choice) store({ ...choice, images: images.slice(0, maxChosenAssets).map(({ id, prompt }) => ({ id, prompt })) })
}

/** The purpose in an address; undefined where there is none. */
export const parsePurpose = (value: unknown): ChoosingPurpose | undefined =>
  choosingPurposes.find((purpose) => purpose === value)

/** Takes the chosen images for this prompt, once, to be attached to it. */
export function takeChosenAssets(composer: Composer): Attachment[] {
  const choice = read()
  if (choice?.composer !== composer) return []
  store(null)
  const kind = choice.purpose === 'image' ? 'prompt' : 'look'
  return choice.images.map(({ id, prompt }) => ({
    kind,
    id,
    // The first words of the prompt distinguish it from the others.
    name: titleFromPrompt(prompt),
    thumbnailUrl: imageAddress(id, 256),
  }))
}

const read = () => (tabStorage.read(storageKey) ?? null) as Choice | null

function store(choice: Choice | null): void {
  if (choice) tabStorage.write(storageKey, choice)
  else tabStorage.remove(storageKey)
}
