/** Shuffles a list (Fisher-Yates). @param random Numbers from 0 up to 1. */
export const inRandomOrder = <Entry>(list: readonly Entry[], random: () => number): Entry[] =>
  list
    .map((entry) => ({ entry, drawn: random() }))
    .toSorted((a, b) => a.drawn - b.drawn)
    .map(({ entry }) => entry)
