import { formatPrice } from '#domain/format.ts'
import type { AttachmentKind } from '#domain/prompt/attachment.ts'

export const promptTexts = {
  title: 'Create an Image',
  label: 'Prompt',
  placeholder: 'Describe an image and click Go',
  go: 'Go',
  goFor: (word: string, price: string) => `${word}, ${price}`,
  busy: 'Generating...',
  images: (images: number) => (images === 1 ? '1 image' : `${images} images`),
  cards: (count: number, images: number) => `${count} cards · ${images} images`,
  credits: (credits: string) => `${credits} credits`,
  atMost: (credits: string) => `at most ${credits} credits`,
  free: 'Free',
  missing: (credits: string) => `${credits} credits missing`,
  plans: 'Plans',
  waits: 'Waits for the network',
  tooMany: (count: number, most: number) =>
    `That would be ${count > most * most ? 'far too many' : count} cards; ${most} at once is the most.`,
  dropHere: 'Drop to attach as image prompt',
  resolution: (resolution: string) => `Resolution: ${resolution}`,
  resolutionFixed: (model: string, resolution: string) => `${model} makes pictures in ${resolution} only.`,
  resolutionOfPlan: (plan: string) =>
    `${plan} makes pictures of up to 1024 × 1024 pixels. Larger ones need a larger plan.`,
  raw: 'Raw',
  rawUse: 'Raw mode: less polish, closer to the prompt',
  rawMissing: (model: string) => `${model} has no raw mode.`,
  pixels: (width: number, height: number) => `${width} × ${height} pixels`,
  commands: { go: 'Generate images', older: 'Older prompt', newer: 'Newer prompt' },
  error: 'Error',
  blank: 'Please enter a prompt',
  tooLong: (by: number) => `The prompt is ${by} ${by === 1 ? 'character' : 'characters'} too long.`,
  noModel: 'No model is available. See the model picker.',
  modelsFailed: 'The models could not be read. Check your connection and try again.',
  loadingModels: 'The models are still loading.',
  failed: 'Generation Failed',
  failedWithoutReason: 'Failed to generate images',
}

const numbered = { style: (number: number) => `Style ${number}`, prompt: (number: number) => `Prompt ${number}` }

export const attachmentTexts = {
  list: 'Attached',
  label: (kind: AttachmentKind, number: number) =>
    kind === 'prompt' ? numbered.prompt(number) : numbered.style(number),
  remove: (label: string) => `Remove ${label}`,
  notSent: 'Not sent',
  add: { style: 'Style', prompt: 'Image prompt', look: 'Image style' },
  referencesFailed: 'The references of this card could not be read. Check your connection and try again.',
  noStyles: (model: string) => `${model} takes no styles.`,
  noPictures: (model: string) => `${model} takes no reference pictures.`,
  tooMany: (model: string, most: number) =>
    most === 1 ? `${model} takes one reference picture.` : `${model} takes at most ${most} reference pictures.`,
  tooManyLooks: (most: number) => `At most ${most} pictures can give their look.`,
  leftOut: (label: string, leftOut: number, all: number) =>
    leftOut === all
      ? `${label} goes without its own pictures.`
      : `${label} goes without ${leftOut} of its own ${all} pictures.`,
  stay: (labels: readonly string[]) =>
    labels.length === 1
      ? `${labels[0]} stays here and is not sent.`
      : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)} stay here and are not sent.`,
}

export const ratioTexts = {
  chip: (ratio: string) => `Aspect ratio: ${ratio}`,
  heading: 'Select Aspect Ratio',
  use: {
    '4:3': { name: 'Screens', text: 'Slides and tablets, and the shape of most compact cameras.' },
    '3:2': { name: 'Photos', text: 'The shape of 35 mm film. Good for landscapes and prints.' },
    '16:9': { name: 'Video', text: 'Video covers, desktops and presentations.' },
    '2.35:1': { name: 'Cinema', text: 'Widescreen film. Good for wide views and banners.' },
    '1:1': { name: 'Square', text: 'Avatars, covers and product pictures.' },
    '4:5': { name: 'Portrait', text: 'Portraits, and the tallest picture of most feeds.' },
    '2:3': { name: 'Posters', text: 'Posters, book covers and portraits on film.' },
    '9:16': { name: 'Stories', text: 'Stories, short video and phone wallpapers.' },
  },
  fixed: (model: string) => `${model} chooses its own aspect ratio.`,
  unavailable: (model: string, ratio: string) => `${model} can't make ${ratio}.`,
  pixels: (width: number, height: number, resolution: string) => `${width} × ${height} pixels at ${resolution}`,
  done: 'Done',
}

