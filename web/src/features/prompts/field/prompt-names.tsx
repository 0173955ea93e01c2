import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import { type Attachment, type AttachmentLimits, sentAttachments } from '#domain/prompt/attachment.ts'
import { listNamesIn } from '#domain/prompt/draw-words.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import { referenceNamesIn, type SentReference, withReferencePictures } from '#domain/prompt/named-reference.ts'
import { imageAddress, uploadAddress } from '#web/data/pictures/image-address.ts'
import { referencesQuery } from '#web/data/words/named-references.ts'
import { wordListsQuery } from '#web/data/words/word-lists.ts'
import { promptNameTexts as texts } from './texts.ts'

export type PromptNamesProps = {
  prompt: string
  attachments: readonly Attachment[]
  /** Null while the models are loading. */
  model: (AttachmentLimits & { readonly name: string }) | null
}

const pictureIdsOf = ({ versions: [newest] }: ReferenceShape): readonly string[] =>
  newest ? [...newest.imageIds, ...newest.uploadIds] : []

const thumbnailOf = ({ versions: [newest] }: ReferenceShape): string | null => {
  const [imageId] = newest?.imageIds ?? []
  const [uploadId] = newest?.uploadIds ?? []
  if (imageId !== undefined) return imageAddress(imageId, 64)
  return uploadId === undefined ? null : uploadAddress(uploadId, 64)
}

/** The references that a prompt names with their pictures, and before Go what of them the model does not take, and lists that are missing. */
export function PromptNames({ prompt, attachments, model }: PromptNamesProps) {
  const [names, listNames] = [referenceNamesIn(prompt), listNamesIn(prompt)]
  const references = useQuery({ ...referencesQuery, enabled: names.length > 0 }).data ?? []
  const lists = useQuery({ ...wordListsQuery, enabled: listNames.length > 0 }).data
  const named = names.flatMap((name) => references.find((each) => nameKey(each.name) === nameKey(name)) ?? [])
  const missing = lists ? listNames.filter((name) => !lists.some((each) => nameKey(each.name) === nameKey(name))) : []
  const notes = [
    ...(model ? referenceNotes(named, { attachments, model }) : []),
    ...missing.map((name) => texts.noList(name)),
  ]
  if (named.length + notes.length === 0) return null
  return (
    <div className="prompt-names">
      {named.map((reference) => {
        const thumbnail = thumbnailOf(reference)
        return (
          <span key={reference.id} className="prompt-name">
            {thumbnail && <img src={thumbnail} alt="" />}
            <bdi>@{reference.name}</bdi>
          </span>
        )
      })}
      <div role="status" className="attachments-note">
        {notes.map((note) => (
          <p key={note}>
            <TriangleAlert aria-hidden="true" />
            {note}
          </p>
        ))}
      </div>
    </div>
  )
}

/** Lists the references' pictures that are not sent, as sentences. */
function referenceNotes(
  named: readonly ReferenceShape[],
  {
    attachments,
    model,
  }: { readonly attachments: readonly Attachment[]; readonly model: NonNullable<PromptNamesProps['model']> },
): readonly string[] {
  const wanted = named.map(
    (each): SentReference => ({ name: each.name, kind: each.kind, versionId: '', pictureIds: pictureIdsOf(each) }),
  )
  const max = model.capabilities.supportsImagePrompts ? model.mostImagePrompts : 0
  const { references } = withReferencePictures(wanted, sentAttachments(attachments, model), max)
  return references.flatMap(({ name, pictureIds }, index) => {
    const all = wanted[index]?.pictureIds.length ?? 0
    return pictureIds.length === all ? [] : [texts.notSent(model.name, name, pictureIds.length, all)]
  })
}
