/** The ways in which images are laid beside or over each other. All but the first take two. */
export const compareModes = ['side', 'slider', 'overlay', 'blink'] as const
export type CompareMode = (typeof compareModes)[number]

/** So many images can be told apart at a glance. */
export const mostCompared = 4
