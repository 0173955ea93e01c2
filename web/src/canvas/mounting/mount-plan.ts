/** The most cards in the page at once: a view at zoom 0.45 has two dozen; every further one costs layout and memory. */
export const mostMounted = 60
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

export type MountPlan = {
  readonly mount: readonly string[]
  readonly unmount: readonly string[]
  /** False: more has to be done in the next frame. */
  readonly isSettled: boolean
}

/** Plans what to mount and to unmount in one frame. */
export function planMounts({ pace, mounted, wanted, pinned, mayGo, mayStay }: Mounts): MountPlan {
  const most = paces[pace]
  const room = mostMounted - pinned.size
  const kept = new Set(wanted.filter((id) => !pinned.has(id)).slice(0, room))
  const missing = [...kept].filter((id) => !mounted.has(id))
  const others = [...mounted].filter((id) => !kept.has(id) && !pinned.has(id))

  const leaving = others.filter((id) => !mayStay(id) && mayGo(id))
  const staying = others.filter((id) => !leaving.includes(id))
  const mount = missing.slice(0, most.mounts)
  const total = pinned.size + kept.size - missing.length + mount.length + staying.length
  const surplus = staying.slice(0, Math.max(0, total - mostMounted))
  const unmount = [...surplus, ...leaving.slice(0, Math.max(0, most.unmounts - surplus.length))]
  return {
    mount: [...[...pinned].filter((id) => !mounted.has(id)), ...mount],
    unmount,
    isSettled: missing.length <= mount.length && leaving.length <= unmount.length - surplus.length,
  }
}
