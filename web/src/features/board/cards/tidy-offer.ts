import { useEffect } from 'react'
import { cardRect } from '#domain/layout/card.ts'
import { showToast } from '#web/ui/toast.ts'
import type { BoardSession } from '../board-session.ts'
import { boardTexts } from '../texts.ts'
import { tidyUp } from './edit-cards.ts'

/** From so many children on that stand beside their parent, their lines are hard to follow. */
const sidewaysLimit = 3

/** Offers to lay a tree out when a card gets its third child beside itself: new branches are placed to the right of their parent. */
export function useTidyOffer(session: BoardSession): void {
  useEffect(() => {
    const { board } = session
    const isBeside = (childId: string, parentBottom: number) => {
      const child = board.cards.get(childId)
      return child !== undefined && child.y < parentBottom
    }
    return board.onAdd(({ id, parentId }) => {
      const parent = parentId === null ? undefined : board.cards.get(parentId)
      if (!parent) return
      const { y, height } = cardRect(parent)
      const sideways = [...(board.childrenOf(parent.id) ?? [])].filter((childId) => isBeside(childId, y + height))
      if (sideways.length !== sidewaysLimit || !sideways.includes(id)) return
      const tree = [...pathToRoot(session, parent.id)].at(-1) ?? parent.id
      showToast({
        kind: 'info',
        title: boardTexts.tidyOffer,
        action: { label: boardTexts.tidyUp, run: () => void tidyUp(session, [tree]) },
      })
    })
  }, [session])
}

/** A card and those that it branches from, up to the root that is on the board. */
function* pathToRoot({ board }: Pick<BoardSession, 'board'>, id: string): Generator<string> {
  for (let card = board.cards.get(id); card; card = board.cards.get(card.parentId ?? '')) yield card.id
}
