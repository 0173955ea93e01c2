/** The kinds of named references: who or what their pictures show, or a look that they share. */
export const referenceKinds = ['character', 'product', 'place', 'look'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

/** A named reference that a card was made with, in the version whose pictures were sent. */
export type SentReference = { readonly name: string; readonly versionId: string }
