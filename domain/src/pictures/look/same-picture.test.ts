import { describe, expect, it } from 'vitest'
import { type GrayPicture, meansOf, resized } from './gray-picture.ts'
import { findLandmarks, maxLandmarks } from './landmarks.ts'
import { askedPicture, countAgreeing, traceOf, wordsOf } from './same-picture.ts'

/** A picture of overlapping boxes and discs of any lightness, as different from others as its number. */
function drawn(number: number, width = 480, height = 360): GrayPicture {
  let state = number * 7_919 + 1
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state / 2 ** 32) * below
  }
  const data = new Float32Array(width * height).fill(next(255))
  for (let shape = 0; shape < 60; shape++) {
    const [x, y, radius, lightness, isDisc] = [next(width), next(height), 8 + next(50), next(255), next(2) < 1]
    for (let dy = -radius; dy < radius; dy++)
      for (let dx = -radius; dx < radius; dx++) {
        const [atX, atY] = [Math.floor(x + dx), Math.floor(y + dy)]
        const isIn = !isDisc || dx * dx + dy * dy < radius * radius
        if (isIn && atX >= 0 && atX < width && atY >= 0 && atY < height) data[atY * width + atX] = lightness
      }
  }
  return { data, width, height }
}

function cropped({ data, width, height }: GrayPicture, left: number, top: number, share: number): GrayPicture {
  const [w, h] = [Math.floor(width * share), Math.floor(height * share)]
  const [x, y] = [Math.floor(left * width), Math.floor(top * height)]
  const part = Array.from({ length: w * h }, (_, at) => data[(y + Math.floor(at / w)) * width + x + (at % w)] ?? 0)
  return { data: part, width: w, height: h }
}

/** As a lossy format leaves it: every value is off by up to this much. */
const noisy = ({ data, ...size }: GrayPicture, by: number): GrayPicture => ({
  ...size,
  data: Array.from(data, (value, at) => Math.min(255, Math.max(0, value + (((at * 7_919) % 17) / 8 - 1) * by))),
})

const sized = (picture: GrayPicture, width: number) =>
  resized(meansOf(picture), width, Math.round((width / picture.width) * picture.height))

const pictures = Array.from({ length: 5 }, (_, number) => drawn(number))
const copies = {
  'as it is': (picture: GrayPicture) => picture,
  'encoded again': (picture: GrayPicture) => noisy(picture, 12),
  'smaller than a half': (picture: GrayPicture) => sized(picture, 210),
  'cropped by a tenth': (picture: GrayPicture) => cropped(picture, 0.03, 0.07, 0.9),
  'cropped by a fifth at one corner': (picture: GrayPicture) => cropped(picture, 0.2, 0.2, 0.8),
  'cropped, smaller and encoded again': (picture: GrayPicture) => noisy(sized(cropped(picture, 0.1, 0, 0.85), 260), 8),
}

describe('a copy of a picture', () => {
  const traces = pictures.map(traceOf)

  it.each(Object.entries(copies))('is known %s, and is none of another picture', (_, copy) => {
    for (const [number, picture] of pictures.entries()) {
      const asked = askedPicture(copy(picture))
      const counts = traces.map((trace) => countAgreeing(asked, trace))
      expect(counts.flatMap((count, other) => (count > 0 ? [other] : []))).toEqual([number])
      const words = new Set(wordsOf(asked))
      expect(traces[number]?.landmarks.some(({ word }) => words.has(word))).toBe(true)
    }
  })

  it('is not known where only a part of it is the same', () => {
    const [one, other] = pictures as [GrayPicture, GrayPicture]
    const half = {
      ...one,
      data: Array.from(one.data, (value, at) => (at % one.width < 200 ? value : (other.data[at] ?? 0))),
    }
    expect(countAgreeing(askedPicture(half), traceOf(one))).toBe(0)
  })
})

describe('landmarks', () => {
  it('are at most as many as are stored, and none where there is no detail', () => {
    const found = findLandmarks(sized(drawn(1), 256))
    expect(found.length).toBeGreaterThan(10)
    expect(found.length).toBeLessThanOrEqual(maxLandmarks)
    const plain = { data: new Float32Array(256 * 192).fill(128), width: 256, height: 192 }
    expect(findLandmarks(plain)).toEqual([])
    expect(findLandmarks({ data: [0], width: 1, height: 1 })).toEqual([])
    expect(countAgreeing(askedPicture(plain), traceOf(plain))).toBe(0)
  })
})

describe('the means of a picture', () => {
  it('count a part of a pixel in part', () => {
    const means = meansOf({ data: [0, 100, 200, 40], width: 2, height: 2 })
    expect(means.of(0, 0, 2, 2)).toBe(85)
    expect(means.of(0.5, 0, 1, 1)).toBe(50)
    expect(means.of(1, 0.5, 1, 1)).toBe(70)
    expect(Array.from(resized(means, 1, 2).data)).toEqual([50, 120])
  })
})
