import type { Rect } from '../geometry/rect.ts'
import type { RingChange } from './change.ts'

/** The parts of a purse that its ring shows, and that changes of a board affect. Canvas pixels. */
export type RingFields = Rect & {
  readonly name: string
  /** A removed one is kept, so that its removal can be undone; its program is shut out for good. */
  readonly isRemoved: boolean
}

/** A ring after a change; the same object where it changes nothing, as of a removed one that is not restored. */
export function changedRing(ring: RingFields, change: RingChange): RingFields {
  if (change.kind === 'restore-purse') return ring.isRemoved ? { ...ring, isRemoved: false } : ring
  if (ring.isRemoved) return ring
  switch (change.kind) {
    case 'place-purse': {
      const { x, y, width, height } = change
      const isSame = ring.x === x && ring.y === y && ring.width === width && ring.height === height
      return isSame ? ring : { ...ring, x, y, width, height }
    }
    case 'name-purse':
      return ring.name === change.name ? ring : { ...ring, name: change.name }
    case 'remove-purse':
      return { ...ring, isRemoved: true }
  }
}

/**
 * The change that restores a ring after `change`; null where `change` changes nothing.
 * @param ring The ring before; null where it is not on the board: it can only be restored.
 */
export function inverseOfRing(ring: Omit<RingFields, 'isRemoved'> | null, change: RingChange): RingChange | null {
  const { purseId } = change
  if (!ring) return change.kind === 'restore-purse' ? { kind: 'remove-purse', purseId } : null
  const before: RingFields = { ...ring, isRemoved: false }
  if (changedRing(before, change) === before) return null
  switch (change.kind) {
    case 'place-purse':
      return { kind: 'place-purse', purseId, x: ring.x, y: ring.y, width: ring.width, height: ring.height }
    case 'name-purse':
      return { kind: 'name-purse', purseId, name: ring.name }
    case 'remove-purse':
      return { kind: 'restore-purse', purseId }
    case 'restore-purse':
      return null
  }
}
