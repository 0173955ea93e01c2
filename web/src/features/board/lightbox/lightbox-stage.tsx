import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import type { usePictureView } from '#web/canvas/picture/use-picture-view.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PicturePins } from '#web/viewing/pins/picture-pins.tsx'
import type { PinsState } from '#web/viewing/pins/use-pins.ts'
import { LightboxBar } from './lightbox-bar.tsx'
import { LightboxPicture } from './lightbox-picture.tsx'
import { LightboxStrip } from './lightbox-strip.tsx'
import { lightboxTexts } from './texts.ts'

type LightboxStageProps = {
  generation: GenerationShape
  image: ImageShape
  shown: ReturnType<typeof usePictureView>
  pins: PinsState
  details: { isShown: boolean; toggle(): void }
  /** Null at the ends of the way. */
  onBefore: (() => void) | null
  onAfter: (() => void) | null
  onShow(imageId: string): void
}

/** The dark room: the picture, and around it what moves on. */
export function LightboxStage({
  generation,
  image,
  shown,
  pins,
  details,
  onBefore,
  onAfter,
  onShow,
}: LightboxStageProps) {
  const { roomRef, picture, placed, isFitted, toggle } = shown
  return (
    <div className="lightbox-stage">
      <div ref={roomRef} className="lightbox-room" data-zoomed={!isFitted || undefined}>
        <LightboxPicture key={image.id} image={image} prompt={generation.prompt} picture={picture} placed={placed} />
      </div>
      <PicturePins remarks={pins.shown} picture={picture} placed={placed} onPress={pins.press} />
      <LightboxBar
        pins={pins}
        image={image}
        count={generation.images.length}
        scale={placed.scale}
        zoom={{ isFitted, toggle }}
        details={details}
      />
      {onBefore && (
        <IconButton label={lightboxTexts.before} keys="←" className="lightbox-arrow left-5" onClick={onBefore}>
          <ArrowLeft />
        </IconButton>
      )}
      {onAfter && (
        <IconButton label={lightboxTexts.after} keys="→" className="lightbox-arrow right-5" onClick={onAfter}>
          <ArrowRight />
        </IconButton>
      )}
      <LightboxStrip generation={generation} imageId={image.id} onShow={onShow} />
    </div>
  )
}
