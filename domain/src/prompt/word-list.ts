/** A word of a list, with the weight by which it is drawn: a word of weight 2 is drawn twice as often as one of weight 1. */
export type ListedWord = { readonly text: string; readonly weight: number }
