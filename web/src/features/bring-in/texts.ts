import { formatCount } from '#domain/format.ts'

const pictures = (count: number) => (count === 1 ? '1 picture' : `${formatCount(count)} pictures`)

/** Pictures of the user on the canvas. */
export const bringInTexts = {
  command: 'Bring in pictures',
  commandHere: 'Bring in pictures here',
  drop: (count: number) => (count > 1 ? `Drop to bring in ${pictures(count)}` : 'Drop to bring it in'),
  dropText: (count: number) => (count > 1 ? 'Up to four on a card. Free.' : 'A card of its own. Free.'),
  label: 'Pictures that are brought in',
  progress: (done: number, all: number) => `Bringing in ${done} of ${all}`,
  /** Of the pill on every page. */
  task: (done: number, all: number) => `${done} of ${all} pictures`,
  notLoaded: 'The pictures did not come in',
  notLoadedText: 'A part of this page did not load. Try again; if that does not help, reload the page.',
  stuck: 'Waits for the connection',
  stop: 'Stop',
  step: 'Brought in pictures',
  done: (count: number) => (count === 0 ? 'No picture came in' : `${pictures(count)} brought in`),
  refused: (count: number) => `${pictures(count)} did not come in`,
  recorded: (count: number) => (count === 1 ? 'One says how it was made' : `${count} say how they were made`),
  rebuild: 'Rebuild its history',
  dismiss: 'Dismiss',
  model: 'Brought in',
  pasted: 'Pasted picture.png',
  notAPicture: 'This is not a picture.',
  empty: 'It is empty.',
  unreadable: 'It can not be read. A folder has to be opened first.',
  tooLarge: 'It has more than 20 MB.',
  tooMany: 'At most 50 come in at a time.',
  stopped: 'It was stopped.',
  failed: 'It could not be sent. Check your connection and try again.',
  workflow: {
    title: (name: string) => `${name} is a workflow of ComfyUI`,
    text: 'It can become a model.',
    add: 'Add it',
    asModel: 'Make a model of it',
    editorTitle: (file: string) => `${file} can not be used as it is`,
    editor: 'This is how ComfyUI saves a workflow for itself. Choose ‘Export (API)’ there, and bring that file.',
  },
  describe: {
    command: 'Describe this card',
    title: 'Describe this card',
    label: 'Description',
    save: 'Save',
    image: 'Describe image',
    step: 'Described a card',
  },
} as const
