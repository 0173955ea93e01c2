import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EditOperationShape } from '#contract/cards/edit.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { bringPictures } from '#server-testing/brought-in.ts'
import {
  bringPicture,
  edited,
  fileOf,
  maskPng,
  type OwnPicture,
  type Pixels,
  pixelAt,
  pixelsIn,
  resultOf,
  uploadMask,
} from '#server-testing/edits.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { formOf, sendForm } from '#server-testing/upload-form.ts'

const context = withTestServer()
const [width, height] = [120, 80]

/** A photograph as far as these tests need one: all pixels differ, with a red square in the middle. */
function photograph() {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isSubject = x >= 40 && x < 80 && y >= 20 && y < 60
      const noise = (x * 7 + y * 13) % 23
      const color = isSubject ? [200 + noise, 30 + noise, 30] : [40 + noise, 90 + noise, 140 + noise]
      data.set(color, (y * width + x) * 3)
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

let ada: TestClient
let photo: OwnPicture
let source: Pixels
beforeAll(async () => {
  ada = await signUp(context.server)
  photo = await bringPicture(context.server, ada, await photograph().png().toBuffer())
  source = await pixelsIn((await fileOf(ada, photo.imageId)).bytes)
})

const mask = async (isWhite: (x: number, y: number) => boolean, size = { width, height }) =>
  uploadMask(context.server, ada, await maskPng(size.width, size.height, isWhite))

/** Number of pixels that differ, where `where` says to look. */
function differing(one: Pixels, other: Pixels, where: (x: number, y: number) => boolean): number {
  let count = 0
  for (let y = 0; y < one.info.height; y++)
    for (let x = 0; x < one.info.width; x++)
      if (where(x, y) && pixelAt(one, x, y).join() !== pixelAt(other, x, y).join()) count++
  return count
}

describe('an edit on this machine', () => {
  it('is a branch of its own kind, free, with what was asked and what was used', async () => {
    const edit = { operation: 'crop', frame: { x: 10, y: 20, width: 60, height: 40 } } as const
    const card = await edited(ada, photo.imageId, edit)
    expect(card).toMatchObject({
      branchKind: 'edit',
      edit,
      executor: 'this-machine',
      model: 'This machine',
      prompt: 'Crop and straighten',
      parentImageId: photo.imageId,
      parentGenerationId: photo.generationId,
      price: 0,
      origin: 'made',
      editRecord: { maskId: null, maskBox: null, cropBox: null, strength: null },
      images: [{ width: 60, height: 40, status: 'completed' }],
    })
    expect(card.settings).toMatchObject({ aspectRatio: '3:2' })
  })

  it('crops to exactly the pixels in the frame', async () => {
    const frame = { x: 10, y: 20, width: 60, height: 40 }
    const result = await resultOf(ada, await edited(ada, photo.imageId, { operation: 'crop', frame }))
    for (const [x, y] of [
      [0, 0],
      [59, 39],
      [30, 20],
    ] as const)
      expect(pixelAt(result, x, y)).toEqual(pixelAt(source, x + 10, y + 20))
  })

  it('straightens by the angle of the frame', async () => {
    const frame = { x: 40, y: 20, width: 40, height: 40, angle: 90 }
    const result = await resultOf(ada, await edited(ada, photo.imageId, { operation: 'crop', frame }))
    // The upper left of the result is the upper right of the frame in the picture.
    expect(pixelAt(result, 0, 0)).toEqual(pixelAt(source, 79, 20))
    const turned = await edited(ada, photo.imageId, {
      operation: 'crop',
      frame: { x: 30, y: 20, width: 60, height: 40, angle: 5 },
    })
    expect((await resultOf(ada, turned)).info).toMatchObject({ width: 60, height: 40 })
  })

  it('extends with mirrored edges, and keeps the picture in it', async () => {
    const frame = { x: -10, y: 0, width: 142, height: 80 }
    const result = await resultOf(ada, await edited(ada, photo.imageId, { operation: 'extend', frame }))
    expect(result.info).toMatchObject({ width: 142, height: 80 })
    expect([pixelAt(result, 10, 5), pixelAt(result, 129, 79)]).toEqual([
      pixelAt(source, 0, 5),
      pixelAt(source, 119, 79),
    ])
    expect([pixelAt(result, 9, 5), pixelAt(result, 0, 5)]).toEqual([pixelAt(source, 0, 5), pixelAt(source, 9, 5)])
  })

  it('erases what is selected, and leaves every other pixel as it was', async () => {
    const inSpot = (x: number, y: number) => x >= 50 && x < 60 && y >= 30 && y < 38
    const maskUploadId = await mask(inSpot)
    const card = await edited(ada, photo.imageId, { operation: 'erase', maskUploadId, grow: 2, feather: 3 })
    const result = await resultOf(ada, card)
    const isNear = (x: number, y: number) => x >= 45 && x < 65 && y >= 25 && y < 43
    expect(differing(result, source, (x, y) => !isNear(x, y))).toBe(0)
    expect(differing(result, source, inSpot)).toBeGreaterThan(40)
    expect(card.editRecord?.maskBox).toEqual({ x: 50, y: 30, width: 10, height: 8 })
  })

  it('keeps the mask as a private picture of its owner: grey, black and white, of the picture’s size', async () => {
    const maskUploadId = await mask((x) => x < 30)
    const card = await edited(ada, photo.imageId, { operation: 'erase', maskUploadId })
    expect(card.edit?.maskUploadId).toBe(maskUploadId)
    const address = `/api/uploads/${card.editRecord?.maskId}/file`
    const bytes = Buffer.from(await (await ada.raw('GET', address)).arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', channels: 1, depth: 'uchar', width, height })
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(new Set(data)).toEqual(new Set([0, 255]))
    const bob = await signUp(context.server)
    expect((await bob.raw('GET', address)).status).toBe(404)
  })

  it('cuts a subject out of a rough selection, to a transparent PNG', async () => {
    const maskUploadId = await mask((x, y) => x >= 32 && x < 88 && y >= 12 && y < 68)
    const result = await resultOf(
      ada,
      await edited(ada, photo.imageId, { operation: 'remove-background', maskUploadId }),
    )
    expect(result.type).toBe('image/png')
    expect([pixelAt(result, 2, 2)[3], pixelAt(result, 34, 40)[3], pixelAt(result, 60, 14)[3]]).toEqual([0, 0, 0])
    expect(pixelAt(result, 60, 40)).toEqual(pixelAt(source, 60, 40))
  })

  it('cuts a subject out without a selection, and as an exact mask says', async () => {
    const cut = await resultOf(ada, await edited(ada, photo.imageId, { operation: 'remove-background' }))
    expect([pixelAt(cut, 2, 2)[3], pixelAt(cut, 60, 40)[3]]).toEqual([0, 255])
    // All of the edge belongs to the subject: only as an exact mask it is not read the other way round.
    const maskUploadId = await mask((x, y) => x >= 32 && x < 88 && y >= 12 && y < 68)
    const edit = { operation: 'remove-background', maskUploadId, maskUse: 'exact' } as const
    const exact = await resultOf(ada, await edited(ada, photo.imageId, edit))
    expect([pixelAt(exact, 2, 2)[3], pixelAt(exact, 60, 40)[3]]).toEqual([255, 0])
  })

  it('reads the background as well where that is what is white', async () => {
    const maskUploadId = await mask((x, y) => !(x >= 32 && x < 88 && y >= 12 && y < 68))
    const result = await resultOf(
      ada,
      await edited(ada, photo.imageId, { operation: 'remove-background', maskUploadId }),
    )
    expect([pixelAt(result, 2, 2)[3], pixelAt(result, 60, 40)[3]]).toEqual([0, 255])
  })

  it('adjusts, restyles and enlarges', async () => {
    const lighter = await resultOf(
      ada,
      await edited(ada, photo.imageId, { operation: 'adjust', adjustments: { light: 50 } }),
    )
    expect(pixelAt(lighter, 5, 5)[0]).toBeGreaterThan(pixelAt(source, 5, 5)[0] ?? 255)
    const grey = await resultOf(
      ada,
      await edited(ada, photo.imageId, { operation: 'restyle' }, { prompt: 'black and white' }),
    )
    expect(new Set(pixelAt(grey, 60, 40).slice(0, 3)).size).toBe(1)
    const card = await edited(ada, photo.imageId, { operation: 'upscale', factor: 2 })
    expect((await resultOf(ada, card)).info).toMatchObject({ width: 2 * width, height: 2 * height })
    expect(card.images[0]?.warnings).toEqual(['Enlarged without a model: it has no new detail.'])
  })

  it('is painted by Sketch where words say what is to be in the selection, and nowhere else', async () => {
    const inBox = (x: number, y: number) => x >= 10 && x < 30 && y >= 10 && y < 30
    const card = await edited(
      ada,
      photo.imageId,
      { operation: 'change', maskUploadId: await mask(inBox) },
      { prompt: 'a boat' },
    )
    expect([card.executor, card.model]).toEqual(['Sketch', 'Sketch'])
    const result = await resultOf(ada, card)
    expect(differing(result, source, (x, y) => !inBox(x, y))).toBe(0)
    expect(differing(result, source, inBox)).toBeGreaterThan(300)
  })

  it('can be edited again, from the pixels that are stored', async () => {
    const first = await edited(ada, photo.imageId, {
      operation: 'erase',
      maskUploadId: await mask((x, y) => x < 8 && y < 8),
    })
    const before = await resultOf(ada, first)
    const second = await edited(ada, first.images[0]?.id ?? '', {
      operation: 'erase',
      maskUploadId: await mask((x, y) => x > 110 && y > 70),
    })
    const after = await resultOf(ada, second)
    expect(differing(after, before, (x, y) => !(x > 110 && y > 70))).toBe(0)
    expect(second.parentGenerationId).toBe(first.id)
  })
})

describe('GET /api/edit-operations', () => {
  it('names who would do each operation now, and what would enable it', async () => {
    const { body } = await ada.send<{ items: EditOperationShape[] }>('GET', '/api/edit-operations')
    const found = Object.fromEntries(body.items.map(({ operation, executor, price }) => [operation, [executor, price]]))
    expect(found).toEqual({
      change: ['Sketch', 0],
      erase: ['this-machine', 0],
      extend: ['this-machine', 0],
      'replace-background': ['Sketch', 0],
      'remove-background': ['this-machine', 0],
      instruct: ['Sketch', 0],
      restyle: ['this-machine', 0],
      upscale: ['this-machine', 0],
      crop: ['this-machine', 0],
      adjust: ['this-machine', 0],
    })
    const cutOut = body.items.find(({ operation }) => operation === 'remove-background')
    expect(cutOut).toMatchObject({
      note: expect.stringMatching(/inside a box near the edges/),
      executors: [{ needsMask: false }],
    })
    const { body: models } = await ada.send<{ items: { name: string; edits: unknown[] }[] }>('GET', '/api/models')
    expect(models.items.find(({ name }) => name === 'Sketch')?.edits).toContainEqual({
      operation: 'change',
      price: 0,
      seconds: 2,
    })
    expect(models.items.map(({ name }) => name)).not.toContain('This machine')
  })
})

describe('an edit that can’t be made', () => {
  const frame = { x: 0, y: 0, width: 10, height: 10 }
  const refused = async (edit: unknown, more = {}, client = ada, imageId = photo.imageId) => {
    const { status, body } = await client.send('POST', '/api/generations', {
      parentImageId: imageId,
      count: 1,
      edit,
      ...more,
    })
    return [status, body.code, body.message] as const
  }

  it('is refused where its mask is empty, whole, or of another picture', async () => {
    const erase = async (maskUploadId: string) => refused({ operation: 'erase', maskUploadId })
    expect(await erase(await mask(() => false))).toEqual([
      422,
      'impossible',
      'The mask is empty. Paint white what is to change.',
    ])
    expect(await erase(await mask(() => true))).toEqual([
      422,
      'impossible',
      'The mask covers the whole picture. Leave out what is to stay.',
    ])
    const other = await mask((x) => x < 5, { width: 80, height: 120 })
    expect((await erase(other))[2]).toMatch(/80 × 120 pixels and the picture 120 × 80/)
    expect((await erase(await mask(() => true, { width: 1, height: 1 })))[0]).toBe(422)
  })

  it('is refused where its mask is a JPEG', async () => {
    const jpeg = await uploadMask(context.server, ada, await photograph().jpeg().toBuffer())
    expect(await refused({ operation: 'erase', maskUploadId: jpeg })).toEqual([
      422,
      'impossible',
      'The mask must be a PNG: other files blur its edges.',
    ])
  })

  it('returns 404 for an image or a mask of another user, and for an image as a mask', async () => {
    const bob = await signUp(context.server)
    const bobs = await uploadMask(context.server, bob, await maskPng(width, height, (x) => x < 5))
    expect((await refused({ operation: 'crop', frame }, {}, bob))[0]).toBe(404)
    expect((await refused({ operation: 'erase', maskUploadId: bobs }))[0]).toBe(404)
    expect((await refused({ operation: 'erase', maskUploadId: photo.imageId }))[0]).toBe(404)
  })

  it('is refused where the frame does not fit the picture', async () => {
    expect((await refused({ operation: 'crop', frame: { ...frame, x: 115 } }))[2]).toMatch(/5 pixels beyond/)
    expect((await refused({ operation: 'extend', frame }))[2]).toMatch(/Crop it instead/)
    expect(
      (await refused({ operation: 'extend', frame: { ...frame, x: -5, width: 16_384, height: 16_384 } }))[2],
    ).toMatch(/million/)
  })

  it('is refused where an enlargement would have more than 50 megapixels, with what to do, before anything is held', async () => {
    const flat = await sharp({ create: { width: 2_500, height: 2_500, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    const large = await bringPicture(context.server, ada, flat)
    const before = await ada.send('GET', '/api/credits')
    const [status, , message] = await refused({ operation: 'upscale', factor: 4 }, {}, ada, large.imageId)
    expect([status, message]).toEqual([
      422,
      'The result would have 10000 × 10000 pixels, 100 million. At most 50 million are possible. Enlarge it 2 times, or crop it first.',
    ])
    expect((await ada.send('GET', '/api/credits')).body).toEqual(before.body)
  })

  it('is another branch for each of two tabs that edit one picture at once', async () => {
    const [left, right] = await Promise.all([mask((x) => x < 10), mask((x) => x > 110)])
    const send = (maskUploadId: string) => edited(ada, photo.imageId, { operation: 'erase', maskUploadId })
    const cards = await Promise.all([send(left), send(right)])
    const [one, two] = await Promise.all(cards.map((card) => resultOf(ada, card)))
    expect(new Set(cards.map(({ id }) => id)).size).toBe(2)
    expect(new Set(cards.map(({ canvasX, canvasY }) => `${canvasX} ${canvasY}`)).size).toBe(2)
    for (const card of cards) expect(card).toMatchObject({ parentImageId: photo.imageId, branchKind: 'edit' })
    // Each has its own selection alone.
    if (!one || !two) throw new Error('A result is missing.')
    expect(differing(one, source, (x) => x > 40)).toBe(0)
    expect(differing(two, source, (x) => x < 80)).toBe(0)
  })

  it('is refused where the picture, its mask or its result would have 100 megapixels, with nothing stored', async () => {
    const side = { width: 10_000, height: 10_000 }
    const bomb = await sharp({ create: { ...side, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    const { body: project } = await ada.send<{ id: string }>('POST', '/api/projects', { title: 'Large' })
    const brought = await bringPictures(context.server, ada, { projectId: project.id, files: [['large.png', bomb]] })
    expect(brought.body.refused).toMatchObject([
      { name: 'large.png', message: expect.stringMatching(/10000 × 10000 pixels. At most 50 million/) },
    ])
    const upload = await sendForm(context.server, ada, formOf(bomb))
    expect([upload.status, upload.body]).toMatchObject([
      413,
      { message: expect.stringMatching(/10000 × 10000 pixels. At most 50 million/) },
    ])
    const large = { operation: 'extend', frame: { x: 0, y: 0, ...side } }
    expect((await refused(large))[2]).toMatch(/10000 × 10000 pixels, 100 million. At most 50 million/)
    const { body: board } = await ada.send<{ items: unknown[] }>('GET', `/api/projects/${project.id}/generations`)
    expect(board.items).toEqual([])
  })

  it('says who could do what a model can’t', async () => {
    expect(await refused({ operation: 'crop', frame }, { model: 'Sketch' })).toEqual([
      422,
      'impossible',
      "Sketch can't do 'Crop and straighten'. These can: This machine.",
    ])
    expect((await refused({ operation: 'instruct' }, { prompt: 'at night', model: 'this-machine' }))[2]).toMatch(
      /This machine can't do 'Change with words'. These can: Sketch/,
    )
    expect((await refused({ operation: 'restyle' }, { prompt: 'as an oil painting' }))[2]).toMatch(
      /there are these looks/,
    )
    expect((await refused({ operation: 'crop', frame }, { model: 'Gemini AI' }))[2]).toMatch(/Gemini AI can't do/)
  })

  it('makes nothing from words alone', async () => {
    const { status, body } = await ada.send('POST', '/api/generations', { prompt: 'a fox', model: 'this-machine' })
    expect([status, body.message]).toEqual([422, 'This machine edits pictures; it makes none from words.'])
  })

  it('returns 400 where it has a field that its operation does not use', async () => {
    expect((await refused({ operation: 'crop', frame, factor: 2 }))[0]).toBe(400)
    expect((await refused({ operation: 'instruct', strength: 1 }))[0]).toBe(400)
  })
})

describe('the number of images', () => {
  it('is one to four, four by default, each with its own seed, job and share of the price', async () => {
    const counts = await Promise.all(
      [undefined, 1, 3].map(async (count) => {
        const card = await ada.settled(await ada.generate({ prompt: 'a fox', ...(count && { count }) }))
        return card.images.length
      }),
    )
    expect(counts).toEqual([4, 1, 3])
  })

  it('is the same in the list, on the compact board and in an event', async () => {
    const card: GenerationShape = await ada.settled(await ada.generate({ prompt: 'two foxes', count: 2 }))
    const reply = await ada.raw('GET', `/api/projects/${card.projectId}/board`)
    const [, line = '[]'] = (await reply.text()).trim().split('\n')
    const [[, , , , , , , , , , , , , , extras]] = JSON.parse(line)
    expect(extras.images).toHaveLength(2)
  })
})
