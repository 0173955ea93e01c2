/** Where a style comes from: two collections of samples, and the user's own. */
export const styleCollections = ['community', 'krea', 'private'] as const
export type StyleCollection = (typeof styleCollections)[number]

/** The models a style was made for, as the picker filters them. */
export const styleFamilies = ['krea-1', 'flux'] as const
export type StyleFamily = (typeof styleFamilies)[number]

/** The most reference pictures of a private style. */
export const maxStyleReferences = 6

/** Display name of the catalogue's model that a family's styles suit best. */
export const modelOfFamily: Readonly<Record<StyleFamily, string>> = { 'krea-1': 'Krea 2', flux: 'Flux' }

/** The effect of a style, as a generation keeps it: editing or deleting the style changes no record. */
export type AppliedStyle = {
  readonly title: string
  /** A phrase that is appended to the user's prompt. */
  readonly promptFragment: string
  /** Ids of uploads or images used as style references; none for samples. */
  readonly referenceIds: readonly string[]
}
