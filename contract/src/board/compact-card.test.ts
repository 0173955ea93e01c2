import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { imageFailures } from '#domain/errors.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import { imageSeed, maxSeed } from '#domain/generation/seed.ts'
import { generationStatus, imageStatuses } from '#domain/generation/status.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { branchKinds, type GenerationShape, generationShape } from '../cards/generation.ts'
import type { ImageShape } from '../cards/image.ts'
import { imageUrl } from '../cards/image-url.ts'
import { generation, image, uuid } from '../testing/builders.ts'
import { compactCardOf, type SlotPlace } from '../testing/compact-card-of.ts'
import { createBoardReader } from './board-reader.ts'
import { type BoardHeader, compactCard } from './compact-board.ts'
import { sheetSlotsOf } from './compact-card.ts'

const header = (generations: readonly GenerationShape[]): BoardHeader => ({
  projectId: uuid(1),
  seq: 7,
  count: generations.length,
  since: '2026-11-21T00:00:00.000Z',
  models: [...new Set(generations.flatMap(({ model }) => model ?? []))],
  sheets: [uuid(81), uuid(82)],
  frames: [],
  notes: [],
  purses: [],
})

/** A board written and read back: each list is one line; the indexes of cards continue over the lines. */
function sent(lines: readonly (readonly GenerationShape[])[]): GenerationShape[] {
  const context = header(lines.flat())
  const read = createBoardReader(context)
  const places = new Map<string, number>()
  return lines.flatMap((line) => {
    for (const { id } of line) places.set(id, places.size)
    const cards = line.map((card) => compactCardOf(card, [], { ...context, placeOf: (id) => places.get(id) }))
    return read(compactCard.array().parse(JSON.parse(JSON.stringify(cards))))
  })
}

const cardOf = (card: GenerationShape, slots: readonly (SlotPlace | null)[] = []) =>
  compactCardOf(card, slots, { ...header([card]), placeOf: (id) => (id === card.id ? 0 : undefined) })

const usualImage = (generationId: string, orderNum: number, over: Partial<ImageShape> = {}) => {
  const id = imageIdOf(generationId, orderNum)
  return image({
    id,
    generationId,
    orderNum,
    status: 'completed',
    imageUrl: imageUrl(id),
    averageColor: '#a0b1c2',
    seed: imageSeed(7, orderNum),
    ...over,
  })
}
const usual = (over: Partial<GenerationShape> = {}): GenerationShape => {
  const id = over.id ?? uuid(2)
  return generation({ status: 'completed', images: [0, 1, 2, 3].map((place) => usualImage(id, place)), ...over })
}

const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
const anyTime = times.map((time) => time.toISOString())
const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): string | null => `#${value.toString(16).padStart(6, '0')}`)
const nullable = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null })
const seeds = fc.integer({ min: 0, max: maxSeed })

const anyImage = fc.record({
  id: fc.uuid(),
  status: fc.constantFrom(...imageStatuses),
  imageUrl: nullable(fc.string()),
  width: fc.integer({ min: 1, max: 5_000 }),
  height: fc.integer({ min: 1, max: 5_000 }),
  averageColor: nullable(color),
  seed: seeds,
  attempt: fc.integer({ min: 1, max: 9 }),
  error: nullable(fc.record({ code: fc.constantFrom(...imageFailures), message: fc.string() })),
  feedback: fc.uniqueArray(fc.constantFrom(...feedbackTypes)),
  warnings: fc.array(fc.string(), { maxLength: 2 }),
  sensitive: nullable(fc.constantFrom('hidden' as const, 'shown' as const)),
  createdAt: anyTime,
})

