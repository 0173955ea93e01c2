import { useMemo } from 'react'
import type { PromptedBranchKind } from '#contract/cards/generation.ts'
import { cardRect } from '#domain/layout/card.ts'
import { connector } from '#domain/layout/connector.ts'
import { freeView } from '#web/canvas/free-view.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { useStore } from '#web/data/store.ts'
import { type BoardSession, useBoardSession, useCardPlace } from '#web/features/board/board-session.ts'
import { type ImageInHand, useImageInHand } from '#web/features/board/cards/image-in-hand.ts'
import { contentOf, placeOfBranch, placeOfNew, spaceOn } from '#web/features/board/cards/new-cards.ts'
import { PlannedCurve } from '#web/features/board/cards/placeholder-cards.tsx'
import type { Composing } from '#web/features/board/overlays.ts'
import { promptBarTexts } from '#web/features/compose/texts.ts'
import { useCanvasDraft } from '../canvas/use-canvas-draft.ts'
import { offerOf, priceText } from '../go-button.tsx'

/** Returns the card that Go in the bar creates now: a branch of this image, else a new card in the view. */
export function composingOf(session: BoardSession, kind: PromptedBranchKind, inHand: ImageInHand | null): Composing {
  const place = inHand && placeOfBranch(inHand.cardId, contentOf(session.board))
  return inHand && place
    ? { kind, place, source: { parentId: inHand.cardId, imageId: inHand.imageId } }
    : {
        kind: 'new',
        place: placeOfNew(null, freeView(session.controller), spaceOn(session.board)),
      }
}

/** While words for an image are in the open bar: where its branch will land, what it costs, and the line to it. */
export function LandingPlace() {
  const session = useBoardSession()
  const isOpen = useStore(session.promptBar) === 'open'
  const inHand = useImageInHand()
  const { draft } = useCanvasDraft('bar', null)
  const cardId = (draft.target ?? inHand)?.cardId
  return isOpen && draft.prompt.trim() !== '' && cardId !== undefined ? <BranchPlaceholder parentId={cardId} /> : null
}

function BranchPlaceholder({ parentId }: { parentId: string }) {
  const { board } = useBoardSession()
  const parent = useCardPlace(parentId)
  const { plan } = useCanvasDraft('bar', parentId)
  const cards = useSettledCards(board)
  const { notes } = useStore(board.items)
  const place = useMemo(() => placeOfBranch(parentId, { cards, notes: notes.values() }), [parentId, cards, notes])
  if (!parent || !place) return null
  const curve = connector(cardRect(parent), cardRect({ ...place, isCollapsed: false }))
  return (
    <>
      <PlannedCurve curve={curve} state="active" />
      <div className="landing-place" style={{ transform: `translate(${place.x}px, ${place.y}px)` }}>
        <p>
          <b>{promptBarTexts.landsHere}</b>
          <br />
          {priceText(offerOf(plan))}
        </p>
      </div>
    </>
  )
}
