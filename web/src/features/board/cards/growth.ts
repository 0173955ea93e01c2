import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardWidth } from '#domain/layout/card.ts'
import { pictureRects } from '#domain/layout/picture-box.ts'
import { reducedMotionQuery } from '#web/ui/browser-state.ts'
import type { BoardSession } from '../board-session.ts'
import type { BranchSource } from '../overlays.ts'

/** The time that a card takes to grow, in milliseconds. */
const growMs = 240
/** The curve of `--out` (`tokens.css`): a script can not read it from there for an animation of its own. */
const easing = 'cubic-bezier(0.2, 0, 0, 1)'

/** A branch that grows: out of which picture, and since when. */
type Growth = { readonly from: Rect; readonly since: number }

/** The branches that grow, by their ids. */
const growing = new Map<string, Growth>()
/** Cards that were requested on this page and have not arrived: they have grown already. */
const requested = new Set<string>()

/** The place of an image on the board; null where its card or the image is gone. */
function pictureOf({ board }: Pick<BoardSession, 'board'>, { parentId, imageId }: BranchSource): Rect | null {
  const card = board.cards.get(parentId)
  const images = board.getGeneration(parentId)?.images ?? []
  const place = images.findIndex(({ id }) => id === imageId)
  return card && !card.isCollapsed ? (pictureRects(card, images)[place] ?? null) : null
}

/** Lets a card grow out of an image: while it waits for the server, and afterwards. */
export function startGrowth(session: Pick<BoardSession, 'board'>, id: string, source: BranchSource): void {
  requested.add(id)
  grow(session, id, source)
}

/** Lets branches that were requested elsewhere grow as well, when they arrive. Returns the stop. */
export function growArrivals(session: Pick<BoardSession, 'board'>): () => void {
  return session.board.onAdd(({ id }) => {
    if (requested.delete(id)) return
    const { parentGenerationId: parentId, parentImageId: imageId } = session.board.getGeneration(id) ?? {}
    if (parentId && imageId) grow(session, id, { parentId, imageId })
  })
}

export const useGrowingArrivals = (session: BoardSession) => useEffect(() => growArrivals(session), [session])

function grow(session: Pick<BoardSession, 'board'>, id: string, source: BranchSource): void {
  const from = pictureOf(session, source)
  if (!from || matchMedia(reducedMotionQuery).matches) return
  growing.set(id, { from, since: performance.now() })
  setTimeout(() => growing.delete(id), growMs)
}

/** From the box of the picture to the card's own: the card is transformed to its place by its style. */
function keyframes({ from }: Growth, place: Point): Keyframe[] {
  const scale = from.width / cardWidth
  const translate = `${from.x - scale * place.x}px ${from.y - scale * place.y}px`
  return [{ translate, scale, opacity: 0.4, transformOrigin: '0 0' }, { transformOrigin: '0 0' }]
}

/** The growth of a card that is going on; undefined where there is none. */
export const growthOf = (id: string): Growth | undefined => growing.get(id)

/** Goes on with the growth of a card, if there is one. @param place Its top left on the board. */
export function useGrowth(element: RefObject<HTMLElement | null>, id: string, { x, y }: Point): void {
  useLayoutEffect(() => {
    const growth = growthOf(id)
    if (!growth || !element.current) return
    const animation = element.current.animate(keyframes(growth, { x, y }), { duration: growMs, easing })
    animation.currentTime = performance.now() - growth.since
  }, [element, id, x, y])
}
