import { formatPrice } from '#domain/format.ts'
import { maxListedVersions, type ReferenceKind } from '#domain/prompt/named-reference.ts'

const counted = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** The versions of a reference as its list has them: it may have more than are listed. */
const versionsText = (versions: number): string[] =>
  versions < 2 ? [] : [`${versions}${versions < maxListedVersions ? '' : ' or more'} versions`]

export const wordTexts = {
  title: 'Saved prompts, references and lists',
  tabs: { prompts: 'Prompts', references: 'References', lists: 'Lists' },
  close: 'Close',
  back: 'Back to the list',
  cancel: 'Cancel',
  save: 'Save',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeAction: 'Delete',
  removed: (name: string) => `${name} is deleted.`,
  removeFailed: 'It could not be deleted. Try again.',
  insert: 'Insert',
  insertName: (name: string) => `Insert ${name}`,
  saved: (name: string) => `${name} is saved.`,
  saveFailed: 'It could not be saved. Check your connection and try again.',
  clear: 'Clear the search',
  error: 'Error',
  discard: {
    title: 'Discard your changes?',
    text: 'They are not saved.',
    action: 'Discard',
  },
  imports: {
    action: 'Import',
    failed: 'The file could not be imported. Check your connection and try again.',
    dismiss: 'Dismiss',
    title: 'Import',
    refused: (count: number) => `${count.toLocaleString('en')} could not be imported:`,
  },
}

export const promptTexts = {
  search: 'Search saved prompts',
  create: 'New prompt',
  saveWritten: 'Save what is written',
  edit: 'Edit a saved prompt',
  use: 'Use',
  labelOfUse: (name: string) => `Use ${name}`,
  used: (count: number) => `Used ${count === 1 ? 'once' : counted(count, 'time')}`,
  removeText: 'Pictures that were made with it stay.',
  loading: 'Loading saved prompts',
  failed: { title: 'This did not load', text: 'Your saved prompts could not be read.' },
  moreFailed: 'More prompts could not be read.',
  more: 'Show more',
  empty: {
    title: 'No saved prompts yet',
    text: 'Save a prompt that works, and use it again with two presses. You can also import a file of prompts.',
  },
  noMatch: { title: 'Nothing found', text: 'No saved prompt has these words in its name, text or tags.' },
  imported: (count: number) => `${counted(count, 'prompt')} imported.`,
  exports: { label: 'Export as', json: 'JSON', text: 'Text', csv: 'CSV' },
  form: {
    name: 'Name',
    noName: 'Give the prompt a name.',
    text: 'Prompt',
    textHint: '{red|green} makes pictures of each; __light__ draws a word of your list “light”.',
    noText: 'Write the prompt.',
    tags: 'Tags',
    tagsHint: 'Separated by commas.',
    withSetup: 'With model and settings',
    raw: 'Raw',
    style: 'a style',
  },
}

export const referenceTexts = {
  search: 'Search references',
  create: 'New reference',
  edit: 'Edit a reference',
  kinds: { character: 'Character', product: 'Product', place: 'Place', look: 'Look' } satisfies Record<
    ReferenceKind,
    string
  >,
  about: (kind: string, pictures: number, versions: number) =>
    [kind, counted(pictures, 'picture'), ...versionsText(versions)].join(' · '),
  removeText: 'All its versions are deleted. Your pictures stay, and so do the cards that were made with it.',
  loading: 'Loading references',
  failed: { title: 'This did not load', text: 'Your references could not be read.' },
  empty: {
    title: 'No references yet',
    text: 'Name pictures of a person, a product, a place or a look, and write @name in a prompt to send them.',
  },
  noMatch: { title: 'Nothing found', text: 'No reference has these letters in its name.' },
  form: {
    name: 'Name',
    nameHint: 'Letters, digits, _ and -, beginning with a letter or digit; at most 60.',
    kind: 'Kind',
    pictures: 'Pictures',
    picturesHint: (max: number) =>
      `One to ${max}, sent in this order as far as the model takes them; images of yours come before files.`,
    newVersion: (versions: number) =>
      `Other pictures make ${versions < maxListedVersions ? `version ${versions + 1}` : 'a new version'}; cards keep the version they were made with.`,
    picture: (position: number) => `Picture ${position}`,
    removePicture: (position: number) => `Remove picture ${position}`,
    add: 'Add',
    sending: (name: string) => `Uploading ${name}`,
    retry: (name: string) => `Upload ${name} again`,
    dismiss: (name: string) => `Remove ${name}`,
    uploadFailed: 'The file could not be uploaded. Check your connection and try again.',
    tooLarge: 'The file is larger than 20 MB.',
    recent: 'Your latest images',
    recentFailed: 'Your latest images could not be read.',
    pickable: (prompt: string, position: number) => `${prompt}, image ${position}`,
    pictureErrors: {
      empty: 'Choose at least one picture.',
      sending: 'Wait until every picture is uploaded.',
      failed: 'A picture was not uploaded. Try it again or remove it.',
    },
  },
}

