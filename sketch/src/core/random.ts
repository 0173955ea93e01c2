/** Seeded randomness. Integer arithmetic only, so every machine draws the same numbers. */

export type Rng = {
  next(): number
  range(low: number, high: number): number
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** A child generator: adding draws in one part of a picture must not reshuffle another part. */
  fork(label: string): Rng
}

/** FNV-1a with a final avalanche; short labels that differ by a letter must land far apart. */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i)
    h = Math.imul(h, 0x01000193)
  }
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

export function createRng(seed: string): Rng {
  let a = hashText(`${seed}a`) | 0
  let b = hashText(`${seed}b`) | 0
  let c = hashText(`${seed}c`) | 0
  let d = 1
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < 12; i++) next()
  const rng: Rng = {
    next,
    range: (low, high) => low + (high - low) * next(),
    int: (low, high) => Math.floor(low + (high - low + 1) * next()),
    chance: (probability) => next() < probability,
    // Callers never pass an empty list.
    pick: (items) => items[Math.min(items.length - 1, Math.floor(next() * items.length))] as (typeof items)[number],
    fork: (label) => createRng(`${seed}/${label}`),
  }
  return rng
}
