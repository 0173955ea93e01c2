import { describe, expect, it } from 'vitest'
import { countInliers, createFingerprint, createFingerprintQuery, descriptorsOf } from './fingerprint.ts'
import { createIntegralImage, type GrayPicture, resizeGray } from './integral-image.ts'
import { detectKeypoints, maxKeypoints } from './keypoints.ts'

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
  resizeGray(createIntegralImage(picture), width, Math.round((width / picture.width) * picture.height))

const pictures = Array.from({ length: 5 }, (_, number) => drawn(number))
const copies = {
  'as it is': (picture: GrayPicture) => picture,
  'encoded again': (picture: GrayPicture) => noisy(picture, 12),
  'smaller than a half': (picture: GrayPicture) => sized(picture, 210),
  'cropped by a tenth': (picture: GrayPicture) => cropped(picture, 0.03, 0.07, 0.9),
  'cropped by a fifth at one corner': (picture: GrayPicture) => cropped(picture, 0.2, 0.2, 0.8),
  'cropped, smaller and encoded again': (picture: GrayPicture) => noisy(sized(cropped(picture, 0.1, 0, 0.85), 260), 8),
}

describe('countInliers', () => {
  const fingerprints = pictures.map(createFingerprint)

  it.each(Object.entries(copies))('recognizes a copy %s by its original alone', (_, copy) => {
    for (const [number, picture] of pictures.entries()) {
      const query = createFingerprintQuery(copy(picture))
      const counts = fingerprints.map((fingerprint) => countInliers(query, fingerprint))
      expect(counts.flatMap((count, other) => (count > 0 ? [other] : []))).toEqual([number])
      const descriptors = new Set(descriptorsOf(query))
      expect(fingerprints[number]?.keypoints.some(({ descriptor }) => descriptors.has(descriptor))).toBe(true)
    }
  })

  it('returns 0 where only a part of the picture is the same', () => {
    const [one, other] = pictures as [GrayPicture, GrayPicture]
    const half = {
      ...one,
      data: Array.from(one.data, (value, at) => (at % one.width < 200 ? value : (other.data[at] ?? 0))),
    }
    expect(countInliers(createFingerprintQuery(half), createFingerprint(one))).toBe(0)
  })
})

describe('detectKeypoints', () => {
  it('returns at most maxKeypoints, and none for a picture without detail', () => {
    const keypoints = detectKeypoints(sized(drawn(1), 256))
    expect(keypoints.length).toBeGreaterThan(10)
    expect(keypoints.length).toBeLessThanOrEqual(maxKeypoints)
    const plain = { data: new Float32Array(256 * 192).fill(128), width: 256, height: 192 }
    expect(detectKeypoints(plain)).toEqual([])
    expect(detectKeypoints({ data: [0], width: 1, height: 1 })).toEqual([])
    expect(countInliers(createFingerprintQuery(plain), createFingerprint(plain))).toBe(0)
  })
})

describe('createIntegralImage', () => {
  it('weights pixels at the edges of a box by their covered part', () => {
    const image = createIntegralImage({ data: [0, 100, 200, 40], width: 2, height: 2 })
    expect(image.mean(0, 0, 2, 2)).toBe(85)
    expect(image.meanOfPart(0.5, 0, 1, 1)).toBe(50)
    expect(image.meanOfPart(1, 0.5, 1, 1)).toBe(70)
    expect(Array.from(resizeGray(image, 1, 2).data)).toEqual([50, 120])
  })
})
