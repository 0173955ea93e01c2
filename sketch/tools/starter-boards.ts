import type { AspectRatio } from '#domain/models/aspect-ratio.ts'
import type { StarterName } from '#domain/starters/starters.ts'

/** A card of a starter board before it is painted. */
export type PlannedCard = {
  readonly key: string
  readonly prompt: string
  readonly aspectRatio: AspectRatio
  /** The card and the place of the image that it branches from; none for a root. */
  readonly parent?: { readonly key: string; readonly image: number }
  readonly kind?: 'enhance' | 'remix'
  /** The place of the image that is chosen. */
  readonly starred?: number
  /** A single picture as from a file; the prompt is what is painted. */
  readonly isBroughtIn?: { readonly fileName: string }
}

export type PlannedBoard = {
  readonly name: StarterName
  readonly title: string
  /** Says on the board how its pictures were made. */
  readonly note: string
  readonly frame?: string
  readonly cards: readonly PlannedCard[]
  /** The pictures that announce it: the first large. */
  readonly announced: readonly { readonly key: string; readonly image: number }[]
}

const painter = 'Painted by **Sketch**, the built-in painter. It is no AI model.'

export const plannedBoards: readonly PlannedBoard[] = [
  {
    name: 'one-tree-four-seasons',
    title: 'One tree, four seasons',
    note: `## One tree, four seasons\n\nOne prompt, then three branches of the chosen picture: *enhance* keeps what is there and changes the season.\n\n${painter}`,
    cards: [
      {
        key: 'summer',
        prompt: 'An old tree on a hill in summer, a house behind it',
        aspectRatio: '4:5',
        starred: 1,
      },
      {
        key: 'spring',
        prompt: 'The same tree in spring',
        aspectRatio: '4:5',
        parent: { key: 'summer', image: 1 },
        kind: 'remix',
      },
      {
        key: 'autumn',
        prompt: 'The same tree in autumn',
        aspectRatio: '4:5',
        parent: { key: 'summer', image: 1 },
        kind: 'remix',
        starred: 0,
      },
      {
        key: 'winter',
        prompt: 'The same tree in winter, snow on the hill',
        aspectRatio: '4:5',
        parent: { key: 'summer', image: 1 },
        kind: 'remix',
      },
    ],
    announced: [
      { key: 'summer', image: 1 },
      { key: 'spring', image: 0 },
      { key: 'autumn', image: 0 },
      { key: 'winter', image: 0 },
    ],
  },
  {
    name: 'a-vase-in-four-glazes',
    title: 'A vase in four glazes',
    note: `## A vase in four glazes\n\nThe same still life, remixed once for each color.\n\n${painter}`,
    cards: [
      { key: 'vase', prompt: 'A white vase of flowers and pears on a table', aspectRatio: '1:1', starred: 0 },
      {
        key: 'blue',
        prompt: 'A cobalt blue glaze',
        aspectRatio: '1:1',
        parent: { key: 'vase', image: 0 },
        kind: 'remix',
      },
      {
        key: 'red',
        prompt: 'A terracotta red glaze',
        aspectRatio: '1:1',
        parent: { key: 'vase', image: 0 },
        kind: 'remix',
      },
      {
        key: 'green',
        prompt: 'A celadon green glaze',
        aspectRatio: '1:1',
        parent: { key: 'vase', image: 0 },
        kind: 'remix',
      },
    ],
    announced: [
      { key: 'vase', image: 0 },
      { key: 'blue', image: 1 },
      { key: 'red', image: 2 },
      { key: 'green', image: 3 },
    ],
  },
  {
    name: 'from-your-own-picture',
    title: 'From your own picture',
    note: `## From your own picture\n\nThe first card was brought in as a file: drop one of yours anywhere. Its branches keep what is in it.\n\n${painter}`,
    cards: [
      {
        key: 'file',
        prompt: 'A lighthouse on a cliff by the sea',
        aspectRatio: '4:3',
        isBroughtIn: { fileName: 'lighthouse.png' },
      },
      {
        key: 'dusk',
        prompt: 'At dusk',
        aspectRatio: '4:3',
        parent: { key: 'file', image: 0 },
        kind: 'remix',
        starred: 2,
      },
      { key: 'night', prompt: 'At night, stars', aspectRatio: '4:3', parent: { key: 'file', image: 0 }, kind: 'remix' },
      {
        key: 'print',
        prompt: 'A woodblock print, fog over the sea',
        aspectRatio: '4:3',
        parent: { key: 'dusk', image: 2 },
        kind: 'enhance',
      },
    ],
    announced: [
      { key: 'file', image: 0 },
      { key: 'dusk', image: 2 },
      { key: 'night', image: 1 },
      { key: 'print', image: 0 },
    ],
  },
  {
    name: 'one-prompt-four-mediums',
    title: 'One prompt, four mediums',
    note: `## One prompt, four mediums\n\nThe same words, each time printed in another way. With models of yours: *Several*, then *Race*.\n\n${painter}`,
    cards: [
      { key: 'water', prompt: 'A lake under mountains at dawn, watercolour', aspectRatio: '3:2', starred: 0 },
      { key: 'wood', prompt: 'A lake under mountains at dawn, woodblock print', aspectRatio: '3:2' },
      { key: 'riso', prompt: 'A lake under mountains at dawn, risograph', aspectRatio: '3:2' },
      { key: 'oil', prompt: 'A lake under mountains at dawn, oil painting', aspectRatio: '3:2' },
    ],
    announced: [
      { key: 'water', image: 0 },
      { key: 'wood', image: 1 },
      { key: 'riso', image: 2 },
      { key: 'oil', image: 3 },
    ],
  },
  {
    name: 'a-place-at-two-hours',
    title: 'A place at two hours',
    note: `## A place at two hours\n\nThe same desert by day, at dusk and at night: *remix* keeps the drawing and changes the light.\n\n${painter}`,
    cards: [
      { key: 'day', prompt: 'A desert with cacti under the sun', aspectRatio: '4:3', starred: 0 },
      {
        key: 'dusk',
        prompt: 'At dusk, warm light',
        aspectRatio: '4:3',
        parent: { key: 'day', image: 0 },
        kind: 'remix',
      },
      {
        key: 'night',
        prompt: 'At night, deep blue, the moon',
        aspectRatio: '4:3',
        parent: { key: 'day', image: 0 },
        kind: 'remix',
        starred: 0,
      },
    ],
    announced: [
      { key: 'day', image: 0 },
      { key: 'dusk', image: 1 },
      { key: 'night', image: 0 },
      { key: 'day', image: 2 },
    ],
  },
  {
    name: 'a-series-in-a-frame',
    title: 'A series in a frame',
    note: `## A series in a frame\n\nA frame holds what belongs together: it moves, is presented and is exported as one.\n\n${painter}`,
    frame: 'At sea',
    cards: [
      { key: 'boat', prompt: 'A sailing boat on the sea under the moon', aspectRatio: '2:3', starred: 2 },
      { key: 'light', prompt: 'A lighthouse in a storm at sea', aspectRatio: '2:3', starred: 1 },
      { key: 'whale', prompt: 'A whale under water', aspectRatio: '2:3', starred: 0 },
    ],
    announced: [
      { key: 'boat', image: 2 },
      { key: 'light', image: 1 },
      { key: 'whale', image: 0 },
      { key: 'boat', image: 0 },
    ],
  },
]
