import { ArrowLeft, ArrowRight, Heart, type LucideIcon, Star, ThumbsDown, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import { type FeedbackType, feedbackTypes } from '#domain/board/feedback.ts'
import { feedbackKeys } from '#web/canvas/picture/picture-keys.ts'
import { usePictureView } from '#web/canvas/picture/use-picture-view.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { announce } from '#web/ui/announce.ts'
import { useReturnFocus } from '#web/ui/focus.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCard } from '../../board-context.ts'
import type { BoardView } from '../../board-view.ts'
import { LightboxPicture } from '../../lightbox/lightbox-picture.tsx'
import type { LinePicture } from '../../lightbox/picture-line.ts'
import type { LineagePart } from '../lineage-state.ts'
import { cullLine } from './cull-line.ts'
import { cullTexts } from './cull-texts.ts'

type CullScreenProps = { view: BoardView; culling: Extract<LineagePart, { kind: 'cull' }> }

const icons: Readonly<Record<FeedbackType, LucideIcon>> = { like: Heart, star: Star, dislike: ThumbsDown }
/** In the order of their keys, which are those of the lightbox. */
const verdicts = feedbackTypes.map((type) => ({ type, key: feedbackKeys[type], icon: icons[type] }))

/** One image after the other: 1, 2 and 3 judge it, and the next one comes. */
export function CullScreen({ view, culling }: CullScreenProps) {
  // As it was when it was opened: what is judged or made meanwhile does not move the line.
  const [line] = useState(() => cullLine(view.board, culling.rootId))
  const [place, setPlace] = useState(0)
  const returnFocus = useReturnFocus('.canvas')
  const close = () => view.lineage.part.set(null)
  const step = (by: number) => setPlace((now) => Math.min(Math.max(0, now + by), line.length - 1))
  const picture = line[place]
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Content
          className="lightbox cull"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={returnFocus}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'ArrowLeft') step(-1)
            else if (event.key === 'ArrowRight') step(1)
            else return
            event.preventDefault()
          }}
        >
          <Dialog.Title className="sr-only">{cullTexts.title}</Dialog.Title>
          {picture ? (
            <CulledImage key={picture.imageId} view={view} line={line} place={place} picture={picture} onStep={step} />
          ) : (
            <p className="m-auto text-muted">{cullTexts.nothingText}</p>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type CulledImageProps = {
  view: BoardView
  line: readonly LinePicture[]
  place: number
  picture: LinePicture
  onStep(by: number): void
}

function CulledImage(props: CulledImageProps) {
  const generation = useCard(props.picture.cardId, (each) => each)
  const image = generation?.images.find(({ id }) => id === props.picture.imageId)
  if (!generation || !image) return <p className="m-auto text-muted">{cullTexts.nothingText}</p>
  return <OpenImage {...props} generation={generation} image={image} />
}

function OpenImage({
  view,
  line,
  place,
  generation,
  image,
  onStep,
}: CulledImageProps & { generation: GenerationShape; image: ImageShape }) {
  const shown = usePictureView(image, (side) => onStep(side === 'left' ? 1 : -1))
  const isLast = place === line.length - 1

  useEffect(() => {
    const next = line[place + 1]
    if (next) new Image().src = imageAddress(next.imageId, 'original')
  }, [line, place])

  /** A verdict takes the place of any other; the same once more takes it back, and stays. */
  const judge = (type: FeedbackType) => {
    const isGiven = !image.feedback.includes(type)
    const others = verdicts.filter((verdict) => verdict.type !== type && image.feedback.includes(verdict.type))
    editBoard(
      view.board,
      [
        ...(isGiven
          ? others.map((verdict) => ({
              kind: 'feedback' as const,
              imageId: image.id,
              feedbackType: verdict.type,
              isGiven: false,
            }))
          : []),
        { kind: 'feedback', imageId: image.id, feedbackType: type, isGiven },
      ],
      cullTexts.verdicts[type],
    )
    if (!isGiven) return
    announce(isLast ? cullTexts.end : cullTexts.given(cullTexts.verdicts[type], place + 1))
    onStep(1)
  }
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const verdict = verdicts.find(({ key }) => key === event.key)
      if (!verdict || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      event.preventDefault()
      judge(verdict.type)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  return (
    <div className="lightbox-stage">
      <div ref={shown.roomRef} className="lightbox-room cull-room" data-zoomed={!shown.isFitted || undefined}>
        <LightboxPicture image={image} prompt={generation.prompt} picture={shown.picture} placed={shown.placed} />
      </div>
      <div className="lightbox-bar">
        <Dialog.Close asChild>
          <IconButton label={cullTexts.close} keys="Esc">
            <X />
          </IconButton>
        </Dialog.Close>
        <span role="status" className="text-13 text-muted tabular-nums">
          {cullTexts.progress(place + 1, line.length)}
        </span>
        <p className="min-w-0 flex-1 truncate px-4 text-center text-13">{generation.prompt}</p>
      </div>
      <div className="cull-verdicts">
        <IconButton label={cullTexts.previous} keys="←" disabled={place === 0} onClick={() => onStep(-1)}>
          <ArrowLeft />
        </IconButton>
        {verdicts.map(({ type, key, icon: Icon }) => (
          <button
            key={type}
            type="button"
            className="cull-verdict feedback-button"
            aria-pressed={image.feedback.includes(type)}
            aria-keyshortcuts={key}
            onClick={() => judge(type)}
          >
            <Icon aria-hidden="true" />
            {cullTexts.verdicts[type]}
            <kbd>{key}</kbd>
          </button>
        ))}
        <IconButton label={cullTexts.next} keys="→" disabled={isLast} onClick={() => onStep(1)}>
          <ArrowRight />
        </IconButton>
      </div>
    </div>
  )
}