const anyGeneration: fc.Arbitrary<GenerationShape> = fc
  .record({
    id: fc.uuid(),
    parentGenerationId: nullable(fc.uuid()),
    parentImageId: nullable(fc.oneof(fc.uuid(), fc.integer({ min: 0, max: 3 }))),
    branchKind: nullable(fc.constantFrom(...branchKinds)),
    prompt: fc.string({ unit: 'grapheme' }),
    model: fc.string(),
    settings: fc.record({
      style: nullable(fc.uuid()),
      aspectRatio: fc.constantFrom(...aspectRatios),
      resolution: fc.constantFrom(...resolutions),
      rawMode: fc.boolean(),
      seed: seeds,
    }),
    imagePrompts: fc.array(fc.uuid(), { maxLength: 3 }),
    styleReferences: fc.array(fc.uuid(), { maxLength: 3 }),
    canvasX: fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value + 0),
    canvasY: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    isCollapsed: fc.boolean(),
    price: fc.nat(10_000),
    createdAt: anyTime,
    images: fc.array(fc.oneof(anyImage, fc.constant(null)), { maxLength: 6 }),
  })
  .map(({ images: someImages, parentImageId, ...card }) => {
    const images = someImages.map((any, orderNum) =>
      any ? image({ ...any, generationId: card.id, orderNum }) : usualImage(card.id, orderNum),
    )
    return generation({
      ...card,
      parentImageId:
        typeof parentImageId === 'number'
          ? imageIdOf(card.parentGenerationId ?? card.id, parentImageId)
          : parentImageId,
      images,
      status: generationStatus(images.map(({ status }) => status)),
    })
  })

describe('a compact card', () => {
  it('contains no ids, sizes, seeds or addresses of images without exceptions', () => {
    const card = cardOf(usual())
    expect(card).toEqual([
      uuid(2),
      0,
      -1,
      36_000_000,
      10_000,
      10_000,
      'a red fox',
      0,
      4,
      0,
      7,
      'a0b1c2a0b1c2a0b1c2a0b1c2',
      -1,
      0,
    ])
    expect(sent([[usual()]])).toEqual([usual()])
  })

  it('lists exceptions for the image that has them, and for no other', () => {
    const images = [0, 1, 2, 3].map((place) => usualImage(uuid(2), place, place === 1 ? { feedback: ['star'] } : {}))
    expect(cardOf(usual({ images }))[14]).toEqual({ images: [null, { feedback: ['star'] }, null, null] })
  })

  it('is read back as the same generation, from the first line alone and from all lines', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyGeneration, { selector: ({ id }) => id, minLength: 1, maxLength: 6 }), (cards) => {
        for (const card of cards) expect(() => generationShape.parse(card)).not.toThrow()
        const [first, ...others] = cards.map((card, index) =>
          index % 2 === 0 ? card : { ...card, parentGenerationId: cards[index - 1]?.id ?? null },
        )
        if (!first) return
        expect(sent([[first], others])).toEqual([first, ...others])
      }),
    )
  })

  it('refers to a parent in a later line by its id, and to any other by its index', () => {
    const parent = usual({ id: uuid(20) })
    const child = usual({ parentGenerationId: parent.id, parentImageId: imageIdOf(parent.id, 2) })
    expect(cardOf(child)[14]).toEqual({ parentGenerationId: parent.id, parentImage: 2 })
    expect(sent([[child], [parent]])).toEqual([child, parent])
    expect(sent([[child, parent]])).toEqual([child, parent])
  })
})

describe('the sheets of a compact card', () => {
  const { sheets } = header([])
  const slotsOf = (...slots: (SlotPlace | null)[]) => sheetSlotsOf(cardOf(usual(), slots), { sheets })

  it('are one number each where the slots of the images are consecutive', () => {
    const row: SlotPlace[] = [
      [1, 40],
      [1, 41],
      [1, 42],
      [1, 43],
    ]
    expect(cardOf(usual(), row).slice(12)).toEqual([1, 40])
    expect(slotsOf(...row)).toEqual([40, 41, 42, 43].map((slot) => ({ sheetId: uuid(82), slot })))
  })

  it('are listed image by image where the slots are not consecutive', () =>
    expect(slotsOf([0, 3], null, [1, 0], [1, 1])).toEqual([
      { sheetId: uuid(81), slot: 3 },
      null,
      { sheetId: uuid(82), slot: 0 },
      { sheetId: uuid(82), slot: 1 },
    ]))

  it('are none where no image is in a sheet', () => expect(slotsOf()).toEqual([null, null, null, null]))
})
