import type { Rect } from '#domain/geometry/rect.ts'
import { coverage } from '../culling.ts'
import type { ConnectorIndex, SceneConnector } from '../scene/connector-index.ts'
import type { Scene } from '../scene/scene.ts'
import { visibleCards } from '../scene/visible-cards.ts'

/** More lines than this are left to the tiles: they cannot be followed by eye, and each is an element of the page. */
const mostShown = 300

type View = {
  readonly view: Rect
  /** Whether the view's cards are elements: where they are painted, so are their connectors. */
  readonly isNear: boolean
  readonly pinned: ReadonlySet<string>
}

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 }

/** Starts with none. `update` is called in every frame but those of a zoom; subscribers render only when the set has changed. */
export function createShownConnectors(scene: Scene, index: ConnectorIndex) {
  const listeners = new Set<() => void>()
  let shown: { readonly area: Rect; readonly connectors: readonly SceneConnector[] } = { area: nowhere, connectors: [] }
  let area = nowhere
  let asked = ''
  let version = 0

  const connectorsOf = (id: string): SceneConnector[] =>
    [id, ...(scene.childrenOf(id) ?? [])].flatMap((childId) => {
      const found = index.get(childId)
      return found && (found.parent.id === id || found.child.id === id) ? [found] : []
    })

  return {
    /** The lines, and the area of the board to draw them in: a long one would make a bitmap of the whole board. */
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
      const unique = new Map(found.slice(0, mostShown).map((connector) => [connector.child.id, connector]))
      shown = { area, connectors: [...unique.values()] }
      for (const listener of [...listeners]) listener()
    },

    /** Recomputes at the next update: cards have come, gone or moved. */
    refresh() {
      version += 1
    },
  }
}