const cards = (count: number) => counted(count, 'card')

export const usesTexts = {
  action: 'Uses',
  label: (name: string) => `Uses of ${name}`,
  offer: (name: string, count: string, isOne: boolean) =>
    `${count} used the older version of ${name}. You can make ${isOne ? 'it' : 'them'} again with the new one.`,
  offered: (count: number, hasMore: boolean) => (hasMore ? `More than ${cards(count)}` : cards(count)),
  show: 'Show',
  dismiss: 'Dismiss',
  loading: 'Loading the cards that use it',
  failed: { title: 'This did not load', text: 'The cards that use it could not be read.' },
  moreFailed: 'More cards could not be read.',
  more: 'Show more',
  empty: {
    title: 'Not used yet',
    text: 'Write its name with an @ in a prompt, and the card is listed here.',
  },
  cards: 'Cards',
  savedPrompts: 'Saved prompts',
  older: 'Older version',
  price: (price: number) => (price === 0 ? 'Free' : `${formatPrice(price)} credits`),
  noModel: 'Its model is not available',
  choose: (prompt: string) => `Remake “${prompt}”`,
  remake: 'Remake',
  remakeLabel: (count: number, price: string) => `Remake ${cards(count)}, ${price}`,
  remakeText: 'Remake what used the older version',
  chosen: (count: number, price: string) => `${cards(count)} · ${price}`,
  noneChosen: 'Choose at least one card.',
  max: (max: number) => `At most ${max} at once.`,
  remade: (count: number) =>
    count === 0
      ? 'No card is made again.'
      : `${cards(count)} ${count === 1 ? 'is' : 'are'} made again, each below the old one.`,
  refused: (count: number) => `${count.toLocaleString('en')} could not be made again:`,
  error: {
    title: 'Error',
    fallback: 'No reply came. Press Remake again: what was made already is not made or paid twice.',
  },
}

export const listTexts = {
  search: 'Search lists',
  create: 'New list',
  edit: 'Edit a list',
  wordCount: (count: number) => counted(count, 'word'),
  removeText: 'Prompts that name it keep the name as text.',
  loading: 'Loading lists',
  failed: { title: 'This did not load', text: 'Your lists could not be read.' },
  empty: {
    title: 'No lists yet',
    text: 'Keep words in a list and write __name__ in a prompt: each picture draws one of them.',
  },
  noMatch: { title: 'Nothing found', text: 'No list has these letters in its name.' },
  imported: (count: number) => `${counted(count, 'list')} imported.`,
  form: {
    name: 'Name',
    nameHint: 'Written in a prompt as __name__: letters, digits, _, - and /, without spaces.',
    words: 'Words',
    wordsHint:
      'One a line. 2::fog is drawn twice as often; __other__ draws from another list; lines with # are left out.',
    noWords: 'Write at least one word.',
    longWord: (start: string, max: number) => `A word has at most ${max} characters: “${start}…”`,
  },
  fromFile: { title: 'Import a list', file: (name: string) => `A list of the words in ${name}, one a line.` },
}
