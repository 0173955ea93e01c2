const images = (count: number) => (count === 1 ? 'Image' : `${count} images`)

/** The images of the user beside the canvas. */
export const assetDrawerTexts = {
  title: 'Assets',
  command: 'Assets beside the canvas',
  close: 'Close',
  chips: 'Filters of the assets',
  hint: { mouse: 'Drag one onto the canvas or the prompt.', touch: 'Tap what you want on the canvas.' },
  selected: (count: number) => `${count} selected`,
  clear: 'Clear selection',
  put: 'Put on canvas',
  attach: 'Attach to prompt',
  attachShort: 'Attach',
  attached: (count: number) => `${images(count)} attached to the prompt`,
  coming: (count: number) => `${images(count)} on the way to the canvas`,
  emptyAction: 'Write a prompt',
} as const
