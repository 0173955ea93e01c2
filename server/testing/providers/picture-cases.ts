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
const colors = ['#aa3939', '#aa8439', '#39aa5f', '#3972aa', '#7239aa', '#aa3985']
/** A GIF of many frames, which only one vendor accepts, truncated in the middle of its header. */
const damagedPicture = Buffer.alloc(60_000_006)
damagedPicture.write('GIF89a')
const side = { width: 64, height: 64 }

/** The sent pictures as indexes of the given ones; -1 for any other picture. */
const placesOf = (sent: readonly Uint8Array[], given: readonly Buffer[]) =>
  sent.map((each) => given.findIndex((picture) => picture.equals(each)))

/** Checks that parents and references reach the vendor unchanged, or that a warning names what was left out. */
export function describePictures(subject: ProviderUnderTest, running: Running): void {
  const takers = subject.models.filter(({ mostImagePrompts }) => mostImagePrompts > 0)
  if (takers.length === 0) return

  describe('pictures sent to a provider:', () => {
    it.each(takers.flatMap((model) => kinds.map((kind) => ({ name: model.name, kind, model }))))(
      '$name receives the parent of a picture to $kind',
      async ({ model, kind }) => {
        const { fake, provider } = running()
        const image = await flatPicture(side, '#123456')
        const parent = { image, kind, prompt: 'a lighthouse' }
        const answer = await provider.generate(imageRequest(model, { parent }), imageCall())
        expect(placesOf(await subject.picturesIn(fake.lastCreate(), fake), [image])).toEqual([0])
        expect(answer.warnings).toEqual([])
      },
    )

    it.each(takers)('$name receives no request when a picture is damaged, which is invalid', async (model) => {
      const { fake, provider } = running()
      const parent = { image: damagedPicture, kind: 'remix', prompt: 'a lighthouse' } as const
      const failure = await providerFailureOf(provider.generate(imageRequest(model, { parent }), imageCall()))
      expect([failure.code, failure.health]).toEqual(['invalid', 'unknown'])
      expect(fake.creates()).toHaveLength(0)
    })

    it.each(takers)('$name receives as many references as it supports, of both roles', async (model) => {
      const { fake, provider } = running()
      const given = await Promise.all(
        Array.from({ length: Math.min(model.mostImagePrompts, colors.length) }, (_, index) =>
          flatPicture(side, colors[index]),
        ),
      )
      for (const role of ['content', 'look'] as const) {
        const references: Reference[] = given.map((bytes) => ({ bytes, role }))
        const answer = await provider.generate(imageRequest(model, { references }), imageCall())
        const places = placesOf(await subject.picturesIn(fake.lastCreate(), fake), given).toSorted()
        expect(places).not.toContain(-1)
        expect(places.length).toBeGreaterThan(0)
        // None is dropped without a warning.
        expect(/left out/.test(answer.warnings.join())).toBe(places.length < given.length)
      }
    })

    it.each(takers)('$name receives the parent first where there is no room for all, with a warning', async (model) => {
      const { fake, provider } = running()
      const image = await flatPicture(side, '#123456')
      const references = await Promise.all(
        Array.from({ length: model.mostImagePrompts }, async (_, index): Promise<Reference> => {
          const bytes = await flatPicture({ width: 64, height: 64 + index }, colors[index % colors.length])
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
    })
  })
}

/**
 * Every ratio at every resolution: the fake has accepted the requested size and delivered exactly that; after the crop
 * the ratio is right within a pixel. One fake and one adapter for all of them.
 */
export function describeFrames(subject: ProviderUnderTest, running: Running): void {
  it.each(subject.models)(
    '$name delivers every ratio at every resolution in a frame from which the ratio is cropped',
    async (model) => {
      const ratios = model.capabilities.supportsCustomRatios ? aspectRatios : (['1:1'] as const)
      for (const aspectRatio of ratios)
        for (const resolution of model.resolutions) {
          const answer = await running().provider.generate(
            imageRequest(model, { aspectRatio, resolution }),
            imageCall(),
          )
          const { width, height } = await sharp(answer.bytes).metadata()
          const exact = pixelSize(aspectRatio, resolution)
          const cropped = cropToRatio({ width, height }, exact) ?? { width, height }
          const ratio = exact.width / exact.height
          const offBy = Math.min(
            Math.abs(cropped.width - cropped.height * ratio),
            Math.abs(cropped.height - cropped.width / ratio),
          )
          const frame = `${aspectRatio} at ${resolution}: ${width} × ${height}`
          // A frame within half a percent is not cropped; every other one is cropped to the pixel.
          expect(offBy, frame).toBeLessThan(Math.max(1, 0.005 * Math.max(cropped.width, cropped.height)))
          expect((cropped.width * cropped.height) / (width * height), frame).toBeGreaterThan(subject.minKept ?? 0.7)
        }
    },
  )
}
