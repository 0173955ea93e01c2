import { GalleryHorizontalEnd, Heart, Maximize, MessageCircle, Minus, Plus } from 'lucide-react'
import { type MouseEvent, memo, type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import type { SharedCardShape, SharedImageShape } from '#contract/sharing/shared-board.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { fitToView, screenPoint, zoomAbout } from '#domain/geometry/camera.ts'
import { boundsOf, type Point, type Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { type CardForm, cardForm, farPictureRects, pictureSize } from '#domain/layout/picture-box.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { noteSpace } from '#domain/layout/taken-space.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { type CameraController, createCameraController, useZoomAtRest } from '#web/canvas/camera-controller.ts'
import { type CanvasEngine, createCanvasEngine } from '#web/canvas/canvas-engine.ts'
import { CanvasViewport } from '#web/canvas/canvas-viewport.tsx'
import { formStyle, tileStyle } from '#web/canvas/card-form.ts'
import { ConnectorLines } from '#web/canvas/connector-lines.tsx'
import { shownSide } from '#web/canvas/scene/picture-boxes.ts'
import type { CardFace, Scene, SceneCard } from '#web/canvas/scene/scene.ts'
import { type SharedSize, sharedImageAddress, sharedPictures } from '#web/data/shared/shared-images.ts'
import { type Store, useStore } from '#web/data/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { useDecoded } from '#web/ui/use-decoded.ts'
import type { ItemSource } from '#web/viewing/frames/mounted-items.ts'
import { toggleGathered } from '#web/viewing/gathered.ts'
import { GatheredTray } from '#web/viewing/gathered-tray.tsx'
import { likesOf, lookAt, type Review, type Shown } from './review-state.ts'
import { reviewTexts } from './texts.ts'

const glideMs = 200
/** A finger that moves no further has tapped. */
const dragPixels = 8
/** A press of a button zooms by a notch, as the wheel does. */
const notch = 1.25

function openCanvas({ id, shown }: Review) {
  const scene = reviewScene(shown)
  const items = itemsOf({ shown })
  const bounds = () => {
    const { frames, notes } = items.get()
    return boundsOf([
      ...Array.from(scene.cards.values(), cardRect),
      ...frames.values(),
      ...Array.from(notes.values(), noteSpace),
    ])
  }
  const whole = () => fitToView(bounds(), { width: innerWidth, height: innerHeight }, Math.min(96, innerWidth / 12))
  const controller = createCameraController(whole())
  const painting = {
    startWorker: () => new Worker(new URL('./review-worker.ts', import.meta.url), { type: 'module', name: id }),
    loadPicture: sharedPictures(id),
  }
  return { controller, engine: createCanvasEngine({ scene, controller, painting }), whole, items }
}

/** The frames and notes that a link shows. */
function itemsOf({ shown }: Pick<Review, 'shown'>): ItemSource {
  const byId = <Item extends { readonly id: string }>(items: readonly Item[]) =>
    new Map(items.map((item) => [item.id, item]))
  return {
    get() {
      const { frames, notes } = shown.get().board
      return { frames: byId(frames), notes: byId(notes) }
    },
    subscribe: shown.subscribe,
  }
}

const frames = lazyPart(async () => (await import('#web/viewing/frames/shown-frames.tsx')).ShownFrames)
const notes = lazyPart(async () => (await import('#web/viewing/frames/shown-frames.tsx')).ShownNotes)

/** The read-only canvas of a link. */
export function ReviewCanvas({ review }: { review: Review }) {
  const [{ controller, engine, whole, items }] = useState(() => openCanvas(review))
  const pressed = useRef<Point>({ x: 0, y: 0 })

  /**
   * When zoomed out cards are painted: a press on one of their pictures opens it all the same, unless it was a drag.
   */
  const openPainted = ({ target, clientX: x, clientY: y, currentTarget }: MouseEvent<HTMLElement>) => {
    const isDrag = Math.hypot(x - pressed.current.x, y - pressed.current.y) > dragPixels
    if (isDrag || (target instanceof Element && target.closest('button'))) return
    const { left, top } = currentTarget.getBoundingClientRect()
    const found = engine.imageAt(screenPoint(x - left, y - top))
    if (found) lookAt(review, found.image.id)
  }
  const lookAtFirst = () => {
    const [first] = review.shown.get().pictures.keys()
    if (first !== undefined) lookAt(review, first)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what a press opens here is a button, nearer by */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        className="absolute inset-0"
        onPointerDown={({ clientX: x, clientY: y }) => {
          pressed.current = { x, y }
        }}
        onClick={openPainted}
      >
        <CanvasViewport
          controller={controller}
          engine={engine}
          label={reviewTexts.canvas}
          onBackgroundTap={() => {}}
          ground={<SharedItems review={review} part={frames} shown={{ controller, source: items }} />}
          front={<SharedItems review={review} part={notes} shown={{ controller, source: items }} />}
        >
          <NearCards engine={engine} controller={controller} review={review} />
        </CanvasViewport>
      </div>
      <ReviewTray review={review} />
      <ZoomBar controller={controller} onLook={lookAtFirst} onFit={() => controller.glideTo(whole(), glideMs)} />
    </>
  )
}

type SharedItemsProps = {
  review: Review
  part: typeof frames
  shown: { readonly controller: CameraController; readonly source: ItemSource }
}

/** Frames, or titles and notes; their code is fetched where the link shows any. */
function SharedItems({ review, part, shown }: SharedItemsProps): ReactNode {
  const { board } = useStore(review.shown)
  return board.frames.length + board.notes.length > 0 && <LazySlot part={part} props={shown} />
}

type NearCardsProps = { engine: CanvasEngine; controller: CameraController; review: Review }

/** Separate, since they change many times a second in a pan. */
const NearCards = memo(function NearCards({ engine, controller, review }: NearCardsProps) {
  const cards = useSyncExternalStore(engine.cards.subscribe, engine.cards.get)
  return (
    <>
      <ConnectorLines
        connectors={engine.connectors}
        className="shared-branches pointer-events-none absolute overflow-hidden"
      />
      {cards.map(({ id, order, x: left, y: top }) => (
        <SharedCard key={id} id={id} order={order} x={left} y={top} controller={controller} review={review} />
      ))}
    </>
  )
})

type ZoomBarProps = { controller: CameraController; onLook(): void; onFit(): void }

function ZoomBar({ controller, onLook, onFit }: ZoomBarProps) {
  const zoomBy = (factor: number) => {
    const { width, height } = controller.viewport()
    const camera = controller.get()
    controller.glideTo(zoomAbout(camera, screenPoint(width / 2, height / 2), camera.zoom * factor), glideMs)
  }
  return (
    <div
      role="toolbar"
      aria-label={reviewTexts.zoomBar}
      className="review-zoom island -translate-x-1/2 absolute bottom-4 left-1/2 z-bar flex h-12 items-center gap-0.5 px-1.5"
    >
      <IconButton label={reviewTexts.zoomOut} onClick={() => zoomBy(1 / notch)}>
        <Minus />
      </IconButton>
      <IconButton label={reviewTexts.zoomIn} onClick={() => zoomBy(notch)}>
        <Plus />
      </IconButton>
      <IconButton label={reviewTexts.fit} onClick={onFit}>
        <Maximize />
      </IconButton>
      <span className="mx-1 h-5 w-px bg-hairline" />
      <Button kind="solid" className="h-9!" onClick={onLook}>
        <GalleryHorizontalEnd aria-hidden="true" />
        {reviewTexts.oneByOne}
      </Button>
    </div>
  )
}

/** The pictures that a reviewer has collected for a comparison; renders nothing without any. */
function ReviewTray({ review }: { review: Review }) {
  const { id: linkId, gathered, compared } = review
  const ids = useStore(gathered)
  if (ids.length === 0) return null
  return (
    <GatheredTray
      pictures={ids.map((id) => ({ id, address: sharedImageAddress(linkId, id, 64) }))}
      onTakeOut={(id) => toggleGathered(gathered, id)}
      onClear={() => gathered.set([])}
      onCompare={() => compared.set(ids)}
    />
  )
}

const faceOf = ({ recipe, images }: SharedCardShape): CardFace => ({
  prompt: recipe?.prompt ?? '',
  model: recipe ? shownModel(recipe.model) : '',
  badge: null,
  branchKind: null,
  isRunning: false,
  bestPlace: 0,
  facts: [],
  usedFacts: null,
  images: images.map((image) => ({ ...image, state: 'picture', isStarred: false, sheet: null })),
})

/** The content of a link as a scene of the canvas: cards at the places of their owner. */
export function reviewScene(shown: Store<Shown>): Scene {
  const cards = new Map<string, SceneCard>()
  const children = new Map<string, Set<string>>()
  const index = createSpatialIndex()
  let before: Shown['cards'] = new Map()

  const remove = (id: string) => {
    const parentId = cards.get(id)?.parentId ?? null
    if (parentId !== null) children.get(parentId)?.delete(id)
    cards.delete(id)
    index.remove(id)
  }
  const put = (card: SharedCardShape, order: number) => {
    const { id, parentGenerationId: parentId, canvasX: x, canvasY: y } = card
    remove(id)
    const place = { x, y, isCollapsed: false }
    cards.set(id, { ...place, id, parentId, order })
    index.set(id, cardRect(place))
    if (parentId !== null) children.set(parentId, (children.get(parentId) ?? new Set()).add(id))
  }

  /** Replaces the content; returns the cards that are new, deleted or changed. */
  const take = (): string[] => {
    const { board, cards: now } = shown.get()
    const touched: string[] = []
    for (const [order, card] of board.cards.entries()) {
      if (before.get(card.id) === card && cards.get(card.id)?.order === order) continue
      put(card, order)
      touched.push(card.id)
    }
    const gone = [...before.keys()].filter((id) => !now.has(id))
    for (const id of gone) remove(id)
    before = now
    return [...touched, ...gone]
  }
  take()

  return {
    cards,
    index,
    childrenOf: (id) => children.get(id) ?? [],
    face(id) {
      const card = shown.get().cards.get(id)
      return card && faceOf(card)
    },
    onChange(listener) {
      const notify = () => {
        const touched = take()
        if (touched.length > 0) listener(touched)
      }
      // Applies changes from before the first subscription.
      notify()
      return shown.subscribe(notify)
    },
  }
}

type SharedCardProps = { id: string; order: number; x: number; y: number; controller: CameraController; review: Review }

const sizes = [64, 256, 512] as const

/** The smallest file that is sharp where its longest side is shown in this many screen pixels. */
const sizeFor = (side: number): SharedSize => sizes.find((size) => size >= side * devicePixelRatio) ?? 1_536

const atOrigin: Rect = { x: 0, y: 0, width: 0, height: 0 }

/** Returns the card, and renders again when it was replaced. */
function useSharedCard({ shown }: Review, id: string) {
  const read = () => shown.get().cards.get(id)
  return useSyncExternalStore(shown.subscribe, read, read)
}

/** One card of a link: its prompt, if it is shown, and its pictures as buttons that open them. */
const SharedCard = memo(function SharedCard({ id, order, x, y, controller, review }: SharedCardProps) {
  const card = useSharedCard(review, id)
  if (!card) return null
  const { recipe } = card
  const form = cardForm(card.images)
  const far = farPictureRects({ ...atOrigin, isCollapsed: false }, card.images, 0)
  return (
    <article
      className="shared-card absolute h-[340px] w-[800px] rounded-20 bg-panel px-3 pt-3 [--card-type:clamp(15px,12px_/_var(--z),25px)]"
      data-card={id}
      aria-label={reviewTexts.card(recipe?.prompt ?? null, order + 1)}
      style={{ ...formStyle(form), transform: `translate(${x}px, ${y}px)` }}
    >
      <div className="card-pictures">
        {card.images.map((image, place) => (
          <SharedPicture
            key={image.id}
            review={review}
            image={image}
            form={form}
            farBox={far[place] ?? atOrigin}
            prompt={recipe && promptOf(recipe, image)}
            controller={controller}
          />
        ))}
      </div>
      <footer className="card-caption">
        <p className="card-prompt" dir="auto">
          {recipe?.prompt}
        </p>
        <div className="card-facts">{recipe && [shownModel(recipe.model), settingsOf(recipe)].join(' · ')}</div>
      </footer>
    </article>
  )
})

type SharedPictureProps = {
  review: Review
  image: SharedImageShape
  form: CardForm
  /** The place of the picture on its card when zoomed out. */
  farBox: Rect
  prompt: string | null
  controller: CameraController
}

function SharedPicture({ review, image, form, farBox, prompt, controller }: SharedPictureProps) {
  const feedback = useStore(review.feedback)
  const { likes } = likesOf(feedback, image.id)
  const comments = feedback.comments.get(image.id)?.length ?? 0
  const box = pictureSize(image, form)
  const size = useZoomAtRest(controller, (zoom) => sizeFor(shownSide(image, { form, farBox }, zoom)))
  const { source, isLost } = useDecoded(sharedImageAddress(review.id, image.id, size))
  return (
    <div className="tile" style={tileStyle(box, farBox)}>
      <div className="relative h-(--picture-height) w-(--picture-width)">
        <button
          type="button"
          className="shared-picture absolute inset-0 cursor-zoom-in overflow-hidden rounded-8"
          data-image={image.id}
          aria-label={[
            reviewTexts.open(prompt, image.orderNum + 1),
            ...reviewTexts.feedbackCounts(likes, comments),
          ].join(', ')}
          style={{ backgroundColor: image.averageColor ?? 'var(--raised)' }}
          onClick={() => lookAt(review, image.id)}
        >
          {source ? (
            <img className="size-full object-cover" src={source} alt="" draggable={false} />
          ) : (
            <span data-pending={isLost ? undefined : ''} />
          )}
        </button>
        {/* Beside the button, not in it: its name says this in words. */}
        {(likes > 0 || comments > 0) && (
          <span
            className="shared-picture-marks pointer-events-none absolute bottom-1.5 left-1.5 flex items-center gap-1.5 rounded-[999px] bg-(--glass) px-2 py-0.5 [font-size:clamp(12px,11px_/_var(--z),20px)] text-(--on-glass) [&_svg]:size-[1.1em]"
            aria-hidden="true"
          >
            {likes > 0 && (
              <>
                <Heart /> {likes}
              </>
            )}
            {comments > 0 && (
              <>
                <MessageCircle /> {comments}
              </>
            )}
          </span>
        )}
      </div>
    </div>
  )
}

type Recipe = NonNullable<SharedCardShape['recipe']>

/** '4:5 · 2K': the ratio and resolution of a card. */
const settingsOf = ({ aspectRatio, resolution }: Recipe) => [aspectRatio, resolution].join(' · ')
