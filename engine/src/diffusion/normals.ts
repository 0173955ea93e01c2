/** The 64 bits of a product of two 32-bit numbers, as its lower and its upper half. */
function product(a: number, b: number): readonly [number, number] {
  const aHigh = a >>> 16
  const aLow = a & 0xffff
  const bHigh = b >>> 16
  const bLow = b & 0xffff
  const low = aLow * bLow
  const middle = aHigh * bLow + (low >>> 16)
  const carry = aLow * bHigh + (middle % 0x10000)
  const high = aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(carry / 0x10000)
  return [Math.imul(a, b) >>> 0, high >>> 0]
}

/** Philox 4x32 with ten rounds (Salmon and others, 'Parallel random numbers: as easy as 1, 2, 3', 2011): its first two numbers. */
function philox(offset: number, index: number, seed: number): readonly [number, number] {
  let [c0, c1, c2, c3] = [offset, 0, index, 0]
  let k0 = seed >>> 0
  let k1 = Math.floor(seed / 2 ** 32) >>> 0
  for (let round = 0; round < 10; round += 1) {
    const [lowA, highA] = product(c0, 0xd2511f53)
    const [lowB, highB] = product(c2, 0xcd9e8d57)
    c0 = (highB ^ c1 ^ k0) >>> 0
    c1 = lowB
    c2 = (highA ^ c3 ^ k1) >>> 0
    c3 = lowA
    k0 = (k0 + 0x9e3779b9) >>> 0
    k1 = (k1 + 0xbb67ae85) >>> 0
  }
  return [c0, c1]
}

/**
 * Normal numbers of a seed, as torch draws them on a GPU and stable-diffusion.cpp by default: the same seed gives the same picture
 * there. Each call draws the next ones.
 */
export function createNormals(seed: number): (count: number) => Float32Array {
  let offset = 0
  return (count) => {
    const numbers = new Float32Array(count)
    for (let i = 0; i < count; i += 1) {
      const [first, second] = philox(offset, i, seed)
      // The transform of Box and Muller.
      const u = first * 2 ** -32 + 2 ** -33
      const v = (second * 2 ** -32 + 2 ** -33) * 2 * Math.PI
      numbers[i] = Math.sqrt(-2 * Math.log(u)) * Math.sin(v)
    }
    offset += 1
    return numbers
  }
}
