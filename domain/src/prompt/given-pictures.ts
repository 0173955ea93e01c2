import type { ReferenceKind, SentReference } from './named-reference.ts'

/** The list of a card that pictures of a kind are sent in. */
const listOf = (kind: ReferenceKind) => (kind === 'look' ? 'styleReferences' : 'imagePrompts')

type Pictures = { readonly imagePrompts: readonly string[]; readonly styleReferences: readonly string[] }

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id, index) => id === other[index])

/** The beginning of a list, without those at its end that the references have added. */
function givenIn(list: readonly string[], ofReferences: readonly string[]): string[] {
  const length = list.findIndex((_id, index) => {
    const given = list.slice(0, index)
    const added = [...new Set(ofReferences)].filter((id) => list.includes(id) && !given.includes(id))
    return isSame(list.slice(index), added)
  })
  return list.slice(0, length < 0 ? list.length : length)
}

/**
 * The pictures that a request gave by itself, of all that its card was sent with: those of named references follow them
 * (`withNamedReferences`). A picture that was given and is also the reference's counts as the reference's.
 */
export function givenPictures(
  { imagePrompts, styleReferences }: Pictures,
  references: readonly Pick<SentReference, 'kind' | 'pictureIds'>[],
): { readonly imagePrompts: string[]; readonly styleReferences: string[] } {
  const idsOf = (list: keyof Pictures) =>
    references.flatMap(({ kind, pictureIds }) => (listOf(kind) === list ? pictureIds : []))
  return {
    imagePrompts: givenIn(imagePrompts, idsOf('imagePrompts')),
    styleReferences: givenIn(styleReferences, idsOf('styleReferences')),
  }
}
