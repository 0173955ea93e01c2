import type { StarterName } from '#domain/starters/starters.ts'

/** Words of an empty board. */
export const starterTexts = {
  title: 'Nothing planted yet',
  text: 'The first prompt becomes the first card of this canvas. Write one below, or open a board and make it yours.',
  plainText: 'The first prompt becomes the first card of this canvas. Write one below.',
  list: 'Boards to begin with',
  orOpen: 'Or open a board',
  drop: 'Or drop a picture anywhere',
  choose: 'Choose a picture',
  made: 'Their pictures were painted by Sketch, the built-in painter.',
  failed: 'The board was not opened',
  tryAgain: 'Check your connection and try again.',
  opened: 'Your copy is open',
  open: 'Open a copy',
} as const

/** The name of each starter, and what it is about. */
export const starterCaptions: Readonly<Record<StarterName, { readonly title: string; readonly about: string }>> = {
  'one-tree-four-seasons': { title: 'One tree, four seasons', about: '4 cards · words only' },
  'a-vase-in-four-glazes': { title: 'A vase in four glazes', about: '4 cards · a color each' },
  'from-your-own-picture': { title: 'From your own picture', about: '4 cards · a file first' },
  'one-prompt-four-mediums': { title: 'One prompt, four mediums', about: '4 cards · side by side' },
  'a-place-at-two-hours': { title: 'A place at two hours', about: '3 cards · light' },
  'a-series-in-a-frame': { title: 'A series in a frame', about: '3 cards · to present' },
}
