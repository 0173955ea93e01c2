/** Two box passes per axis: near enough to a Gaussian for shading, at constant cost per pixel. */

/** `empty` treats everything outside as 0 (a shape's own mask); otherwise the edge pixel is repeated. */
export function blurPlane(source: Float32Array, w: number, h: number, radius: number, empty = false): Float32Array {
  const r = Math.max(1, Math.round(radius))
  const across = new Float32Array(source.length)
  const out = new Float32Array(source.length)
  for (let pass = 0; pass < 2; pass++) {
    boxRows(pass === 0 ? source : out, across, w, h, r, empty)
    boxColumns(across, out, w, h, r, empty)
  }
  return out
}

/** A plane at 1 / 2^shift of the size: wide blurs are computed on few pixels. */
export type SmallPlane = {
  readonly data: Float32Array
  readonly w: number
  readonly h: number
  readonly shift: number
}

/** The blur of a plane, kept small when the radius allows it; `radius` is in pixels of the source. */
export function blurSmall(source: Float32Array, w: number, h: number, radius: number, empty = false): SmallPlane {
  const shift = radius >= 28 ? 3 : radius >= 11 ? 2 : radius >= 3.4 ? 1 : 0
  if (shift === 0 || Math.min(w, h) < 16) return { data: blurPlane(source, w, h, radius, empty), w, h, shift: 0 }
  const sw = Math.ceil(w / (1 << shift))
  const sh = Math.ceil(h / (1 << shift))
  const small = shrink(source, w, h, shift, sw, sh)
  return { data: blurPlane(small, sw, sh, radius / (1 << shift), empty), w: sw, h: sh, shift }
}

/**
 * `blurPlane` for whole sheets: wide radii are blurred at a smaller size and scaled up, without a visible difference.
 */
export function blurSheet(source: Float32Array, w: number, h: number, radius: number): Float32Array {
  const small = blurSmall(source, w, h, radius)
  return small.shift === 0 ? small.data : enlarge(small, w, h)
}

function shrink(source: Float32Array, w: number, h: number, shift: number, sw: number, sh: number): Float32Array {
  const out = new Float32Array(sw * sh)
  const size = 1 << shift
  for (let y = 0; y < sh; y++) {
    const rows = Math.min(size, h - (y << shift))
    for (let dy = 0; dy < rows; dy++) {
      const from = ((y << shift) + dy) * w
      for (let x = 0; x < w; x++) out[y * sw + (x >> shift)] += source[from + x]
    }
    for (let x = 0; x < sw; x++) out[y * sw + x] /= rows * Math.min(size, w - (x << shift))
  }
  return out
}

function enlarge(plane: SmallPlane, w: number, h: number): Float32Array {
  const { data, shift } = plane
  const out = new Float32Array(w * h)
  const scale = 1 / (1 << shift)
  const left = new Int32Array(w)
  const share = new Float32Array(w)
  for (let x = 0; x < w; x++) {
    const sx = Math.max(0, Math.min(plane.w - 1, (x + 0.5) * scale - 0.5))
    left[x] = Math.min(plane.w - 2, Math.floor(sx))
    share[x] = sx - left[x]
  }
  for (let y = 0; y < h; y++) {
    const sy = Math.max(0, Math.min(plane.h - 1, (y + 0.5) * scale - 0.5))
    const iy = Math.min(plane.h - 2, Math.floor(sy))
    const fy = sy - iy
    const a = iy * plane.w
    const b = a + plane.w
    const row = y * w
    for (let x = 0; x < w; x++) {
      const ix = left[x]
      const fx = share[x]
      const top = data[a + ix] + (data[a + ix + 1] - data[a + ix]) * fx
      const low = data[b + ix] + (data[b + ix + 1] - data[b + ix]) * fx
      out[row + x] = top + (low - top) * fy
    }
  }
  return out
}

function boxRows(from: Float32Array, to: Float32Array, w: number, h: number, r: number, empty: boolean): void {
  for (let y = 0; y < h; y++) boxRun(from, to, y * w, 1, w, r, empty)
}

/** One running sum over `n` values that lie `step` apart. */
function boxRun(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  n: number,
  r: number,
  empty: boolean,
): void {
  const scale = 1 / (2 * r + 1)
  const end = start + (n - 1) * step
  const left = empty ? 0 : from[start]
  const right = empty ? 0 : from[end]
  let sum = left * r
  for (let k = 0; k < r; k++) sum += k < n ? from[start + k * step] : right
  // Three runs, so that the long middle one carries no test.
  const reach = r * step
  let at = start
  for (const stop = Math.min(end + step, start + reach); at < stop; at += step) {
    sum += at + reach <= end ? from[at + reach] : right
    to[at] = sum * scale
    sum -= left
  }
  for (; at + reach <= end; at += step) {
    sum += from[at + reach]
    to[at] = sum * scale
    sum -= from[at - reach]
  }
  for (; at <= end; at += step) {
    sum += right
    to[at] = sum * scale
    sum -= from[at - reach]
  }
}

/**
 * Blurs all three channels of an interleaved picture and returns a new one; one pass is a plain box. Works in bands of
 * rows: the scratch space stays small for any size of picture.
 */
export function blurColors(px: Float32Array, w: number, h: number, radius: number, passes = 2): Float32Array {
  const r = Math.max(1, Math.round(radius))
  const out = new Float32Array(px.length)
  const overlap = r * passes
  const band = Math.max(128, overlap * 4)
  for (let top = 0; top < h; top += band) {
    const from = Math.max(0, top - overlap)
    const to = Math.min(h, top + band + overlap)
    let rows = px.subarray(from * w * 3, to * w * 3)
    const across = new Float32Array(rows.length)
    for (let pass = 0; pass < passes; pass++) {
      for (let y = 0; y < to - from; y++) {
        for (let c = 0; c < 3; c++) boxRun(rows, across, y * w * 3 + c, 3, w, r, false)
      }
      const blurred = pass === 0 ? new Float32Array(rows.length) : rows
      boxColumns(across, blurred, w * 3, to - from, r, false)
      rows = blurred
    }
    out.set(rows.subarray((top - from) * w * 3, (Math.min(h, top + band) - from) * w * 3), top * w * 3)
  }
  return out
}

/** Whole rows at a time: walking columns one by one would miss the cache on every step. */
function boxColumns(from: Float32Array, to: Float32Array, w: number, h: number, r: number, empty: boolean): void {
  const scale = 1 / (2 * r + 1)
  const sums = new Float32Array(w)
  const rowAt = (y: number): number => (y >= 0 && y < h ? y * w : empty ? -1 : y < 0 ? 0 : (h - 1) * w)
  for (let y = -r; y <= r; y++) {
    const row = rowAt(y)
    if (row >= 0) for (let x = 0; x < w; x++) sums[x] += from[row + x]
  }
  for (let y = 0; y < h; y++) {
    const row = y * w
    const add = rowAt(y + r + 1)
    const drop = rowAt(y - r)
    if (add >= 0 && drop >= 0) {
      for (let x = 0; x < w; x++) {
        const sum = sums[x]
        to[row + x] = sum * scale
        sums[x] = sum + from[add + x] - from[drop + x]
      }
      continue
    }
    for (let x = 0; x < w; x++) {
      const sum = sums[x]
      to[row + x] = sum * scale
      sums[x] = sum + (add >= 0 ? from[add + x] : 0) - (drop >= 0 ? from[drop + x] : 0)
    }
  }
}
