/**
 * A demand: its owner, and how much of the capacity it takes. A weight beyond the owner's share waits until the owner holds nothing
 * else; one beyond the whole capacity is refused.
 */
export type Demand = {
  /** A user's id, an address, or a name for work of the server itself: no owner gets more than their share. */
  readonly owner: string
  /** In the unit of the limits: bytes, or 1 for each piece of work. */
  readonly weight: number
  /** Ends the waiting, with its reason. */
  readonly signal?: AbortSignal
}

/** Capacity that was granted. */
export type Place = {
  /** Takes more capacity at once; false, and nothing taken, where the owner's share or the capacity ends. */
  grow(weight: number): boolean
  /** Gives all of it back; a second call does nothing. */
  release(): void
}

export type AdmissionLimits = {
  /** The limit of all owners together. */
  readonly total: number
  /** The limit of one owner. */
  readonly perOwner: number
  /** Demands of one owner that may wait, and for how long. */
  readonly waitingPerOwner?: number
  readonly waitSeconds?: number
}

const refusals = {
  owner: 'This owner waits for too much already.',
  total: 'There was no room in time.',
  room: 'This is larger than all of the room.',
}

/**
 * There is no capacity: `owner` where this owner has asked for too much already, `total` where all others together
 * have, `room` where the demand is larger than all of it.
 */
export class AdmissionRefused extends Error {
  override readonly name = 'AdmissionRefused'
  readonly because: 'owner' | 'total' | 'room'
  constructor(because: AdmissionRefused['because']) {
    super(refusals[because])
    this.because = because
  }
}

/** Runs work within the capacity that it needs, for one owner and as long as the signal lasts. */
export type Admit = <Value>(weight: number, work: () => Promise<Value>) => Promise<Value>

export type Admission = {
  /** Capacity at once, or null if there is none. */
  tryTake(demand: Demand): Place | null
  /**
   * Waits for capacity. Owners who hold least come first, of equals the one served least lately, and each owner's demands in their order; a demand that is
   * next and too large for what is free is waited for, so that small ones don't overtake it for ever.
   * @throws AdmissionRefused where the weight is larger than the whole capacity, too many wait, or at the time limit; the signal's reason where it is aborted.
   */
  take(demand: Demand): Promise<Place>
  /** The same around a piece of work, bound to an owner. */
  for(owner: string, signal?: AbortSignal): Admit
  /** The amount that is held at the moment, in the unit of the limits. */
  held(): number
}

type Waiting = Demand & { start(): void }

/** Bounds how much work of a kind is done at a time in this process: in total, and for each owner. */
export function createAdmission(limits: AdmissionLimits): Admission {
  const { total, waitingPerOwner = 500, waitSeconds = 60 } = limits
  const perOwner = Math.min(limits.perOwner, total)
  const heldBy = new Map<string, number>()
  const lines = new Map<string, Waiting[]>()
  let held = 0

  const heldOf = (owner: string) => heldBy.get(owner) ?? 0
  const hasShare = (owner: string, weight: number) =>
    heldOf(owner) + weight <= perOwner || (heldOf(owner) === 0 && weight > perOwner)
  const fits = (owner: string, weight: number) => hasShare(owner, weight) && held + weight <= total
  const add = (owner: string, weight: number) => {
    held += weight
    const sum = heldOf(owner) + weight
    if (sum > 0) heldBy.set(owner, sum)
    else heldBy.delete(owner)
  }

  function placeOf(owner: string, weight: number): Place {
    add(owner, weight)
    let own = weight
    let released = false
    return {
      grow(more) {
        if (released || heldOf(owner) + more > perOwner || held + more > total) return false
        add(owner, more)
        own += more
        return true
      },
      release() {
        if (released) return
        released = true
        add(owner, -own)
        startNext()
      },
    }
  }

  /** The first in line of the owner who holds least, among those whose share has room for it. */
  function nextInLine(): Waiting | undefined {
    let next: Waiting | undefined
    for (const [first] of lines.values())
      if (first && hasShare(first.owner, first.weight) && (!next || heldOf(first.owner) < heldOf(next.owner)))
        next = first
    return next
  }

  function startNext(): void {
    for (let next = nextInLine(); next && fits(next.owner, next.weight); next = nextInLine()) {
      leaveLine(next)
      moveToEnd(next.owner)
      next.start()
    }
  }

  /** Of owners who hold equally much the one who was served least lately is first in `lines`. */
  function moveToEnd(owner: string): void {
    const line = lines.get(owner)
    if (!line) return
    lines.delete(owner)
    lines.set(owner, line)
  }

  function leaveLine(waiting: Waiting): void {
    const line = (lines.get(waiting.owner) ?? []).filter((each) => each !== waiting)
    if (line.length > 0) lines.set(waiting.owner, line)
    else lines.delete(waiting.owner)
  }

  function tryTake(demand: Demand): Place | null {
    const { owner, weight } = demand
    const isNext = !lines.has(owner) && !nextInLine()
    return isNext && fits(owner, weight) ? placeOf(owner, weight) : null
  }

  async function take(demand: Demand): Promise<Place> {
    demand.signal?.throwIfAborted()
    if (demand.weight > total) throw new AdmissionRefused('room')
    const place = tryTake(demand)
    if (place) return place
    const { owner, weight, signal } = demand
    if ((lines.get(owner)?.length ?? 0) >= waitingPerOwner) throw new AdmissionRefused('owner')
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        then()
      }
      const waiting: Waiting = { owner, weight, start: () => settle(() => resolve(placeOf(owner, weight))) }
      const giveUp = (reason: unknown) => {
        leaveLine(waiting)
        settle(() => reject(reason))
        // It may have been the one that all others waited behind.
        startNext()
      }
      const abort = () => giveUp(signal?.reason)
      const timer = setTimeout(() => giveUp(new AdmissionRefused('total')), waitSeconds * 1_000)
      signal?.addEventListener('abort', abort)
      lines.set(owner, [...(lines.get(owner) ?? []), waiting])
      startNext()
    })
  }

  return {
    tryTake,
    take,
    for(owner, signal) {
      return async (weight, work) => {
        const place = await take({ owner, weight, ...(signal ? { signal } : {}) })
        try {
          signal?.throwIfAborted()
          return await work()
        } finally {
          place.release()
        }
      }
    },
    held: () => held,
  }
}
