import { CircleStop, GitBranch, Trash2 } from 'lucide-react'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { isPending } from '#domain/generation/status.ts'
import { overlaps } from '#domain/geometry/rect.ts'
import { cardWidth } from '#domain/layout/card.ts'
import { pictureRects } from '#domain/layout/picture-box.ts'
import { useZoomAtRest } from '#web/canvas/camera-controller.ts'
import { cancelGeneration } from '#web/data/generations.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { DownloadButton } from '#web/features/sharing/download.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useBoardSession, useCard, useCardPlace, useSelect } from '../board-session.ts'
import { keepBesideOwner, placeOverBoard } from '../keep-in-window.ts'
import { askToDelete } from '../overlays.ts'
import { actedOn } from '../selection.ts'
import { boardTexts } from '../texts.ts'
import { useImageInHand } from './image-in-hand.ts'
import { openBranch } from './new-cards.ts'
import { PictureTools } from './picture-tools.tsx'
import './card.css'

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

const atOrigin = { x: 0, y: 0, isCollapsed: false }

/** A card that is narrower on the screen has no room for the words of tools that only pass by, in pixels. */
const minWidthForWords = 640

/**
 * The floating tools of a card: those of its hovered picture or of the one in hand, from the left edge of that picture on, and the
 * buttons of the card. They keep their size on the screen, and stay in the view: below the card where the header would cover them. While
 * an image of another card is in hand they yield to its tools, but for the focus.
 */
export function CardLift({ id, isCollapsed }: { id: string; isCollapsed: boolean }) {
  const { board, controller, hovered, pointed } = useBoardSession()
  const inHand = useImageInHand()
  const yields = inHand !== null && inHand.cardId !== id
  const isHovered = useSelect(hovered, (hoveredId) => hoveredId === id)
  const isRaised = inHand === null ? isHovered : !yields
  const pointedId = useSelect(pointed, (image) => (image?.cardId === id ? image.imageId : null))
  const imageId = inHand === null ? pointedId : inHand.cardId === id ? inHand.imageId : null
  const hasWords = useZoomAtRest(controller, (zoom) => cardWidth * zoom >= minWidthForWords) || inHand !== null
  // Compared as a number: the boxes are made for each reading.
  const left =
    useCard(id, ({ images }) => {
      const place = images.findIndex((image) => image.id === imageId)
      return pictureRects(atOrigin, images)[place]?.x ?? 0
    }) ?? 0
  const lift = useRef<HTMLDivElement>(null)
  const card = useCardPlace(id)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that was moved or folded has its tools elsewhere
  useLayoutEffect(() => {
    const node = lift.current
    if (!node || !isRaised) return
    let fillAgain = () => {}
    const stop = placeOverBoard({ board, controller }, () => {
      keepBesideOwner(node, controller)
      fillAgain()
      fillAgain = imageId === null ? () => {} : keepClear(node)
    })
    return () => {
      stop()
      fillAgain()
    }
  }, [controller, board, isRaised, imageId, card])

  return (
    <div
      ref={lift}
      className="card-lift"
      data-yields={yields || undefined}
      data-words={hasWords || undefined}
      style={{ '--lift-left': `${left}px` } as CSSProperties}
    >
      {imageId !== null && !isCollapsed && <PictureTools image={{ cardId: id, imageId }} />}
      <CardActions id={id} />
    </div>
  )
}

/** The buttons of a card. */
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
        onClick={() => askToDelete(session, { cards: new Set(actedOn(session, id)) })}
      >
        <Trash2 />
      </IconButton>
    </div>
  )
}
