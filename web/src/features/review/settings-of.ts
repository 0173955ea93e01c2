import type { SharedCardShape } from '#contract/shared-board.ts'

type Recipe = NonNullable<SharedCardShape['recipe']>

/** '4:5 · 2K': in which shape and size a card was made. */
export const settingsOf = ({ aspectRatio, resolution }: Recipe) => [aspectRatio, resolution].join(' · ')
