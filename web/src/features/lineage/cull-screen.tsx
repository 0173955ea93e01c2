import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { type FeedbackType, feedbackTypes } from '#domain/board/feedback.ts'
import { branchOrder } from '#domain/lineage/branch-order.ts'
import { pathFromRoot } from '#domain/lineage/path-from-root.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { usePictureView } from '#web/canvas/picture/picture-view.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { type BoardSession, useCard } from '#web/features/board/board-session.ts'
import { slotFile } from '#web/features/board/cards/image-slot.tsx'
import type { OverlayOf } from '#web/features/board/overlays.ts'
import {
  feedbackIcons,
  feedbackKeys,
  LightboxClose,
  LightboxFrame,
  LightboxRoom,
  usePreloaded,
} from '#web/features/lightbox/lightbox.tsx'
import { type LinePicture, pictureLine } from '#web/features/lightbox/picture-line.ts'
import { announce } from '#web/ui/announce.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import type { KeyHandlers, KeyPress } from '#web/ui/keyboard.ts'
import { cullTexts } from './texts.ts'

type CullScreenProps = { session: BoardSession; culling: OverlayOf<'cull'> }

/** In the order of their keys, which are those of the lightbox. */
const verdicts = feedbackTypes.map((type) => ({ type, key: feedbackKeys[type], icon: feedbackIcons[type] }))

/** One image after the other: 1, 2 and 3 set its feedback and show the next one. */
export function CullScreen({ session, culling }: CullScreenProps) {
  // Fixed when the screen opens: feedback and new images do not change the order.
  const [line] = useState(() => cullLine(session.board, culling.rootId))
  const [place, setPlace] = useState(0)
  const returnFocus = useReturnFocus()
  const close = () => session.overlays.close('cull')
  const step = (by: number) => setPlace((now) => Math.min(Math.max(0, now + by), line.length - 1))
  const picture = line[place]
  /**
   * Sets the feedback of the shown image and continues. It replaces any other; the same once more removes it, and
   * stays.
   */
  const judge = (type: FeedbackType) => {
    const image = session.board.getGeneration(picture?.cardId ?? '')?.images.find(({ id }) => id === picture?.imageId)
    if (!image) return
    const isGiven = !image.feedback.includes(type)
    const others = verdicts.filter((verdict) => verdict.type !== type && image.feedback.includes(verdict.type))
    const change = (feedbackType: FeedbackType, given: boolean) =>
      ({ kind: 'feedback', imageId: image.id, feedbackType, isGiven: given }) as const
    editBoard(
      session.board,
      [...(isGiven ? others.map((verdict) => change(verdict.type, false)) : []), change(type, isGiven)],
      cullTexts.verdicts[type],
    )
    if (!isGiven) return
    announce(place === line.length - 1 ? cullTexts.end : cullTexts.given(cullTexts.verdicts[type], place + 1))
    step(1)
  }
  const keys: KeyHandlers = [
    ['ArrowLeft', () => step(-1)],
    ['ArrowRight', () => step(1)],
    ...verdicts.map(({ type, key }) => [key, (event: KeyPress) => !event.repeat && judge(type)] as const),
  ]
  return (
    <LightboxFrame
      title={cullTexts.title}
      className="lightbox cull"
      keys={keys}
      onClose={close}
      onCloseAutoFocus={returnFocus}
    >
      {picture ? (
        <CulledImage
          key={picture.imageId}
          session={session}
          line={line}
          place={place}
          picture={picture}
          judge={judge}
          onStep={step}
        />
      ) : (
        <p className="m-auto text-muted">{cullTexts.nothingText}</p>
      )}
    </LightboxFrame>
  )
}

type CulledImageProps = {
  session: BoardSession
  line: readonly LinePicture[]
  place: number
  picture: LinePicture
  judge(type: FeedbackType): void
  onStep(by: number): void
}

function CulledImage(props: CulledImageProps) {
  const generation = useCard(props.picture.cardId, (each) => each)
  const image = generation?.images.find(({ id }) => id === props.picture.imageId)
  if (!generation || !image) return <p className="m-auto text-muted">{cullTexts.nothingText}</p>
  return <OpenImage {...props} generation={generation} image={image} />
}

function OpenImage({
  session,
  line,
  place,
  generation,
  image,
  judge,
  onStep,
}: CulledImageProps & { generation: GenerationShape; image: ImageShape }) {
  const shown = usePictureView(image, (side) => onStep(side === 'left' ? 1 : -1))
  const isLast = place === line.length - 1

  usePreloaded([line[place + 1]?.imageId])

  return (
    <div className="lightbox-stage">
      <LightboxRoom
        image={{
          ...image,
          prompt: promptOf(generation, image),
          thumbnail: imageAddress(image.id, slotFile(image, generation.images, session.controller.get().zoom)),
        }}
        shown={shown}
        className="lightbox-room cull-room"
      />
      <div className="lightbox-bar">
        <LightboxClose label={cullTexts.close} />
        <span role="status" className="text-13 text-muted tabular-nums">
          {cullTexts.progress(place + 1, line.length)}
        </span>
        <p className="min-w-0 flex-1 truncate px-4 text-center text-13">{promptOf(generation, image)}</p>
      </div>
      <div className="absolute bottom-[max(24px,env(safe-area-inset-bottom))] left-1/2 flex -translate-x-1/2 items-center gap-1 rounded-16 bg-panel p-1.5 shadow-(--shadow-float) ring ring-hairline max-sm:gap-0">
        <IconButton label={cullTexts.previous} keys="←" disabled={place === 0} onClick={() => onStep(-1)}>
          <ArrowLeft />
        </IconButton>
        {verdicts.map(({ type, key, icon: Icon }) => (
          <button
            key={type}
            type="button"
            className="cull-verdict feedback-button inline-flex h-11 items-center gap-2 rounded-8 px-3.5 font-medium hover:bg-raised max-sm:px-2.5 max-sm:py-0 max-sm:[&_kbd]:hidden"
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

/**
 * The finished images to go through: of a card and everything below it, else of the whole project, tree by tree in
 * depth-first order.
 */
function cullLine(board: BoardStore, rootId: string | null): LinePicture[] {
  const tree = { find: (id: string) => board.cards.get(id), childrenOf: (id: string) => board.childrenOf(id) ?? [] }
  const isRoot = ({ parentId }: { parentId: string | null }) => parentId === null || !board.cards.has(parentId)
  const roots = rootId === null ? [...board.cards.values()].filter(isRoot) : [board.cards.get(rootId)]
  const starts = roots.filter((card) => card !== undefined).sort((a, b) => a.y - b.y || a.x - b.x)
  const ids = starts.flatMap(({ id }) => branchOrder(id, tree).slice(pathFromRoot(id, tree.find).length - 1))
  return pictureLine(ids.flatMap((id) => board.getGeneration(id) ?? []))
}
