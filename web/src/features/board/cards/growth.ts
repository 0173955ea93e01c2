import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardWidth } from '#domain/layout/card.ts'
import { pictureRects } from '#domain/layout/picture-box.ts'
import { reducedMotionQuery } from '#web/ui/browser-state.ts'
import type { BoardSession } from '../board-session.ts'
import type { BranchSource } from '../overlays.ts'

/** How long a card takes to grow, in milliseconds. */
const growMs = 240
/** The curve of `--out` (`tokens.css`): a script can not read it from there for an animation of its own. */
const easing = 'cubic-bezier(0.2, 0, 0, 1)'

/** A branch that grows at its place: out of which picture, and since when. */
type Growth = { readonly place: Point; readonly from: Rect; readonly since: number }

const growing = new Set<Growth>()
/** Places whose cards were requested on this page: the card that arrives there has grown already. */
const requested = new Set<string>()
const placeKey = ({ x, y }: Point) => `${x} ${y}`

/** The place of an image on the board; null where its card or the image is gone. */
function pictureOf({ board }: Pick<BoardSession, 'board'>, { parentId, imageId }: BranchSource): Rect | null {
  const card = board.cards.get(parentId)
  const images = board.getGeneration(parentId)?.images ?? []
  const place = images.findIndex(({ id }) => id === imageId)
  return card && !card.isCollapsed ? (pictureRects(card, images)[place] ?? null) : null
}

/** Lets the card at this place grow out of an image: the one that waits for the server, and the real one after it. */
export function startGrowth(session: Pick<BoardSession, 'board'>, place: Point, source: BranchSource): void {
  requested.add(placeKey(place))
  grow(session, place, source)
}

/** Lets branches that were requested elsewhere grow as well, when they arrive. Returns the stop. */
export function growArrivals(session: Pick<BoardSession, 'board'>): () => void {
  return session.board.onAdd(({ id, x, y }) => {
    if (requested.has(placeKey({ x, y }))) return
    const { parentGenerationId: parentId, parentImageId: imageId } = session.board.getGeneration(id) ?? {}
    if (parentId && imageId) grow(session, { x, y }, { parentId, imageId })
  })
}

export const useGrowingArrivals = (session: BoardSession) => useEffect(() => growArrivals(session), [session])

function grow(session: Pick<BoardSession, 'board'>, place: Point, source: BranchSource): void {
  const from = pictureOf(session, source)
  if (!from || matchMedia(reducedMotionQuery).matches) return
  const growth = { place, from, since: performance.now() }
  growing.add(growth)
  setTimeout(() => growing.delete(growth), growMs)
}

/** From the box of the picture to the card's own: the card is transformed to its place by its style. */
function keyframes({ place, from }: Growth): Keyframe[] {
  const scale = from.width / cardWidth
  const translate = `${from.x - scale * place.x}px ${from.y - scale * place.y}px`
  return [{ translate, scale, opacity: 0.4, transformOrigin: '0 0' }, { transformOrigin: '0 0' }]
}

/** The growth of the card at this place that is going on; undefined where there is none. */
export const growthAt = ({ x, y }: Point) => [...growing].find(({ place }) => place.x === x && place.y === y)

/** Goes on with the growth of the card at this place, if there is one. */
export function useGrowth(element: RefObject<HTMLElement | null>, { x, y }: Point): void {
  useLayoutEffect(() => {
    const growth = growthAt({ x, y })
    if (!growth || !element.current) return
    const animation = element.current.animate(keyframes(growth), { duration: growMs, easing })
    animation.currentTime = performance.now() - growth.since
  }, [element, x, y])
}
