import { ImagePlus, X } from 'lucide-react'
import { useRef } from 'react'
import { mostStyleReferences } from '#domain/styles/style.ts'
import { pictureTypes } from '#web/data/http/send-form.ts'
import { uploadAddress } from '#web/data/pictures/image-address.ts'
import { RecentImages } from '#web/features/compose/recent-images.tsx'
import { styleTexts } from '#web/features/compose/texts.ts'
import { UploadList, useUploads } from '#web/features/compose/uploads.tsx'
import type { StylePicture } from './style-form.tsx'

const texts = styleTexts.form

type StylePicturesProps = {
  pictures: readonly StylePicture[]
  /** Receives a function from the current pictures to the next: uploads arrive in parallel. */
  onChange(next: (pictures: readonly StylePicture[]) => readonly StylePicture[]): void
}

const withPicture = (pictures: readonly StylePicture[], added: StylePicture) =>
  pictures.some(({ id }) => id === added.id) ? pictures : [...pictures, added].slice(0, mostStyleReferences)

/** The reference pictures of a style: uploads or own images. */
export function StylePictures({ pictures, onChange }: StylePicturesProps) {
  const input = useRef<HTMLInputElement>(null)
  const { uploads, add, retry, remove } = useUploads({
    onArrived: ({ id }) => onChange((now) => withPicture(now, { id, thumbnailUrl: uploadAddress(id, 256) })),
  })
  const room = mostStyleReferences - pictures.length - uploads.length
  return (
    <fieldset>
      <legend className="font-medium text-13">{texts.pictures}</legend>
      <p className="mb-2 text-12 text-muted">{texts.picturesHint(mostStyleReferences)}</p>
      <ul className="grid grid-cols-6 gap-2 max-sm:grid-cols-3">
        {pictures.map(({ id, thumbnailUrl }, index) => (
          <li key={id} className="relative aspect-square overflow-hidden rounded-8 bg-raised">
            <img src={thumbnailUrl} alt={texts.picture(index + 1)} className="size-full object-cover" />
            <button
              type="button"
              aria-label={texts.removePicture(index + 1)}
              className="style-picture-remove"
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
