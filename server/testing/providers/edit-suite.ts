import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EditOperation, type EditRequest, needsWords } from '#domain/edit/operation.ts'
import type { Model } from '#domain/models/model.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import { paintedColor } from '#server-testing/vendors/painted-edit.ts'
import type { Asked, Scene, VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { editRequest, givenColor, givenSize, isSelected } from './edit-request.ts'
import { imageCall } from './image-request.ts'
import { providerFailureOf } from './provider-under-test.ts'

/** An adapter that edits pictures, and the fake of its vendor, which paints where it understood 'change'. */
export type EditorUnderTest = {
  readonly name: string
  startFake(): Promise<VendorFake>
  createProvider(fake: VendorFake): ImageProvider
  /** The models of the catalogue that edit through it. */
  readonly models: readonly Model[]
  /** The operations that the vendor takes with a mask; the others have words or numbers alone. */
  readonly masked: readonly EditOperation[]
  /** The picture that is edited, as the vendor received it. */
  pictureIn(create: Asked, fake: VendorFake): Promise<Uint8Array>
  /** The words that the vendor received; null where it takes none for this operation. */
  wordsIn(create: Asked, operation: EditOperation): Promise<string | null>
  /** Every way in which the vendor refuses an edit. */
  readonly refusals: readonly Scene[]
  /** How far a color may be off: 2 where the vendor delivers PNG, more where it delivers JPEG. */
  readonly tolerance?: number
}

const frame = { x: -64, y: 0, width: 896, height: 512 }
const asked: Readonly<Record<EditOperation, EditRequest>> = {
  change: { operation: 'change', maskUploadId: 'm' },
  erase: { operation: 'erase', maskUploadId: 'm' },
  extend: { operation: 'extend', frame },
  'replace-background': { operation: 'replace-background' },
  'remove-background': { operation: 'remove-background' },
  instruct: { operation: 'instruct' },
  restyle: { operation: 'restyle' },
  upscale: { operation: 'upscale', factor: 2 },
  crop: { operation: 'crop', frame },
  adjust: { operation: 'adjust', adjustments: { light: 10 } },
}
const words = 'a green wooden door'

/** Places inside and outside of the selection: every corner, and where a turned or mirrored selection would lie. */
const { width, height } = givenSize
const probes = [
  [96, 60],
  [96, 300],
  [300, 290],
  [8, 8],
  [width - 96, 60],
  [96, height - 60],
  [width - 96, height - 60],
  [width - 300, 290],
  [300, 150],
  [60, 290],
  [width - 8, height - 8],
] as const

async function colorsOf(bytes: Uint8Array): Promise<(x: number, y: number) => number[]> {
  const { data, info } = await sharp(bytes)
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (x, y) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
}

const distance = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? 0))))

/** The contract of every adapter that edits: the mask, the picture and the words arrive as the vendor reads them. */
export function describeEdits(subject: EditorUnderTest): void {
  const { tolerance = 2 } = subject
  const cases = subject.models.flatMap((model) =>
    (Object.keys(model.edits ?? {}) as EditOperation[]).map((operation) => ({ name: model.name, model, operation })),
  )
  const isMasked = (operation: EditOperation) => subject.masked.includes(operation)

  describe(`${subject.name} as an editor`, () => {
    let fake: VendorFake
    let provider: ImageProvider
    beforeEach(async () => {
      fake = await subject.startFake()
      provider = subject.createProvider(fake)
    })
    afterEach(async () => {
      await provider.close?.()
      await fake.stop()
    })
    const edit = async ({ model, operation }: (typeof cases)[number]) => {
      const request = await editRequest(model, asked[operation], { masked: isMasked(operation), words })
      return provider.generate(request, imageCall())
    }

    it.each(cases)('$name receives the picture of $operation upright, whole and in its colors', async (each) => {
      await edit(each)
      const sent = await subject.pictureIn(fake.lastCreate(), fake)
      const metadata = await sharp(sent).metadata()
      expect([metadata.width, metadata.height, metadata.orientation ?? 1]).toEqual([width, height, 1])
      const colorAt = await colorsOf(sent)
      for (const [x, y] of probes) expect(distance(colorAt(x, y), givenColor(x, y))).toBeLessThanOrEqual(tolerance)
    })

    it.each(cases.filter(({ operation }) => isMasked(operation)))(
      '$name changes for $operation what is selected, and nothing else',
      async (each) => {
        const answer = await edit(each)
        const colorAt = await colorsOf(answer.bytes)
        for (const [x, y] of probes) {
          const expected = isSelected(x, y) ? paintedColor : givenColor(x, y)
          expect([x, y, distance(colorAt(x, y), expected) <= tolerance]).toEqual([x, y, true])
        }
      },
    )

    it.each(cases.filter(({ operation }) => needsWords(operation, { hasStyle: false })))(
      '$name receives the words of $operation',
      async (each) => {
        await edit(each)
        expect(await subject.wordsIn(fake.lastCreate(), each.operation)).toContain(words)
      },
    )

    it.each(subject.refusals)('reports a refused edit as such: %s', async (scene) => {
      const [first] = cases
      if (!first) throw new Error('There is no model that edits.')
      fake.play(scene)
      expect((await providerFailureOf(edit(first))).code).toBe('refused')
    })

    it('asks once for each candidate', async () => {
      const [first] = cases
      if (!first) throw new Error('There is no model that edits.')
      await edit(first)
      expect(fake.creates()).toHaveLength(1)
    })
  })
}
