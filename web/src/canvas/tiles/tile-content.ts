import type { Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { cardForm } from '#domain/layout/picture-box.ts'
import { type HiddenParts, nothingHidden, type PaintedConnector, type PaintRequest } from '../painter/paint-protocol.ts'
import type { ConnectorIndex } from '../scene/connector-index.ts'
import { pictureBoxes, readableZoom } from '../scene/picture-boxes.ts'
import type { CardFace, Scene, SceneCard } from '../scene/scene.ts'
import { type ItemFaces, itemsInArea } from '../scene/scene.ts'
import { visibleCards } from '../scene/visible-cards.ts'

/** More of a prompt than two lines can hold, and none where it is unreadable. */
const promptLength = (zoom: number) => (zoom < readableZoom ? 0 : 300)
/** The reach of a connector or an outline beyond a card, in screen pixels. */
const reach = 3

export type TileContent = {
  readonly request: Pick<PaintRequest, 'area' | 'cards' | 'connectors' | 'items'>
  readonly cardIds: ReadonlySet<string>
}

type ContentOf = {
  readonly scene: Scene
  readonly connectors: ConnectorIndex
  marks(): Marks
  /** The frames and notes of the board; none on the tiles of lifted cards. */
  items(): ItemFaces
  /** The cards that are included. */
  isShown(id: string): boolean
}

/**
 * The parts of a card that others cover. Where cards lie seven deep, a tile shows slivers of hundreds: of four pictures, three
 * need not be loaded, sent and painted.
 */
function hiddenParts(card: SceneCard, face: CardFace, zoom: number, hides: (part: Rect) => boolean): HiddenParts {
  if (card.isCollapsed) return nothingHidden
  const pictures = pictureBoxes({ ...card, face }, zoom).flatMap((box, place) => (hides(box) ? [place] : []))
  const { x, y, width, height } = cardRect(card)
  const { captionHeight } = cardForm(face.images)
  return { pictures, caption: hides({ x, y: y + height - captionHeight, width, height: captionHeight }) }
}

/** The content of an area of the board, as the painter needs it, without what is hidden behind other cards. */
export function tileContent(
  { scene, connectors, marks, items, isShown }: ContentOf,
  area: Rect,
  zoom: number,
): TileContent {
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
  const hidden = new Map<string, HiddenParts>()
  const visible = visibleCards(scene, around, {
    takesPart: ({ id }) => isShown(id),
    onVisible(card, hides) {
      const face = faceOf(card.id)
      if (face) hidden.set(card.id, hiddenParts(card, face, zoom, hides))
    },
  })
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
    const painted = {
      ...{ x, y, isCollapsed },
      isDimmed: hits !== null && !hits.has(id),
      isSelected: selected.has(id),
      isOnPath: path.has(id),
      hidden: hidden.get(id) ?? nothingHidden,
      face: { ...face, prompt: face.prompt.slice(0, length) },
    }
    return [painted]
  })
  return { request: { area, cards, connectors: lines, items: itemsInArea(items(), around, zoom) }, cardIds }
}

/** The user's marks: selection and search result. They change how cards look, and nothing of the board. */
export type Marks = {
  readonly selected: ReadonlySet<string>
  /** The search result while a search is open: all other cards are dimmed. */
  readonly hits: ReadonlySet<string> | null
  /** The cards from the selection to their roots: the lines into them are lit. */
  readonly path: ReadonlySet<string>
}

export const noMarks: Marks = { selected: new Set(), hits: null, path: new Set() }

/** The cards that look different: `all` where too many are dimmed to list them. */
export function cardsToRepaint(before: Marks, after: Marks): readonly string[] | 'all' {
  if (before.hits !== after.hits) return 'all'
  const without = (ids: ReadonlySet<string>, others: ReadonlySet<string>) => [...ids].filter((id) => !others.has(id))
  const changed = (set: 'selected' | 'path') => [
    ...without(before[set], after[set]),
    ...without(after[set], before[set]),
  ]
  return [...new Set([...changed('selected'), ...changed('path')])]
}
