import { useQuery } from '@tanstack/react-query'
import { CircleAlert, ImagePlus, RotateCw, X } from 'lucide-react'
import { useId } from 'react'
import { recentAssetsQuery } from '#web/data/assets/assets.ts'
import { imageAddress, uploadAddress } from '#web/data/pictures/image-address.ts'
import { pictureTypes } from '#web/data/pictures/send-pictures.ts'
import { IconButton, Spinner } from '#web/ui/button.tsx'
import { chooseFiles } from '#web/ui/files.ts'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { referenceTexts } from './texts.ts'
import type { Pictures } from './use-pictures.ts'

const texts = referenceTexts.form

type PictureFieldProps = { pictures: Pictures; hint: string; error: string | null }

/** The pictures of a reference, in the order in which they are sent: own images, then files. */
export function PictureField({ pictures, hint, error }: PictureFieldProps) {
  const { imageIds, uploads, pending, room, addFiles, retry, removeUpload, toggleImage } = pictures
  const noteId = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={noteId}>
      <legend className="mb-1.5 font-medium text-13">{texts.pictures}</legend>
      <ul className="grid grid-cols-6 gap-2 max-sm:grid-cols-3">
        {imageIds.map((id, index) => (
          <Tile key={id} address={imageAddress(id, 256)} position={index + 1} onRemove={() => toggleImage(id)} />
        ))}
        {uploads.map((upload, index) =>
          'id' in upload ? (
            <Tile
              key={upload.key}
              address={uploadAddress(upload.id, 256)}
              position={imageIds.length + index + 1}
              onRemove={() => removeUpload(upload.key)}
            />
          ) : (
            <li
              key={upload.key}
              className="grid aspect-square place-items-center rounded-8 bg-raised text-muted"
              aria-label={upload.state.kind === 'sending' ? texts.sending(upload.file.name) : upload.file.name}
            >
              {upload.state.kind === 'sending' ? <Spinner /> : <CircleAlert aria-hidden="true" />}
            </li>
          ),
        )}
        {room > 0 && (
          <li className="aspect-square">
            <button
              type="button"
              className="grid size-full place-content-center justify-items-center gap-1 rounded-8 font-medium text-12 text-muted inset-ring inset-ring-line hover:bg-raised hover:text-ink"
              onClick={() => void chooseFiles(pictureTypes).then(addFiles)}
            >
              <ImagePlus aria-hidden="true" />
              {texts.add}
            </button>
          </li>
        )}
      </ul>
      {pending.map(
        (upload) =>
          upload.state.kind === 'failed' && (
            <div key={upload.key} role="alert" className="mt-2 flex items-center gap-1 text-12 text-danger">
              <p className="min-w-0 flex-1 wrap-anywhere">
                <bdi className="font-medium">{upload.file.name}</bdi> {upload.state.reason}
              </p>
              <IconButton size="small" label={texts.retry(upload.file.name)} onClick={() => retry(upload)}>
                <RotateCw />
              </IconButton>
              <IconButton size="small" label={texts.dismiss(upload.file.name)} onClick={() => removeUpload(upload.key)}>
                <X />
              </IconButton>
            </div>
          ),
      )}
      <p id={noteId} className={error ? 'mt-2 text-12 text-danger' : 'mt-2 text-12 text-muted'}>
        {error ?? hint}
      </p>
      <RecentImages chosenIds={imageIds} isFull={room === 0} onToggle={toggleImage} />
    </fieldset>
  )
}

type TileProps = { address: string; position: number; onRemove(): void }

const Tile = ({ address, position, onRemove }: TileProps) => (
  <li className="relative aspect-square overflow-hidden rounded-8 bg-raised">
    <img src={address} alt={texts.picture(position)} draggable={false} className="size-full object-cover" />
    <button
      type="button"
      aria-label={texts.removePicture(position)}
      className="touch-target absolute! top-1 right-1 grid size-6 place-items-center rounded-6 bg-(--glass) text-(--on-glass)"
      onClick={onRemove}
    >
      <X aria-hidden="true" />
    </button>
  </li>
)

type RecentImagesProps = { chosenIds: readonly string[]; isFull: boolean; onToggle(id: string): void }

/** The newest images of the user: a press adds one, another removes it. Renders nothing without images. */
function RecentImages({ chosenIds, isFull, onToggle }: RecentImagesProps) {
  const { data: assets, isError, refetch } = useQuery(recentAssetsQuery)
  if (!assets && isError) return <LoadFailedLine text={texts.recentFailed} onTryAgain={() => void refetch()} />
  if (!assets || assets.length === 0) return null
  return (
    <fieldset className="mt-5">
      <legend className="mb-1.5 font-medium text-13">{texts.recent}</legend>
      <div className="grid grid-cols-12 gap-1.5 max-sm:grid-cols-6">
        {assets.map(({ id, prompt, orderNum, averageColor }) => {
          const isChosen = chosenIds.includes(id)
          return (
            <button
              key={id}
              type="button"
              aria-label={texts.pickable(prompt, orderNum + 1)}
              aria-pressed={isChosen}
              disabled={isFull && !isChosen}
              className="aspect-square overflow-hidden rounded-8 bg-raised outline-offset-1 hover:outline-2 hover:outline-ink disabled:opacity-40 aria-pressed:outline-2 aria-pressed:outline-accent"
              style={{ backgroundColor: averageColor ?? undefined }}
              onClick={() => onToggle(id)}
            >
              <img
                src={imageAddress(id, 256)}
                alt=""
                loading="lazy"
                draggable={false}
                className="size-full object-cover"
              />
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