/** 'from 1 to 50, usually 28' */
function rangeText(least: number | null, most: number | null, usual: number | null): string {
  const range =
    most === null ? (least === null ? '' : `${least} or more`) : `${least === null ? 'Up' : `From ${least}`} to ${most}`
  if (range === '') return usual === null ? '' : `Usually ${usual}.`
  return usual === null ? `${range}.` : `${range}, usually ${usual}.`
}

export const moreTexts = {
  chip: 'More',
  use: 'Number of images, seed, and what the model lets you choose',
  chosen: (count: number) => `More: ${count} chosen`,
  title: 'More settings',
  count: 'Images of a card',
  images: (count: number) => (count === 1 ? '1 image' : `${count} images`),
  keepSeed: 'Keep the seed',
  keepSeedText: 'The same seed with the same settings gives the same picture, as far as the model keeps to it.',
  seed: 'Seed',
  remembered: 'Remembered for this model. What is left empty is as the model has it.',
  range: rangeText,
  outOfRange: (least: number | null, most: number | null) =>
    least === null || most === null ? 'Enter a number.' : `Enter a number from ${least} to ${most}.`,
  byItself: 'As the model has it',
  usually: (option: string) => `Usually ${option}`,
  negativeHint: 'What should not be in the picture.',
  loras: 'LoRAs',
  findLora: 'Find a LoRA',
  noLora: 'Nothing of that name.',
  loraAddress: 'Address of a LoRA',
  loraAddressHint: 'The provider loads it from there. The address is kept with the card.',
  noLoraAddress: 'Enter an address that begins with https://, of a file.',
  addLora: 'Add',
  removeLora: (name: string) => `Remove ${name}`,
  maxLoras: (most: number) => (most === 1 ? 'One at a time is the most.' : `${most} at a time are the most.`),
  weightOf: (name: string) => `Weight of ${name}`,
  triggers: 'Called by',
  addWords: (words: string) => `Put “${words}” into the prompt`,
  reset: 'Reset',
  done: 'Done',
}

export const spreadTexts = {
  chip: 'Several',
  use: 'One prompt, several models, styles or ratios: a card for each',
  chosen: (count: number) => `Several: ${count} ${count === 1 ? 'card' : 'cards'}`,
  heading: 'Make several',
  text: 'Each combination becomes a card of its own. In the prompt, {red|green|blue} stands for one card with each word.',
  models: 'Models',
  styles: 'Styles',
  ratios: 'Ratios',
  asComposed: 'None ticked: the setting of the prompt is used.',
  filter: { models: 'Filter models', styles: 'Filter styles' },
  noMatch: 'Nothing of that name.',
  loadingStyles: 'Loading styles',
  hideNames: 'Hide the models’ names until I pick a winner',
  clear: 'Clear',
  done: 'Done',
  count: (cards: number) => (cards === 1 ? '1 card' : `${cards} cards`),
  beyond: (most: number) => `${most} at once is the most.`,
}

