import { nameKey } from './name-key.ts'

/** The kinds of named references: who or what their pictures show, or a look that they share. */
export const referenceKinds = ['character', 'product', 'place', 'look'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

/** A version has at least one picture, and at most this many. */
export const maxReferencePictures = 6

/** Named references of one card: as many as pictures of a request. */
export const maxNamedReferences = 16

/** Versions of each reference in their list: all 50 of 1,000 references are 17 MB. */
export const maxListedVersions = 10

/** Cards that one request makes again with the newest version. */
export const maxRemadeCards = 50

/** A named reference of a card, with the pictures of its version that were sent. */
export type SentReference = {
  readonly name: string
  readonly versionId: string
  readonly kind: ReferenceKind
  /** Ids of uploads or images, in order; fewer than the version has where the model takes no more. */
  readonly pictureIds: readonly string[]
}

/** Unicode code points; the expressions below count as many. */
const maxNameLength = 60

/** A name after an at sign that no word or address precedes: `@anna`, not `mail@anna`. */
const named = /(?<![\p{L}\p{M}\p{N}_.@-])@([\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,59})/gu

/** Whether a name can stand after an at sign. */
export const isReferenceName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,59}$/u.test(name)

/** A name for a reference, made of a title: 'For the client!' becomes 'For-the-client'. Empty where no letter or digit is left. */
export function referenceNameFrom(title: string): string {
  const name = title
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
  return [...name]
    .slice(0, maxNameLength)
    .join('')
    .replace(/[_-]+$/u, '')
}

/** The names after at signs in a prompt, each once, as they are first written. */
export function referenceNamesIn(prompt: string): readonly string[] {
  const byKey = new Map<string, string>()
  for (const [, name = ''] of prompt.matchAll(named)) if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name)
  return [...byKey.values()]
}

/** The pictures of a request, with those of the references in its prompt. */
export type SentPictures = {
  readonly imagePrompts: readonly string[]
  readonly styleReferences: readonly string[]
  readonly references: readonly SentReference[]
}

/**
 * Adds the pictures of references to those that are given, in their order and as far as a model takes pictures: a look among the style
 * references. A picture that is given already takes no further room. @param maxPictures Of one request, in any role.
 */
export function withReferencePictures(
  named: readonly SentReference[],
  given: Omit<SentPictures, 'references'>,
  maxPictures: number,
): SentPictures {
  const imagePrompts = [...given.imagePrompts]
  const styleReferences = [...given.styleReferences]
  const references = named.map((reference) => {
    const list = reference.kind === 'look' ? styleReferences : imagePrompts
    const pictureIds = reference.pictureIds.filter((id) => {
      if (imagePrompts.includes(id) || styleReferences.includes(id)) return true
      if (imagePrompts.length + styleReferences.length >= maxPictures) return false
      list.push(id)
      return true
    })
    return { ...reference, pictureIds }
  })
  return { imagePrompts, styleReferences, references }
}

/** The prompt with another name for a reference, as after it was renamed. Other names stay. */
export const withRenamedReference = (
  prompt: string,
  { from, to }: { readonly from: string; readonly to: string },
): string =>
  nameKey(from) === nameKey(to)
    ? prompt
    : prompt.replaceAll(named, (written, name: string) => (nameKey(name) === nameKey(from) ? `@${to}` : written))

const nouns: Readonly<Record<ReferenceKind, string>> = {
  character: 'the person',
  product: 'the product',
  place: 'the place',
  look: 'the look',
}

/** 'image 1', 'images 1 and 2', 'images 1, 2 and 3'. @param places From 1. */
function imagesText(places: readonly number[]): string {
  const last = places.at(-1)
  if (places.length < 2) return `image ${last}`
  return `images ${places.slice(0, -1).join(', ')} and ${last}`
}

/**
 * The prompt as it is sent: each `@anna` becomes 'anna (the person in image 2)', by the place of its pictures among those that are sent,
 * and 'anna' where none is. Names that are no reference stay as they are written. @param sentIds All pictures, in their order.
 */
export function promptWithReferences(
  prompt: string,
  references: readonly SentReference[],
  sentIds: readonly string[],
): string {
  const byKey = new Map(references.map((reference) => [nameKey(reference.name), reference]))
  return prompt.replaceAll(named, (written, name: string) => {
    const reference = byKey.get(nameKey(name))
    if (!reference) return written
    const places = reference.pictureIds.flatMap((id) => {
      const place = sentIds.indexOf(id)
      return place < 0 ? [] : [place + 1]
    })
    return places.length === 0 ? name : `${name} (${nouns[reference.kind]} in ${imagesText(places)})`
  })
}
