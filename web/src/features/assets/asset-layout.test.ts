import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LaidImage, layOutAssets, paceBetween, rowsBetween } from './asset-layout.ts'

const image = (over: Partial<LaidImage> = {}): LaidImage => ({
  id: 'a',
  width: 1_024,
  height: 1_024,
  day: '2026-11-21',
  ...over,
})
const measures = { width: 1_000, rowHeight: 232, gap: 8 }
const lists = fc.array(
  fc.record({
    id: fc.uuid(),
    width: fc.integer({ min: 300, max: 2_400 }),
    height: fc.integer({ min: 300, max: 2_400 }),
    day: fc.constantFrom('2026-11-21', '2026-11-20', '2026-11-19'),
  }),
  { maxLength: 200 },
)
/** Days come in order, as the server sends them. */
const sorted = lists.map((images) => images.toSorted((a, b) => b.day.localeCompare(a.day)))

describe('the rows of the assets', () => {
  it('have a heading for each day, with its number of images', () => {
    const { rows } = layOutAssets([image(), image(), image({ day: '2026-11-20' })], measures)
    expect(rows.map((row) => (row.kind === 'day' ? [row.day, row.count] : row.images.length))).toEqual([
      ['2026-11-21', 2],
      2,
      ['2026-11-20', 1],
      1,
    ])
  })

  it('fill the width where there is enough, and crop nothing', () =>
    fc.assert(
      fc.property(sorted, (images) => {
        const { rows } = layOutAssets(images, measures)
        for (const row of rows) {
          if (row.kind === 'day') continue
          const last = row.images.at(-1)
          expect((last?.left ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(measures.width + 0.001)
          expect(row.height).toBeLessThanOrEqual(measures.rowHeight * 1.12 + 0.001)
          for (const { index, width } of row.images) {
            const { width: ownWidth = 1, height: ownHeight = 1 } = images[index] ?? {}
            expect(width / row.height).toBeCloseTo(ownWidth / ownHeight, 6)
          }
        }
      }),
    ))

  it('contain every image once, in order, without overlaps', () =>
    fc.assert(
      fc.property(sorted, (images) => {
        const { rows, height } = layOutAssets(images, measures)
        expect(rows.flatMap((row) => (row.kind === 'images' ? row.images.map(({ index }) => index) : []))).toEqual(
          images.map((_, index) => index),
        )
        let bottom = 0
        for (const row of rows) {
          expect(row.top).toBeGreaterThanOrEqual(bottom - 0.001)
          bottom = row.top + row.height
        }
        expect(height).toBeCloseTo(bottom, 3)
      }),
    ))

  it('are found by their height without a scan', () =>
    fc.assert(
      fc.property(sorted, fc.nat(5_000), fc.nat(2_000), (images, from, length) => {
        const { rows } = layOutAssets(images, measures)
        const wanted = rows.filter((row) => row.top + row.height >= from && row.top <= from + length)
        expect(rowsBetween(rows, from, from + length)).toEqual(wanted)
      }),
    ))
})

describe('the scroll speed of a list', () => {
  it.each([
    { name: 'half a screen in a second', top: -450, ms: 1_000, pace: 'calm' },
    { name: 'two screens in a second', top: -1_800, ms: 1_000, pace: 'calm' },
    { name: 'four screens a second, seen in one frame', top: -60, ms: 16, pace: 'quick' },
    { name: 'the same backwards', top: 60, ms: 16, pace: 'quick' },
    { name: 'a jump within a moment', top: -9_000, ms: 0, pace: 'quick' },
  ])('is $pace: $name', ({ top, ms, pace }) =>
    expect(paceBetween({ top: 0, atMs: 5_000 }, { top, atMs: 5_000 + ms }, 900)).toBe(pace),
  )

  it('is calm without a movement, whatever the time', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(), (top, ms) => {
        expect(paceBetween({ top, atMs: 0 }, { top, atMs: ms }, 900)).toBe('calm')
      }),
    )
  })
})