export const referenceTexts = {
  kinds: {
    prompt: { title: 'Image prompt', text: 'Upload an image to apply its look to your generation' },
    look: { title: 'Image style', text: 'Upload an image to apply its style alone, not what it shows' },
  },
  upload: 'Upload',
  selectAsset: 'Select asset',
  drop: 'Drop a picture here, or paste one',
  limits: 'PNG, JPEG, WebP, AVIF or GIF, up to 20 MB',
  uploads: 'Uploads',
  progress: (name: string) => `Uploading ${name}`,
  checking: 'Checking...',
  percent: (part: number) => `${Math.round(part * 100)}%`,
  cancel: (name: string) => `Cancel the upload of ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  tooLarge: 'The file is larger than 20 MB. Make it smaller, then upload it again.',
  failed: 'The upload failed. Check your connection and try again.',
  retry: 'Try again',
  pasted: 'Pasted picture',
  recent: 'Your latest images',
  recentFailed: 'Your latest images could not be read.',
  pickable: (prompt: string, place: number) => `Attach “${prompt}”, image ${place}`,
  attached: (name: string) => `Attached ${name}`,
  noPicture: 'What you dropped holds no picture file.',
}

export const inspirationTexts = {
  heading: 'Prompt Inspirations',
  open: 'Inspirations',
  show: 'Show Prompt Inspirations',
  hide: 'Hide Prompt Inspirations',
  added: 'Added to the prompt',
}

/** Branching and new generations. */
export const composePanelTexts = {
  capLeft: (left: number, most: number) =>
    `Cap: ${formatPrice(Math.max(0, left))} of ${formatPrice(most)} credits left in this branch`,
  capLeftHidden: 'This branch has a cap. What is left of it is shown when the race has a winner.',
  dialogTitle: 'Create New Branch',
  kinds: {
    enhance: { name: 'Enhance', text: 'Improve quality and add details' },
    remix: { name: 'Remix', text: 'Create a variation with different style' },
    motion: { name: 'Add Motion', text: 'Animate this image (coming soon)' },
  },
  comingSoon: 'Coming Soon',
  comingSoonText: 'Video generation will be available soon!',
  newGeneration: 'New generation',
  fromImage: (place: number, count: number) => `from image ${place} of ${count}`,
  prompt: 'Prompt',
  placeholder: 'Describe what you want to create...',
  close: 'Close',
  cancel: 'Cancel',
  model: (name: string) => `Model: ${name}`,
  models: 'Models',
  failed: 'Generation Failed',
  failedWithoutReason: 'Failed to generate images',
}

export const promptBarTexts = {
  label: 'Prompt bar',
  write: 'Write a prompt',
  branchFrom: (place: number, count: number) =>
    count === 1 ? 'Branch from this image' : `Branch from image ${place} of ${count}`,
  kind: (name: string) => `Kind of branch: ${name}`,
  kinds: 'Kind of branch',
  letGo: 'Let go of this image',
  lost: 'This image was deleted',
  branchesFromNothing: 'The image that you branch from was deleted. Let go of it to make a new card.',
  landsHere: 'Lands here',
  useAsReference: 'Use as reference',
}

/** The settings of the prompt bar. */
export const barSettingsTexts = {
  title: 'Settings',
  resolution: 'Resolution',
  none: 'None',
  pictures: (count: number) => (count === 1 ? '1 picture' : `${count} pictures`),
  cards: (count: number) => `${count} cards`,
  more: 'Seed, what to avoid',
  chosen: (count: number) => `${count} chosen`,
  toDefaultResolution: 'Back to 1K',
  withoutRaw: 'Without raw mode',
  oneCard: 'Make one card',
  withoutMore: 'Reset these settings',
}

/** Rebuilding cards from the record of a picture. */
export const rebuildTexts = {
  command: 'Rebuild from a picture',
  title: 'How this picture was made',
  reading: 'Reading the picture',
  nothing: 'This picture does not say how it was made',
  nothingText: 'Its record was taken out, or it was never there. Drop it on a prompt to make others from it.',
  tooLarge: 'This picture is too large to be read here.',
  prompt: 'Prompt',
  model: 'Model',
  settings: 'Settings',
  of: {
    AUTOMATIC1111: 'It was made with a tool that writes as AUTOMATIC1111 does.',
    ComfyUI: 'It was made with ComfyUI.',
    SwarmUI: 'It was made with SwarmUI.',
    Fooocus: 'It was made with Fooocus.',
    InvokeAI: 'It was made with InvokeAI.',
  },
  unmapped: 'What can not be asked for here',
  card: 'Rebuild this card',
  branch: (cards: number) => `Rebuild its branch of ${cards} cards`,
  write: 'Write it into a new card',
  rebuilt: (cards: number) => (cards === 1 ? 'The card is back' : `${cards} cards are back`),
  failed: 'It was not rebuilt',
  tryAgain: 'Check your connection and try again.',
} as const
