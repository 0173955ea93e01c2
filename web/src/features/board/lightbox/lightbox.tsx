import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import { actOfKey } from '#web/canvas/picture/picture-keys.ts'
import { usePictureView } from '#web/canvas/picture/use-picture-view.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { useSaidOfImage } from '#web/data/review.ts'
import { useStore } from '#web/data/store.ts'
import { phoneQuery, useMediaQuery } from '#web/ui/use-media-query.ts'
import { usePins } from '#web/viewing/pins/use-pins.ts'
import { useBoardView, useCard } from '../board-context.ts'
import { toggleFeedback } from '../picture-actions/toggle-feedback.ts'
import { focusPicture } from './focus-picture.ts'
import { LightboxDetails } from './lightbox-details.tsx'
import { LightboxStage } from './lightbox-stage.tsx'
import type { Viewing } from './open-lightbox.ts'
import { type LinePicture, neighbours } from './picture-line.ts'
import { lightboxTexts } from './texts.ts'
import { useLine } from './use-line.ts'

/** A picture in the dark, with everything that is known of it; nothing while none is looked at. */
export function Lightbox() {
  const viewing = useStore(useBoardView().viewing)
  return viewing && <ViewedImage viewing={viewing} />
}

function ViewedImage({ viewing }: { viewing: Viewing }) {
  const view = useBoardView()
  const generation = useCard(viewing.cardId, (each) => each)
  const image = generation?.images.find(({ id }) => id === viewing.imageId)
  const isGone = !image
  useEffect(() => {
    if (isGone) view.viewing.set(null)
  }, [isGone, view])
  if (!generation || !image) return null
  return <OpenLightbox viewing={viewing} generation={generation} image={image} />
}

/** Loads the pictures on both sides, so that the next press shows one at once. */
function usePreloaded(pictures: readonly (LinePicture | null)[]): void {
  const ids = pictures.map((picture) => picture?.imageId ?? '').join(' ')
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean)) new Image().src = imageAddress(id, 'original')
  }, [ids])
}

type OpenLightboxProps = { viewing: Viewing; generation: GenerationShape; image: ImageShape }

function OpenLightbox({ viewing, generation, image }: OpenLightboxProps) {
  const view = useBoardView()
  const isPhone = useMediaQuery(phoneQuery)
  const [isDetailed, setDetailed] = useState(!isPhone)
  const said = useSaidOfImage(view.board.projectId, image.id)
  const pins = usePins(said.comments, () => setDetailed(true))
  const { before, after } = neighbours(useLine(viewing.startCardId), image.id)
  const show = (picture: LinePicture | null) => picture && view.viewing.set({ ...viewing, ...picture })
  const shown = usePictureView(image, (side) => show(side === 'left' ? after : before))
  usePreloaded([before, after])

  const press = (event: KeyboardEvent) => {
    // What lies over it has its keys for itself.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    const isOnButton = event.target instanceof Element && event.target.closest('button, [role="menuitem"]') !== null
    const act = actOfKey(event.key, isOnButton ? 'button' : 'elsewhere')
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (act === 'toggle-zoom') shown.toggle()
    else if (act === 'before') show(before)
    else if (act === 'after') show(after)
    else toggleFeedback(view.board, image.id, act)
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && view.viewing.set(null)}>
      <Dialog.Portal>
        <Dialog.Content
          className="lightbox"
          data-detailed={isDetailed || undefined}
          aria-describedby={undefined}
          onKeyDown={press}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!view.branching.get()) focusPicture(viewing)
          }}
        >
          <Dialog.Title className="sr-only">
            {lightboxTexts.label(image.orderNum + 1, generation.images.length)}
          </Dialog.Title>
          <LightboxStage
            generation={generation}
            image={image}
            shown={shown}
            pins={pins}
            details={{ isShown: isDetailed, toggle: () => setDetailed(!isDetailed) }}
            onBefore={before && (() => show(before))}
            onAfter={after && (() => show(after))}
            onShow={(imageId) => show({ cardId: generation.id, imageId })}
          />
          {(isDetailed || isPhone) && (
            <LightboxDetails
              generation={generation}
              image={image}
              said={said}
              pressed={pins.pressed}
              onHide={() => setDetailed(false)}
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
