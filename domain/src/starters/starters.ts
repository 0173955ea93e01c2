/** The boards that an empty project offers, by the names of their files. */
export const starterNames = [
  'one-tree-four-seasons',
  'a-vase-in-four-glazes',
  'from-your-own-picture',
  'one-prompt-four-mediums',
  'a-place-at-two-hours',
  'a-series-in-a-frame',
] as const
export type StarterName = (typeof starterNames)[number]
