import { isWithin, overlaps, type Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { nearZoom } from './scene/picture-boxes.ts'
import type { Scene, SceneCard } from './scene/scene.ts'
import { visibleCards } from './scene/visible-cards.ts'

/**
 * A card stays mounted until it is this far out of view, as a fraction of the view's size, so that going back is free.
 */
const keptMargin = 0.6

type View = {
  readonly view: Rect
  readonly zoom: number
  readonly pace: 'moving' | 'resting'
  readonly pinned: ReadonlySet<string>
  /** Whether a part of the board is shown without its elements. */
  isPainted(area: Rect): boolean
}

/**
 * Starts with none. `update` is called in every frame but those of a zoom; subscribers render only when the set has
 * changed.
 */
export function createMountedCards(scene: Scene) {
  const listeners = new Set<() => void>()
  const mounted = new Map<string, SceneCard>()
  let shown: readonly SceneCard[] = []
  let version = 0
  let last: { readonly question: string; readonly wanted: readonly SceneCard[] } | null = null

  /** In a drag the view stands still: looking for the same cards in every frame took as long as the drag itself. */
  const wantedIn = (view: Rect, zoom: number): readonly SceneCard[] => {
    const question = [version, zoom, view.x, view.y, view.width, view.height].join()
    if (last?.question !== question) last = { question, wanted: wantedCards(scene, view, zoom) }
    return last.wanted
  }

  const publish = () => {
    shown = [...mounted.values()].sort((a, b) => a.y - b.y || a.x - b.x)
    for (const listener of [...listeners]) listener()
  }

  return {
    get: () => shown,
    has: (id: string) => mounted.has(id),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /**
     * Mounts and unmounts a few cards. Returns whether every wanted card is mounted, and whether the view's cards are
     * elements at all.
     */
    update({ view, zoom, pace, pinned, isPainted }: View): { isSettled: boolean; showsView: boolean; isNear: boolean } {
      const wanted = wantedIn(view, zoom)
      const kept = around(view, keptMargin)
      const rectOf = (id: string) => {
        const card = mounted.get(id)
        return card && cardRect(card)
      }
      const { mount, unmount, isSettled } = planMounts({
        pace,
        mounted: new Set(mounted.keys()),
        wanted: wanted.map(({ id }) => id),
        pinned,
        mayGo: (id) => {
          const rect = rectOf(id)
          return !rect || !overlaps(rect, view) || isPainted(rect)
        },
        mayStay: (id) => {
          const rect = rectOf(id)
          return rect !== undefined && zoom >= nearZoom && overlaps(rect, kept)
        },
      })
      for (const id of unmount) mounted.delete(id)
      for (const id of mount) {
        const card = scene.cards.get(id)
        if (card) mounted.set(id, card)
      }
      if (mount.length + unmount.length > 0) publish()
      const inView = zoom < nearZoom ? null : wanted.filter((card) => overlaps(cardRect(card), view))
      const isNear = inView !== null && (inView.length > 0 || !scene.index.query(view).length)
      return { isSettled, showsView: isNear && inView.every(({ id }) => mounted.has(id)), isNear }
    },

    /** Applies new places; deleted cards are unmounted at once. */
    refresh(ids: readonly string[]) {
      version += 1
      const touched = ids.filter((id) => mounted.has(id))
      for (const id of touched) {
        const card = scene.cards.get(id)
        if (card) mounted.set(id, card)
        else mounted.delete(id)
      }
      if (touched.length > 0) publish()
    },
  }
}

/** A reason to mount a card although the view alone would not require it. */
export type PinReason = 'pointer' | 'focus' | 'selected' | 'lifted'

/** More selected cards than this are outlined without being mounted. */
const maxPinned = 8

/** @param onChange Is called when the set of pinned cards changes. */
export function createPins(onChange: () => void) {
  const byReason = new Map<PinReason, readonly string[]>()
  let all: ReadonlySet<string> = new Set()
  return {
    all: () => all,
    /** The cards that are pinned for one reason. */
    of: (reason: PinReason): ReadonlySet<string> => new Set(byReason.get(reason)),
    /** Pins exactly these cards for a reason. */
    set(reason: PinReason, ids: readonly string[]) {
      const before = byReason.get(reason) ?? []
      if (before.length === ids.length && before.every((id, place) => id === ids[place])) return
      byReason.set(reason, ids.slice(0, maxPinned))
      all = new Set([...byReason.values()].flat())
      onChange()
    },
  }
}

/**
 * A card takes about two milliseconds to mount, as much for layout and painting, and less to unmount. A view that is
 * dragged at 2,000 pixels a second meets a dozen in a second.
 */
const paces = { resting: { mounts: 3, unmounts: 6 }, moving: { mounts: 1, unmounts: 1 } } as const

type Mounts = {
  /** While the view moves each frame has less time. */
  readonly pace: keyof typeof paces
  readonly mounted: ReadonlySet<string>
  /** Nearest to the middle of the view first. */
  readonly wanted: readonly string[]
  /** Pinned cards: they are mounted at once and stay. */
  readonly pinned: ReadonlySet<string>
  /** Whether a card that is not wanted any more may be unmounted now. */
  mayGo(id: string): boolean
  /** Whether a card that is not wanted any more may stay, as long as there is room. */
  mayStay(id: string): boolean
}

type MountPlan = {
  readonly mount: readonly string[]
  readonly unmount: readonly string[]
  /** False: more has to be done in the next frame. */
  readonly isSettled: boolean
}

/** Plans what to mount and to unmount in one frame. */
export function planMounts({ pace, mounted, wanted, pinned, mayGo, mayStay }: Mounts): MountPlan {
  const most = paces[pace]
  const room = maxMounted - pinned.size
  const kept = new Set(wanted.filter((id) => !pinned.has(id)).slice(0, room))
  const missing = [...kept].filter((id) => !mounted.has(id))
  const others = [...mounted].filter((id) => !kept.has(id) && !pinned.has(id))

  const leaving = others.filter((id) => !mayStay(id) && mayGo(id))
  const staying = others.filter((id) => !leaving.includes(id))
  const mount = missing.slice(0, most.mounts)
  const total = pinned.size + kept.size - missing.length + mount.length + staying.length
  const surplus = staying.slice(0, Math.max(0, total - maxMounted))
  const unmount = [...surplus, ...leaving.slice(0, Math.max(0, most.unmounts - surplus.length))]
  return {
    mount: [...[...pinned].filter((id) => !mounted.has(id)), ...mount],
    unmount,
    isSettled: missing.length <= mount.length && leaving.length <= unmount.length - surplus.length,
  }
}

/** The most cards in the page at once: a view at zoom 0.45 has two dozen; every further one costs layout and memory. */
export const maxMounted = 60
/** The margin around the view that is mounted in advance, as a fraction of its size. */
const margin = 0.3

/**
 * Cards that cover the view more often than this overlap too much. As elements they share layers, which the browser
 * repaints whenever one comes or goes: sixty of them took half of each core in a pan.
 */
const maxCovered = 2

/** A rectangle extended by a fraction of its own size on each side. */
const around = ({ x, y, width, height }: Rect, part: number): Rect => ({
  x: x - width * part,
  y: y - height * part,
  width: width * (1 + 2 * part),
  height: height * (1 + 2 * part),
})

/**
 * The cards that should be elements of the page, nearest to the middle of the view first: those in and around it. None
 * when zoomed out, and none where so many overlap that tiles are better.
 */
export function wantedCards(scene: Pick<Scene, 'cards' | 'index'>, view: Rect, zoom: number): SceneCard[] {
  if (zoom < nearZoom) return []
  const near = visibleCards(scene, around(view, margin)).cards
  const inView = near.filter((card) => overlaps(cardRect(card), view))
  const covered = inView.reduce((sum, card) => sum + sharedArea(cardRect(card), view), 0)
  if (inView.length > maxMounted || covered > maxCovered * view.width * view.height) return []
  const distance = (card: SceneCard) => {
    const { x, y, width, height } = cardRect(card)
    return Math.hypot(x + width / 2 - view.x - view.width / 2, y + height / 2 - view.y - view.height / 2)
  }
  return near.sort((a, b) => distance(a) - distance(b)).slice(0, maxMounted)
}

function sharedArea(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** The margin around the view that is kept ready on every side, as a fraction of its size. */
const readyMargin = 0.5
/** When the view has shrunk to this fraction of the area, a smaller area is worth a change. */
const minPart = 0.12

/** The area of the board to keep ready for a view: the previous one as long as it is useful. */
export function coverage(before: Rect, visible: Rect): Rect {
  const isTooLarge = visible.width * visible.height < minPart * before.width * before.height
  return isWithin(visible, before) && !isTooLarge ? before : around(visible, readyMargin)
}
