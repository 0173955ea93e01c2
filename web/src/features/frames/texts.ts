const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`
const pictures = (count: number) => `${count} ${count === 1 ? 'picture' : 'pictures'}`

/** Frames and notes on the canvas. */
export const frameTexts = {
  noteTool: 'Note',
  frameHere: 'Draw a frame',
  noteHere: 'Note here',
  frameSelection: 'Frame selection',
  edit: 'Edit words',
  rename: 'Rename frame',
  fit: 'Fit to content',
  duplicate: 'Duplicate',
  remove: 'Delete',
  present: 'Present',
  share: 'Share this frame for review',
  asLook: 'Use as look',
  exportPng: 'Export as picture (PNG)',
  exportPdf: 'Export as PDF',
  exportDone: 'Frame exported',
  exported: (name: string) => `${name} is in your downloads.`,
  exportFailed: 'The frame could not be exported. Try again.',
  lostPictures: (count: number) => `${pictures(count)} could not be loaded and ${count === 1 ? 'is' : 'are'} missing.`,
  newTitle: (number: number) => `Frame ${number}`,
  titleField: 'Title of the frame',
  noteField: 'Text of the note',
  notePlaceholder: 'Write a note. **bold**, *italic*, - list, # heading',
  actions: 'Actions of the selection',
  sum: (count: number, cost: string | null) =>
    cost === null ? pictures(count) : `${pictures(count)} · ${cost} credits`,
  frameLabel: (title: string, count: number) => `Frame: ${title}, ${pictures(count)}`,
  noteLabel: (text: string) => `Note: ${text}`,
  list: 'Frames and notes',
  leaveTool: 'Cancel',
  /** The press that a tool waits for, with its keys, and on a screen without keys. */
  hints: {
    keys: {
      frame: 'Drag to draw the frame. Enter puts it in the middle, Escape leaves.',
      purse: 'Drag around where the agent may work. Enter puts the ring in the middle, Escape leaves.',
      note: 'Press where the note goes. Enter puts it in the middle, Escape leaves.',
    },
    touch: {
      frame: 'Drag to draw the frame. A tap puts it in the middle.',
      purse: 'Drag around where the agent may work. A tap puts the ring in the middle.',
      note: 'Tap where the note goes.',
    },
  },
  resize: {
    'top left': 'Top left corner',
    'top right': 'Top right corner',
    'bottom left': 'Bottom left corner',
    'bottom right': 'Bottom right corner',
  },
  created: { frame: 'Made a frame', note: 'Wrote a note' },
  changed: { title: 'Renamed a frame', note: 'Changed a note', size: 'Resized a frame', fit: 'Fitted a frame' },
  putBack: {
    note: {
      title: 'Your text is in a new note',
      description: 'The note was deleted while you were writing. Undo removes the new one.',
    },
    frame: {
      title: 'Your title is on a new frame',
      description: 'The frame was deleted while you were writing. Undo removes the new one.',
    },
  },
  duplicated: (count: number) => `Duplicated ${items(count)}`,
  removed: (count: number) => `Deleted ${items(count)}`,
  error: 'Error',
  full: (what: 'frames' | 'notes', most: number) => `A project has at most ${most} ${what}. Delete some first.`,
  nothingToFit: 'There is nothing in this frame.',
} as const
