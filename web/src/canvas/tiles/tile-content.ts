import type { Rect } from '#domain/geometry/rect.ts'
import type { Marks } from '../marks.ts'
import type { PaintedConnector, PaintRequest } from '../painter/paint-protocol.ts'
import type { ConnectorIndex } from '../scene/connector-index.ts'
import { readableZoom } from '../scene/picture-boxes.ts'
import type { CardFace, Scene } from '../scene/scene.ts'
import { visibleCards } from '../scene/visible-cards.ts'

/** More of a prompt than two lines can hold, and none where it is unreadable. */
const promptLength = (zoom: number) => (zoom < readableZoom ? 0 : 300)
/** How far a connector or an outline extends beyond a card, in screen pixels. */
const reach = 3

export type TileContent = {
  readonly request: Pick<PaintRequest, 'area' | 'cards' | 'connectors'>
  readonly cardIds: ReadonlySet<string>
}

type ContentOf = {
  readonly scene: Scene
  readonly connectors: ConnectorIndex
  marks(): Marks
  /** Which cards are included. */
  isShown(id: string): boolean
}

/** The content of an area of the board, as the painter needs it, without what is hidden behind other cards. */
export function tileContent({ scene, connectors, marks, isShown }: ContentOf, area: Rect, zoom: number): TileContent {
  const around = {
    x: area.x - reach / zoom,
    y: area.y - reach / zoom,
    width: area.width + (2 * reach) / zoom,
    height: area.height + (2 * reach) / zoom,
  }
  const length = promptLength(zoom)
  const cardIds = new Set<string>()
  const faces = new Map<string, CardFace | undefined>()
  const faceOf = (id: string) => {
    if (!faces.has(id)) faces.set(id, scene.face(id))
    return faces.get(id)
  }
  const { selected, hits, path } = marks()
  const visible = visibleCards(scene, around, ({ id }) => isShown(id))
  // Under cards that hide everything no line has to be looked for.
  const crossing = visible.hides(around) ? [] : connectors.query(around, visible.hides)
  const lines: PaintedConnector[] = crossing.flatMap(({ parent, child, curve }) => {
    cardIds.add(parent.id).add(child.id)
    return isShown(parent.id) && isShown(child.id)
      ? [{ curve, isActive: path.has(child.id) || (faceOf(child.id)?.isRunning ?? false) }]
      : []
  })
  const cards = visible.cards.flatMap((card) => {
    cardIds.add(card.id)
    const face = faceOf(card.id)
    if (!face) return []
    const { id, x, y, isCollapsed } = card
    const isDimmed = hits !== null && !hits.has(id)
    const isSelected = selected.has(id)
    return [{ x, y, isCollapsed, isDimmed, isSelected, face: { ...face, prompt: face.prompt.slice(0, length) } }]
  })
  return { request: { area, cards, connectors: lines }, cardIds }
}
