import {
  ArrowUp,
  Bot,
  ChevronDown,
  ChevronUp,
  CircleStop,
  GitBranch,
  type LucideIcon,
  Pencil,
  RefreshCw,
  Trash2,
} from 'lucide-react'
import { type CSSProperties, memo, useLayoutEffect, useRef, useState } from 'react'
import type { BranchKind } from '#contract/generation.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { isPending } from '#domain/generation/status.ts'
import { overlaps } from '#domain/geometry/rect.ts'
import { cardForm, pictureRects, singleFactsLeft } from '#domain/layout/picture-box.ts'
import { totalCost } from '#domain/lineage/branch-cost.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import { formStyle } from '#web/canvas/card-form.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { cancelGeneration } from '#web/data/generations.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { DownloadButton } from '#web/features/sharing/download.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { singleFacts } from '../board-scene.ts'
import { useBoardSession, useCard, useSelect } from '../board-session.ts'
import { keepInWindow, placeOverBoard } from '../keep-in-window.ts'
import { actedOn, pathToRoots } from '../selection.ts'
import { boardTexts } from '../texts.ts'
import { onCardFocus } from '../view-moves.ts'
import { useDragCard, useFollowDrag } from './drag-cards.ts'
import { useGrowth } from './growth.ts'
import { useImageInHand } from './image-in-hand.ts'
import { ImageSlot } from './image-slot.tsx'
import { openBranch } from './new-cards.ts'
import { PictureTools } from './picture-actions.tsx'
import './card.css'

type CardProps = { id: string; x: number; y: number; isCollapsed: boolean; order: number }

/** One generation: its prompt, images and settings. Subscribes to the board part by part. */
export const Card = memo(function Card({ id, x, y, isCollapsed, order }: CardProps) {
  const session = useBoardSession()
  const { board, selection, hovered, pointed, traced, dragged, hits, pulsed } = session
  const prompt = useCard(id, (generation) => generation.prompt)
  const parentPrompt = useCard(id, ({ parentGenerationId }) =>
    parentGenerationId === null ? null : (board.getGeneration(parentGenerationId)?.prompt ?? null),
  )
  const model = useCard(id, (generation) => shownModel(generation.model))
  const settings = useCard(id, (generation) => generation.settings)
  const isBroughtIn = useCard(id, ({ origin }) => origin === 'brought-in')
  const branchKind = useCard(id, (generation) => generation.branchKind)
  const form = useCard(id, ({ images }) => cardForm(images))
  // The price of an image would reveal its model.
  const cost = useCard(id, totalCost)
  const maker = useCard(id, ({ madeBy }) => madeBy?.name)
  const imageCount = useCard(id, (generation) => generation.images.length)
  const isSelected = useSelect(selection, (ids) => ids.has(id) && (ids.size === 1 ? 'alone' : 'together'))
  const isDimmed = useSelect(hits, (found) => found !== null && !found.has(id))
  const isJoined = useSelect(traced, (branch) => branch?.parentId === id || branch?.childId === id)
  const isPulsed = useSelect(pulsed, (pulsedId) => pulsedId === id)
  const isRunning = useCard(id, ({ status }) => isPending(status))
  const isDragged = useSelect(dragged, (cards) => cards?.ids.has(id) ?? false)
  const [wasInUse, setInUse] = useState(false)
  const element = useRef<HTMLElement>(null)
  useFollowDrag(id, element)
  useGrowth(element, id, { x, y })
  const startDrag = useDragCard(id)
  const onFocus = onCardFocus(session, id)

  const toggle = () =>
    editBoard(
      board,
      [{ kind: 'collapse', generationId: id, isCollapsed: !isCollapsed }],
      boardTexts.collapsed(isCollapsed ? 'expanded' : 'collapsed', 1),
    )

  if (prompt === undefined || parentPrompt === undefined || !settings || !form) return null
  return (
    <article
      ref={element}
      data-card={id}
      data-drag={isSelected ? 'touch' : ''}
      aria-label={boardTexts.card(prompt, parentPrompt)}
      // A card takes the focus, so that arrows can move it and Delete can ask.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is handled by keys
      tabIndex={0}
      className="card"
      data-selected={isSelected || undefined}
      data-dimmed={isDimmed || undefined}
      data-collapsed={isCollapsed || undefined}
      data-joined={isJoined || undefined}
      data-pulse={isPulsed || undefined}
      data-dragging={isDragged ? '' : undefined}
      style={{ ...formStyle(form), transform: `translate(${x}px, ${y}px)`, zIndex: `var(--raised-card, ${order})` }}
      onPointerDown={(event) => element.current && startDrag(event.nativeEvent, element.current)}
      // Not 'enter': React sends none where the element below the pointer was removed, as when the card appears under
      // it.
      onPointerOver={() => {
        hovered.set(id)
        setInUse(true)
      }}
      onPointerLeave={() => {
        if (hovered.get() === id) hovered.set(null)
        if (pointed.get()?.cardId === id) pointed.set(null)
      }}
      onFocus={(event) => {
        setInUse(true)
        onFocus(event)
      }}
    >
      {/* Mounted on first use: they are a third of what the browser does for a card in every frame. */}
      {(wasInUse || isSelected === 'alone') && <CardLift id={id} isCollapsed={isCollapsed} />}
      {branchKind && <KindMark cardId={id} kind={branchKind} isRunning={isRunning ?? false} />}
      {!isCollapsed && (
        <div className="card-pictures">
          {Array.from({ length: imageCount ?? 0 }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an image slot is identified by its place
            <ImageSlot key={place} cardId={id} place={place} />
          ))}
        </div>
      )}
      {!isCollapsed && imageCount === 1 && <SingleFacts id={id} />}
      <footer className="card-caption">
        <p className="card-prompt" dir="auto">
          {prompt}
        </p>
        <div className="card-facts">
          {isRunning && <GeneratingNote />}
          <CardFacts model={model ?? ''} settings={isBroughtIn ? null : settings} cost={cost ?? 0} />
          {maker !== undefined && (
            <span className="card-maker" data-tooltip={boardTexts.madeBy(maker)}>
              <Bot aria-hidden="true" />
              {boardTexts.madeBy(maker)}
            </span>
          )}
          <button type="button" className="card-toggle" aria-expanded={!isCollapsed} onClick={toggle}>
            {isCollapsed ? boardTexts.expand : boardTexts.collapse}
            {isCollapsed ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
          </button>
        </div>
      </footer>
    </article>
  )
})

