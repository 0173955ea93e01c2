import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import { givenPictures } from '#domain/prompt/given-pictures.ts'

type SentCard = Pick<GenerationShape, 'references' | 'imagePrompts' | 'styleReferences'>

/**
 * The pictures that the request of a card gave by itself. A request with the same words adds those of its references, in the newest
 * version. Pictures of a reference that is gone stay.
 */
export const withoutReferencePictures = (card: SentCard, references: readonly ReferenceShape[]) =>
  givenPictures(
    card,
    card.references.flatMap(({ versionId }) =>
      references.flatMap(({ kind, versions }) => {
        const version = versions.find(({ id }) => id === versionId)
        return version ? [{ kind, pictureIds: [...version.imageIds, ...version.uploadIds] }] : []
      }),
    ),
  )

/** Reads the references that `withoutReferencePictures` needs; nothing is read for a card without any. */
export const referencesOf = async ({ references }: SentCard): Promise<readonly ReferenceShape[]> =>
  references.length === 0 ? [] : (await import('./named-references.ts')).readReferences()
