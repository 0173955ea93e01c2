import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aspectRatios, pixelSize } from '#domain/models/aspect-ratio.ts'
import { cropToRatio } from '#domain/models/frame.ts'
import type { ImageProvider, Reference } from '#server/providers/provider.ts'
import { flatPicture } from '#server-testing/vendors/flat-picture.ts'
import type { VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { imageCall, imageRequest } from './image-request.ts'
import { type ProviderUnderTest, providerFailureOf } from './provider-under-test.ts'

type Running = () => { readonly fake: VendorFake; readonly provider: ImageProvider }

const kinds = ['enhance', 'remix', 'edit'] as const
const colours = ['#aa3939', '#aa8439', '#39aa5f', '#3972aa', '#7239aa', '#aa3985']
/** Begins as a GIF of many frames, which no vendor but one takes as it is, and ends in the middle of its header. */
const damagedPicture = () => Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(60_000_000)])
const side = { width: 64, height: 64 }

/** Which of the given pictures were sent, by their place among the given; whatever else was sent is -1. */
const placesOf = (sent: readonly Uint8Array[], given: readonly Buffer[]) =>
  sent.map((each) => given.findIndex((picture) => picture.equals(each)))

/** Parents and references reach the vendor as they are, or the answer says what was left out. */
export function describePictures(subject: ProviderUnderTest, running: Running): void {
  const takers = subject.models.filter(({ mostImagePrompts }) => mostImagePrompts > 0)
  if (takers.length === 0) return

  describe('with pictures:', () => {
    it.each(takers.flatMap((model) => kinds.map((kind) => ({ name: model.name, kind, model }))))(
      '$name is given the parent of a picture to $kind',
      async ({ model, kind }) => {
        const { fake, provider } = running()
        const image = await flatPicture(side, '#123456')
        const parent = { image, kind, prompt: 'a lighthouse' }
        const answer = await provider.generate(imageRequest(model, { parent }), imageCall())
        expect(placesOf(await subject.picturesIn(fake.lastCreate(), fake), [image])).toEqual([0])
        expect(answer.warnings).toEqual([])
      },
    )

    it.each(takers)('$name is asked for nothing when a picture is damaged, which is invalid', async (model) => {
      const { fake, provider } = running()
      const parent = { image: damagedPicture(), kind: 'remix', prompt: 'a lighthouse' } as const
      const failure = await providerFailureOf(provider.generate(imageRequest(model, { parent }), imageCall()))
      expect([failure.code, failure.health]).toEqual(['invalid', 'unknown'])
      expect(fake.creates()).toHaveLength(0)
    })

    it.each(takers)('$name is given as many references as it takes, of both roles', async (model) => {
      const { fake, provider } = running()
      const given = await Promise.all(
        Array.from({ length: Math.min(model.mostImagePrompts, colours.length) }, (_, index) =>
          flatPicture(side, colours[index]),
        ),
      )
      for (const role of ['content', 'look'] as const) {
        const references: Reference[] = given.map((bytes) => ({ bytes, role }))
        const answer = await provider.generate(imageRequest(model, { references }), imageCall())
        const places = placesOf(await subject.picturesIn(fake.lastCreate(), fake), given).toSorted()
        expect(places).not.toContain(-1)
        expect(places.length).toBeGreaterThan(0)
        // None is dropped in silence.
        expect(/left out/.test(answer.warnings.join())).toBe(places.length < given.length)
      }
    })

    it.each(takers)(
      '$name is given the parent first where there is no room for all, and that is said',
      async (model) => {
        const { fake, provider } = running()
        const image = await flatPicture(side, '#123456')
        const references = await Promise.all(
          Array.from({ length: model.mostImagePrompts }, async (_, index): Promise<Reference> => {
            const bytes = await flatPicture({ width: 64, height: 64 + index }, colours[index % colours.length])
            return { bytes, role: index % 2 === 0 ? 'content' : 'look' }
          }),
        )
        const parent = { image, kind: 'remix', prompt: 'a lighthouse' } as const
        const answer = await provider.generate(imageRequest(model, { parent, references }), imageCall())
        const given = [image, ...references.map(({ bytes }) => Buffer.from(bytes))]
        const places = placesOf(await subject.picturesIn(fake.lastCreate(), fake), given)
        expect(places).not.toContain(-1)
        expect(places).toContain(0)
        if (places.length < given.length) expect(answer.warnings.join()).toMatch(/left out/)
        else expect(answer.warnings).toEqual([])
      },
    )
  })
}

/**
 * Every ratio at every resolution: the fake has accepted the size that the request named, and has delivered just that; what
 * is left after the crop has the ratio within a pixel.
 */
export function describeFrames(subject: ProviderUnderTest, running: Running): void {
  const asked = subject.models.flatMap((model) =>
    (model.capabilities.supportsCustomRatios ? aspectRatios : (['1:1'] as const)).flatMap((aspectRatio) =>
      model.resolutions.map((resolution) => ({ name: model.name, model, aspectRatio, resolution })),
    ),
  )

  it.each(asked)(
    '$name paints $aspectRatio at $resolution in a frame of its own that the ratio is cropped from',
    async (each) => {
      const { provider } = running()
      const { model, aspectRatio, resolution } = each
      const answer = await provider.generate(imageRequest(model, { aspectRatio, resolution }), imageCall())
      const { width, height } = await sharp(answer.bytes).metadata()
      const exact = pixelSize(aspectRatio, resolution)
      const left = cropToRatio({ width, height }, exact) ?? { width, height }
      const ratio = exact.width / exact.height
      const offBy = Math.min(Math.abs(left.width - left.height * ratio), Math.abs(left.height - left.width / ratio))
      // A frame within half a percent is left as it is; every other one is cropped to the pixel.
      expect(offBy).toBeLessThan(Math.max(1, 0.005 * Math.max(left.width, left.height)))
      expect((left.width * left.height) / (width * height)).toBeGreaterThan(subject.leastKept ?? 0.7)
    },
  )
}