/** Beside a single picture, on its lower edge. */
function SingleFacts({ id }: { id: string }) {
  const left = useCard(id, ({ images }) => singleFactsLeft(images))
  const pixels = useCard(id, (generation) => singleFacts(generation)?.pixels)
  const day = useCard(id, (generation) => singleFacts(generation)?.day)
  const createdAt = useCard(id, (generation) => generation.createdAt)
  if (pixels === undefined) return null
  return (
    <p className="card-single-facts" style={{ left }}>
      <span>{pixels}</span>
      <time dateTime={createdAt}>{day}</time>
    </p>
  )
}

const kindIcons: Readonly<Record<BranchKind, LucideIcon>> = { enhance: ArrowUp, remix: RefreshCw, edit: Pencil }

type KindMarkProps = { cardId: string; kind: BranchKind; isRunning: boolean }

/** What kind of branch a card is, where its line enters: lit with it. */
function KindMark({ cardId, kind, isRunning }: KindMarkProps) {
  const { board, selection } = useBoardSession()
  const isOnPath = useSelect(selection, (ids) => pathToRoots(board.cards, ids).has(cardId))
  const Icon = kindIcons[kind]
  return (
    <span
      className="card-kind"
      role="img"
      aria-label={boardTexts.kinds[kind]}
      data-tooltip={boardTexts.kinds[kind]}
      data-lit={isOnPath || isRunning || undefined}
    >
      <Icon aria-hidden="true" />
    </span>
  )
}

type CardFactsProps = {
  model: string
  /** What the images were requested with; null for those that were brought in. */
  settings: Pick<PictureSettings, 'aspectRatio' | 'resolution'> | null
  /** Hundredths of a credit; 0 is not shown. */
  cost: number
}

/** The facts in a card's footer: its model, the size of its images, and its cost. */
export function CardFacts({ model, settings, cost }: CardFactsProps) {
  return (
    <>
      <span className="font-medium text-ink">{model}</span>
      {model === sketchModel.name && (
        <span className="badge" data-tooltip={sketchModel.description}>
          {sketchModel.badge}
        </span>
      )}
      {settings && (
        <span className="card-settings tabular-nums">
          {boardTexts.making(settings)}
          {cost > 0 && <span className="card-cost">{boardTexts.cost(cost)}</span>}
        </span>
      )}
    </>
  )
}

/** The note that a card's images are being generated. */
export function GeneratingNote() {
  return <span className="generating">{boardTexts.generating}</span>
}

/** Left free around what is kept clear, in screen pixels, and the radius of the corners there. */
const margin = 4
const radius = 14

/** Further than anything that an element paints beside its box: outlines, and buttons of its own. */
const beyond = 99_999

/** A rectangle with round corners, as a part of an SVG path. All numbers in the pixels of the path. */
function roundedRect({ x, y, width, height }: DOMRect, corner: number): string {
  const arc = (dx: number, dy: number) => `a${corner} ${corner} 0 0 1 ${dx} ${dy}`
  const [across, down] = [width - 2 * corner, height - 2 * corner]
  return [
    `M${x + corner} ${y}h${across}${arc(corner, corner)}v${down}${arc(-corner, corner)}`,
    `h${-across}${arc(-corner, -corner)}v${-down}${arc(corner, -corner)}z`,
  ].join('')
}

