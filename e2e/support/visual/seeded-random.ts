/**
 * Returns a generator of numbers from 0 up to but without 1, the same for the same seed: Marsaglia's xorshift with 13,
 * 17 and 5.
 */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
