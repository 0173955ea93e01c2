import { ImagePlus, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { StyleInput, StyleShape } from '#contract/cards/style.ts'
import { maxStyleReferences, type StyleFamily, styleFamilies } from '#domain/styles/style.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { uploadAddress } from '#web/data/pictures/image-address.ts'
import { pictureTypes } from '#web/data/pictures/send-pictures.ts'
import { changeStyle, createStyle } from '#web/data/styles.ts'
import { RecentImages, UploadList, useUploads } from '#web/features/compose/uploads.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { Dialog } from '#web/ui/popups.tsx'
import { styleTexts } from './texts.ts'

const texts = styleTexts.form
const noErrors: FieldErrors = { title: null, promptFragment: null }

type StyleFormProps = {
  /** The style that is edited; null for a new one. */
  style: StyleShape | null
  onCancel(): void
  onSaved(style: StyleShape): void
}

const fieldsOf = (style: StyleShape | null): StyleFields => ({
  title: style?.title ?? '',
  promptFragment: style?.promptFragment ?? '',
  family: style?.family ?? 'krea-1',
  pictures: style?.referenceIds.map((id, index) => ({ id, thumbnailUrl: style.exampleUrls[index] ?? '' })) ?? [],
})

/** Creates a private style, or edits one. */
export function StyleForm({ style, onCancel, onSaved }: StyleFormProps) {
  const [fields, setFields] = useState(() => fieldsOf(style))
  const [errors, setErrors] = useState(noErrors)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const change = (part: Partial<StyleFields>) => {
    setFields((now) => ({ ...now, ...part }))
    setErrors(noErrors)
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = fieldErrors(fields)
    setErrors(found)
    if (isBusy || found.title || found.promptFragment) return
    setBusy(true)
    setFailure(null)
    try {
      onSaved(await (style ? changeStyle(style.id, styleInput(fields)) : createStyle(styleInput(fields))))
    } catch (error) {
      setFailure(errorMessage(error, texts.failed))
      setBusy(false)
    }
  }

  return (
    <form
      className="col-span-full flex min-h-0 flex-col"
      aria-label={style ? texts.edit : texts.create}
      onSubmit={(event) => void save(event)}
    >
      <div className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto px-6 pt-5 pb-6 max-sm:px-4">
        <Dialog.Title className="font-semibold text-16">{style ? texts.edit : texts.create}</Dialog.Title>
        <div className="grid max-w-[560px] gap-5">
          <Field
            label={texts.name}
            error={errors.title}
            // It replaces the pressed tile.
            autoFocus
            value={fields.title}
            onChange={(event) => change({ title: event.target.value })}
          />
          <TextField
            label={texts.fragment}
            hint={texts.fragmentHint}
            error={errors.promptFragment}
            rows={3}
            value={fields.promptFragment}
            onChange={(event) => change({ promptFragment: event.target.value })}
          />
          <fieldset>
            <legend className="mb-1.5 font-medium text-13">{texts.family}</legend>
            <div className="flex gap-2">
              {styleFamilies.map((family) => (
                <button
                  key={family}
                  type="button"
                  aria-pressed={fields.family === family}
                  className="style-filter"
                  onClick={() => change({ family })}
                >
                  {styleTexts.families[family]}
                </button>
              ))}
            </div>
          </fieldset>
          <StylePictures
            pictures={fields.pictures}
            onChange={(pictures) => setFields((now) => ({ ...now, pictures: pictures(now.pictures) }))}
          />
        </div>
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-hairline border-t px-6 py-4 max-sm:px-4">
        {failure && (
          <p role="alert" className="mr-auto text-13 text-danger">
            {failure}
          </p>
        )}
        <Button kind="line" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button kind="solid" type="submit" busy={isBusy}>
          {isBusy ? (style ? texts.saving : texts.creating) : style ? texts.save : texts.create}
        </Button>
      </footer>
    </form>
  )
}

/** A reference picture of the form: an upload or an own image. */
export type StylePicture = { readonly id: string; readonly thumbnailUrl: string }

/** The content of the form. */
export type StyleFields = {
  readonly title: string
  readonly promptFragment: string
  readonly family: StyleFamily
  readonly pictures: readonly StylePicture[]
}

/** The longest that the server accepts, in characters. */
const longest = { title: 60, promptFragment: 500 }

export type FieldErrors = { readonly title: string | null; readonly promptFragment: string | null }

function textError(text: string, { most, blank }: { most: number; blank: string }): string | null {
  const length = [...text.trim()].length
  if (length === 0) return blank
  return length > most ? styleTexts.form.tooLong(most) : null
}

/** The error of each text, as a sentence; null without one. */
export const fieldErrors = ({ title, promptFragment }: StyleFields): FieldErrors => ({
  title: textError(title, { most: longest.title, blank: styleTexts.form.blankName }),
  promptFragment: textError(promptFragment, {
    most: longest.promptFragment,
    blank: styleTexts.form.blankFragment,
  }),
})

/** The request for the content of the form. */
export const styleInput = ({ title, promptFragment, family, pictures }: StyleFields): StyleInput => ({
  title: title.trim(),
  promptFragment: promptFragment.trim(),
  family,
  referenceIds: pictures.map(({ id }) => id),
})

type StylePicturesProps = {
  pictures: readonly StylePicture[]
  /** Receives a function from the current pictures to the next: uploads arrive in parallel. */
  onChange(next: (pictures: readonly StylePicture[]) => readonly StylePicture[]): void
}

const withPicture = (pictures: readonly StylePicture[], added: StylePicture) =>
  pictures.some(({ id }) => id === added.id) ? pictures : [...pictures, added].slice(0, maxStyleReferences)

/** The reference pictures of a style: uploads or own images. */
function StylePictures({ pictures, onChange }: StylePicturesProps) {
  const input = useRef<HTMLInputElement>(null)
  const { uploads, add, retry, remove } = useUploads({
    onArrived: ({ id }) => onChange((now) => withPicture(now, { id, thumbnailUrl: uploadAddress(id, 256) })),
  })
  const room = maxStyleReferences - pictures.length - uploads.length
  return (
    <fieldset>
      <legend className="font-medium text-13">{texts.pictures}</legend>
      <p className="mb-2 text-12 text-muted">{texts.picturesHint(maxStyleReferences)}</p>
      <ul className="grid grid-cols-6 gap-2 max-sm:grid-cols-3">
        {pictures.map(({ id, thumbnailUrl }, index) => (
          <li key={id} className="relative aspect-square overflow-hidden rounded-8 bg-raised">
            <img src={thumbnailUrl} alt={texts.picture(index + 1)} className="size-full object-cover" />
            <button
              type="button"
              aria-label={texts.removePicture(index + 1)}
              className="absolute top-1 right-1 grid size-6 place-items-center rounded-6 bg-(--glass) text-(--on-glass) pointer-coarse:after:absolute pointer-coarse:after:top-1/2 pointer-coarse:after:right-auto pointer-coarse:after:bottom-auto pointer-coarse:after:left-1/2 pointer-coarse:after:h-11 pointer-coarse:after:w-[max(100%,44px)] pointer-coarse:after:-translate-1/2"
              onClick={() => onChange((now) => now.filter((picture) => picture.id !== id))}
            >
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
        {room > 0 && (
          <li className="aspect-square">
            <button
              type="button"
              className="style-new size-full rounded-8! text-12!"
              onClick={() => input.current?.click()}
            >
              <ImagePlus aria-hidden="true" />
              {texts.addPicture}
            </button>
          </li>
        )}
      </ul>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={pictureTypes}
        aria-label={texts.addPicture}
        onChange={(event) => {
          add([...(event.target.files ?? [])].slice(0, Math.max(0, room)))
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
      <UploadList uploads={uploads} onRetry={retry} onRemove={remove} />
      {room > 0 && (
        <RecentImages onPick={({ id, thumbnailUrl }) => onChange((now) => withPicture(now, { id, thumbnailUrl }))} />
      )}
    </fieldset>
  )
}