/** The element without what lies over the boxes; null where it touches none. */
function clipOf(element: HTMLElement, boxes: readonly DOMRect[]): string | null {
  const own = element.getBoundingClientRect()
  const scale = own.width / element.offsetWidth
  const touched = boxes
    .map(({ x, y, width, height }) => new DOMRect(x - margin, y - margin, width + 2 * margin, height + 2 * margin))
    .filter((box) => overlaps(box, own))
  if (touched.length === 0 || !(scale > 0)) return null
  const holes = touched.map(({ x, y, width, height }) =>
    roundedRect(
      new DOMRect((x - own.x) / scale, (y - own.y) / scale, width / scale, height / scale),
      Math.min(radius, width / 2, height / 2) / scale,
    ),
  )
  return `path(evenodd, "M${-beyond} ${-beyond}H${beyond}V${beyond}H${-beyond}z${holes.join('')}")`
}

/**
 * Cuts a hole into what lies in front of the cards — notes, titles of frames and their sums, labels of rings — where it would cover the tools of a
 * picture: a clipped part takes no pointer either. The tools stay in their card, so that Tab reaches them from there. Returns what
 * fills the holes again.
 * @param tools Whose children are kept clear.
 */
function keepClear(tools: HTMLElement): () => void {
  const boxes = [...tools.children].map((child) => child.getBoundingClientRect())
  // Measured first, and then written: a change between would make the browser compute all styles again.
  const cut = [...document.querySelectorAll<HTMLElement>('.canvas-front :is([data-drag], .frame-sum)')].flatMap(
    (element) => {
      const clip = clipOf(element, boxes)
      return clip === null ? [] : { style: element.style, clip }
    },
  )
  for (const { style, clip } of cut) style.clipPath = clip
  return () => {
    for (const { style } of cut) style.clipPath = ''
  }
}

/**
 * Hides what floats above a hovered card where it would take the place of the tools of the image in hand: the pointer passes other cards on
 * its way to them. Returns whether it does.
 */
function yieldToHand(lift: HTMLElement): boolean {
  const inHand = document.querySelector(".card[data-selected='alone'] > .card-lift")
  if (!inHand) return false
  return lift.toggleAttribute('data-yields', overlaps(lift.getBoundingClientRect(), inHand.getBoundingClientRect()))
}

const atOrigin = { x: 0, y: 0, isCollapsed: false }

/**
 * What floats above a card: the tools of its hovered picture or of the one in hand, from the left edge of that picture on, and
 * the buttons of the card at its right end. They keep their size on the screen, and stay in the view at the sides.
 */
function CardLift({ id, isCollapsed }: { id: string; isCollapsed: boolean }) {
  const session = useBoardSession()
  const { board, controller, hovered, pointed } = session
  const inHand = useImageInHand()
  const isHovered = useSelect(hovered, (hoveredId) => hoveredId === id)
  const isBesideHand = isHovered && inHand !== null && inHand.cardId !== id
  const pointedId = useSelect(pointed, (image) => (image?.cardId === id ? image.imageId : null))
  const imageId = pointedId ?? (inHand?.cardId === id ? inHand.imageId : null)
  // Compared as a number: the boxes are made for each reading.
  const left =
    useCard(id, ({ images }) => {
      const place = images.findIndex((image) => image.id === imageId)
      return pictureRects(atOrigin, images)[place]?.x ?? 0
    }) ?? 0
  const lift = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const node = lift.current
    if (!node || (imageId === null && !isBesideHand)) return
    let fillAgain = () => {}
    const stop = placeOverBoard({ board, controller }, () => {
      keepInWindow(node, controller)
      fillAgain()
      fillAgain = isBesideHand && yieldToHand(node) ? () => {} : keepClear(node)
    })
    return () => {
      stop()
      fillAgain()
      delete node.dataset.yields
    }
  }, [controller, board, imageId, isBesideHand])

  return (
    <div ref={lift} className="card-lift" style={{ '--lift-left': `${left}px` } as CSSProperties}>
      {imageId !== null && !isCollapsed && <PictureTools image={{ cardId: id, imageId }} />}
      <CardActions id={id} />
    </div>
  )
}

/** The buttons of a card, above its top right. */
function CardActions({ id }: { id: string }) {
  const session = useBoardSession()
  const isRunning = useCard(id, ({ status }) => isPending(status))

  const cancel = () =>
    cancelGeneration(id).catch((error: unknown) =>
      showToast({
        kind: 'error',
        title: boardTexts.error,
        description: errorMessage(error, boardTexts.cancelFailed),
      }),
    )

  return (
    <div className="card-actions island" role="toolbar" aria-label={boardTexts.actions}>
      {isRunning && (
        <IconButton size="small" label={boardTexts.cancel} onClick={() => void cancel()}>
          <CircleStop />
        </IconButton>
      )}
      <DownloadButton board={session.board} cardId={id} />
      <IconButton
        size="small"
        label={boardTexts.createBranch}
        keys={boardTexts.createBranchKeys}
        onClick={() => openBranch(session, id)}
      >
        <GitBranch />
      </IconButton>
      <IconButton
        size="small"
        label={boardTexts.remove}
        keys="Del"
        onClick={() => session.overlays.open({ kind: 'delete', ids: actedOn(session, id) })}
      >
        <Trash2 />
      </IconButton>
    </div>
  )
}
