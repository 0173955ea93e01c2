import { useMemo } from 'react'
import type { PromptedBranchKind } from '#contract/generation.ts'
import { screenPoint, toBoard } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { connector } from '#domain/layout/connector.ts'
import { placeInView } from '#domain/layout/place-in-view.ts'
import { covered, dockWidth, glideBy, onScreen } from '#web/canvas/move-view.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { useStore } from '#web/data/store.ts'
import { type BoardSession, useBoardSession, useCardPlace } from '#web/features/board/board-session.ts'
import { imageInHand, useImageInHand } from '#web/features/board/image-in-hand.ts'
import { placeOfBranch } from '#web/features/board/new-cards.ts'
import type { Composing } from '#web/features/board/overlays.ts'
import { PlannedCurve } from '#web/features/board/placeholder-cards.tsx'
import { promptBarTexts } from '#web/features/compose/texts.ts'
import { shiftIntoView } from '../canvas/panel-place.tsx'

/** The part of the board that nothing floats over. */
function freeView({ controller }: BoardSession): Rect {
  const { width, height } = controller.viewport()
  const camera = controller.get()
  const from = toBoard(screenPoint(dockWidth, covered.top), camera)
  const to = toBoard(screenPoint(width - covered.right, height - covered.bottom), camera)
  return { ...from, width: to.x - from.x, height: to.y - from.y }
}

/** What Go in the bar makes now: a branch of the image in hand, else a new card where it is seen. */
export function composingOf(session: BoardSession, kind: PromptedBranchKind): Composing {
  const cards = [...session.board.cards.values()]
  const inHand = imageInHand(session)
  const place = inHand && placeOfBranch(inHand.cardId, cards)
  return inHand && place
    ? { kind, place, source: { parentId: inHand.cardId, imageId: inHand.imageId } }
    : { kind: 'new', place: placeInView(freeView(session), cards) }
}

/** Moves the view until the place of a new card is seen. */
export const showPlace = ({ controller }: BoardSession, place: Point): void =>
  glideBy(
    controller,
    shiftIntoView(onScreen(cardRect({ ...place, isCollapsed: false }), controller), controller.viewport()),
  )

/** While the bar is open with an image in hand: where its branch will land, and the line to it. */
export function LandingPlace() {
  const session = useBoardSession()
  const isOpen = useStore(session.promptBar) === 'open'
  const cardId = useImageInHand()?.cardId
  return isOpen && cardId !== undefined ? <Ghost parentId={cardId} /> : null
}

function Ghost({ parentId }: { parentId: string }) {
  const { board } = useBoardSession()
  const parent = useCardPlace(parentId)
  const cards = useSettledCards(board)
  const place = useMemo(() => placeOfBranch(parentId, cards), [parentId, cards])
  if (!parent || !place) return null
  const curve = connector(cardRect(parent), cardRect({ ...place, isCollapsed: false }))
  return (
    <>
      <PlannedCurve curve={curve} state="active" />
      <div className="landing-place" style={{ transform: `translate(${place.x}px, ${place.y}px)` }}>
        {promptBarTexts.landsHere}
      </div>
    </>
  )
}
