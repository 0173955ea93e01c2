import { useState } from 'react'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import {
  isReferenceName,
  maxReferencePictures,
  type ReferenceKind,
  referenceKinds,
} from '#domain/prompt/named-reference.ts'
import { changeReference, createReference } from '#web/data/words/named-references.ts'
import type { UnnamedReference } from '#web/data/words/new-words.ts'
import { announce } from '#web/ui/announce.ts'
import { Field, SelectField } from '#web/ui/field.tsx'
import { PictureField } from './picture-field.tsx'
import { referenceTexts, wordTexts } from './texts.ts'
import { usePictures } from './use-pictures.ts'
import { type FormProps, useSaving, WordsForm } from './words-form.tsx'

const texts = referenceTexts.form
const kinds = referenceKinds.map((value) => ({ value, name: referenceTexts.kinds[value] }))

/** The name as the server knows it: people may write `@anna` here as well. */
const bareName = (name: string) => name.trim().replace(/^@/, '')

const blank: UnnamedReference = { name: '', kind: 'character', imageIds: [] }

type ReferenceFormProps = FormProps & {
  /** The reference that is edited; null for a new one. */
  reference: ReferenceShape | null
  /** The first content of a new one; null where it begins empty. */
  unnamed: UnnamedReference | null
  /** It has a new version. */
  onRenewed(reference: ReferenceShape): void
}

/** Names pictures, or edits a name; other pictures make a new version. */
export function ReferenceForm({ reference, unnamed, onSaved, onRenewed, ...form }: ReferenceFormProps) {
  const [newest] = reference?.versions ?? []
  const before = reference ?? unnamed ?? blank
  const [name, setName] = useState(before.name)
  const [kind, setKind] = useState<ReferenceKind>(before.kind)
  const pictures = usePictures({ imageIds: (newest ?? unnamed ?? blank).imageIds, uploadIds: newest?.uploadIds ?? [] })
  const isChanged = name !== before.name || kind !== before.kind || pictures.isChanged
  const { errors, failure, isBusy, submit } = useSaving({
    fields: ['name', 'imageIds'],
    check: () => ({
      ...(!isReferenceName(bareName(name)) && { name: texts.nameHint }),
      ...(pictures.state !== 'ready' && { imageIds: texts.pictureErrors[pictures.state] }),
    }),
    send() {
      const { imageIds, uploadIds } = pictures
      const request = { name: bareName(name), kind }
      if (!reference) return createReference({ ...request, imageIds, uploadIds })
      return changeReference(reference.id, { ...request, ...(pictures.isChanged && { imageIds, uploadIds }) })
    },
    onSaved(saved) {
      announce(wordTexts.saved(`@${saved.name}`))
      if (reference && saved.versions[0]?.id !== newest?.id) onRenewed(saved)
      onSaved()
    },
    failed: wordTexts.saveFailed,
  })
  return (
    <WordsForm
      {...form}
      label={reference ? referenceTexts.edit : referenceTexts.create}
      submit={wordTexts.save}
      isChanged={isChanged}
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_200px] items-start gap-3 max-sm:grid-cols-1 max-sm:gap-5">
        <Field
          label={texts.name}
          hint={texts.nameHint}
          error={errors.name ?? null}
          start="@"
          autoComplete="off"
          spellCheck={false}
          data-first-focus
          // It replaces the pressed button.
          autoFocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={texts.kind}
          value={kind}
          options={kinds}
          onChange={(value) => setKind(referenceKinds.find((each) => each === value) ?? 'character')}
        />
      </div>
      <PictureField
        pictures={pictures}
        hint={[
          texts.picturesHint(maxReferencePictures),
          ...(reference ? [texts.newVersion(reference.versions.length)] : []),
        ].join(' ')}
        error={errors.imageIds ?? null}
      />
    </WordsForm>
  )
}
