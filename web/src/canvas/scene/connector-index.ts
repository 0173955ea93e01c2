import { boundsOf, type Rect } from '#domain/geometry/rect.ts'
import { type CardPlace, cardRect } from '#domain/layout/card.ts'
import { type Connector, connector } from '#domain/layout/connector.ts'
import { type ConnectorParts, connectorParts, hasPartIn } from '#domain/layout/connector-parts.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { coverage } from '../mounted-cards.ts'
import type { Scene, SceneCard } from './scene.ts'
import { visibleCards } from './visible-cards.ts'

/** A branch's line: from a card to one of its children. */
export type SceneConnector = { readonly parent: SceneCard; readonly child: SceneCard; readonly curve: Connector }

/** The bounds of a connector. A pixel more, so that a straight one has an area. */
function connectorHull(parent: CardPlace, child: CardPlace): Rect {
  const { from, control1, control2, to } = connector(cardRect(parent), cardRect(child))
  // A Bézier curve stays inside the hull of its four points.
  const hull = boundsOf([from, control1, control2, to].map((point) => ({ ...point, width: 1, height: 1 })))
  return hull ?? { ...from, width: 1, height: 1 }
}

/** A spatial index of connectors, by the child's id. */
export type ConnectorIndex = ReturnType<typeof createConnectorIndex>

/** Indexes the connectors of a scene. `update` must be called with every change of it. */
export function createConnectorIndex(scene: Scene) {
  const hulls = createSpatialIndex()
  /** Of the connectors that were asked for: where thousands of long ones cross, working them out took longer than painting. */
  const parts = new Map<string, ConnectorParts>()

  const get = (childId: string): SceneConnector | undefined => {
    const child = scene.cards.get(childId)
    const parent = child?.parentId ? scene.cards.get(child.parentId) : undefined
    return child && parent && { parent, child, curve: connector(cardRect(parent), cardRect(child)) }
  }

  const partsOf = (childId: string): ConnectorParts | undefined => {
    const known = parts.get(childId)
    if (known) return known
    const found = get(childId)
    const made = found && connectorParts(found.curve)
    if (made) parts.set(childId, made)
    return made
  }

  const updateOne = (child: SceneCard) => {
    const parent = child.parentId === null ? undefined : scene.cards.get(child.parentId)
    parts.delete(child.id)
    if (parent) hulls.set(child.id, connectorHull(parent, child))
    else hulls.remove(child.id)
  }
  for (const card of scene.cards.values()) updateOne(card)

  return {
    /** The connector that ends at a child. */
    get,

    /** The hulls of all connectors that end at a card, as of the last update. */
    hullsAt(id: string): Rect[] {
      return [id, ...(scene.childrenOf(id) ?? [])].flatMap((child) => hulls.get(child) ?? [])
    },

    /** The hulls of the connectors that join two of these cards. */
    hullsWithin: (ids: ReadonlySet<string>): Rect[] =>
      [...ids].flatMap((id) => {
        const parentId = scene.cards.get(id)?.parentId
        return parentId && ids.has(parentId) ? (hulls.get(id) ?? []) : []
      }),

    update(ids: readonly string[]) {
      for (const id of ids) {
        const card = scene.cards.get(id)
        if (card) updateOne(card)
        else {
          hulls.remove(id)
          parts.delete(id)
        }
        for (const childId of scene.childrenOf(id) ?? []) {
          const child = scene.cards.get(childId)
          if (child) updateOne(child)
        }
      }
    },

    /**
     * The connectors that may cross the area, wherever their cards are, in the order of their children.
     * @param hides Whether cards cover a part of the area: a hidden connector is left out.
     */
    query(area: Rect, hides: (part: Rect) => boolean = () => false): SceneConnector[] {
      const isSeen = (part: Rect) => !hides(part)
      const crosses = (id: string) => {
        const sides = partsOf(id)
        return sides !== undefined && hasPartIn(sides, area, isSeen)
      }
      return hulls
        .query(area)
        .filter(crosses)
        .flatMap((id) => get(id) ?? [])
        .sort((a, b) => a.child.order - b.child.order)
    },
  }
}

/** More lines than this are left to the tiles: they cannot be followed by eye, and each is an element of the page. */
const maxShown = 300

type View = {
  readonly view: Rect
  /** Whether the view's cards are elements: where they are painted, so are their connectors. */
  readonly isNear: boolean
  readonly pinned: ReadonlySet<string>
}

/** The lines that are elements of the page. */
export type ShownConnectors = {
  /** Drawn area of the board: a long line would make a bitmap of the whole board. */
  readonly area: Rect
  readonly connectors: readonly SceneConnector[]
  /** Another one after each change of the board: cards may cover other parts of the lines. */
  readonly version: number
}

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 }

/** Starts with none. `update` is called in every frame but those of a zoom; subscribers render only when the set has changed. */
export function createShownConnectors(scene: Scene, index: ConnectorIndex) {
  const listeners = new Set<() => void>()
  let shown: ShownConnectors = { area: nowhere, connectors: [], version: 0 }
  let area = nowhere
  let asked = ''
  let version = 0

  const connectorsOf = (id: string): SceneConnector[] =>
    [id, ...(scene.childrenOf(id) ?? [])].flatMap((childId) => {
      const found = index.get(childId)
      return found && (found.parent.id === id || found.child.id === id) ? [found] : []
    })

  return {
    get: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    update({ view, isNear, pinned }: View) {
      area = coverage(area, view)
      const question = [version, isNear, area.x, area.y, area.width, area.height, ...pinned].join()
      if (question === asked) return
      asked = question
      const found = [
        ...[...pinned].flatMap(connectorsOf),
        ...(isNear ? index.query(area, visibleCards(scene, area).hides) : []),
      ]
      const unique = new Map(found.slice(0, maxShown).map((connector) => [connector.child.id, connector]))
      shown = { area, connectors: [...unique.values()], version }
      for (const listener of [...listeners]) listener()
    },

    /** Recomputes at the next update: cards have come, gone or moved. */
    refresh() {
      version += 1
    },
  }
}
