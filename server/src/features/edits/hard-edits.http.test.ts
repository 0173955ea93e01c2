import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EditOperationShape } from '#contract/cards/edit.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { localModels } from '#domain/local-models/catalogue.ts'
import type { LocalTool } from '#domain/local-models/local-model.ts'
import type { CutOutPicture } from '#engine/task.ts'
import {
  type LocalTools,
  noLocalTools,
  ToolFailure,
  type ToolInputs,
} from '#server/providers/local/onnx/local-tools.ts'
import {
  bringPicture,
  edited,
  fileOf,
  maskPng,
  type OwnPicture,
  pixelAt,
  pixelsIn,
  resultOf,
  uploadMask,
} from '#server-testing/edits.ts'
import { serverInTest } from '#server-testing/server-in-test.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { jobs } from '../../db/schema/jobs.ts'

const context = withTestServer()
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

/** 60 × 40: red on the left, blue on the right, a white line along the top. */
function flag(): Buffer {
  const data = Buffer.alloc(60 * 40 * 3)
  for (let y = 0; y < 40; y++)
    for (let x = 0; x < 60; x++)
      data.set(y < 4 ? [250, 250, 250] : x < 30 ? [220, 30, 30] : [30, 30, 220], (y * 60 + x) * 3)
  return data
}
const raw = { raw: { width: 60, height: 40, channels: 3 } } as const
const corner = (x: number, y: number) => x < 10 && y < 10

describe('an edit of a picture of any kind', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('of orientation %i works on it as it is seen', async (orientation) => {
    const bytes = await sharp(flag(), raw)
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .withMetadata({ orientation })
      .toBuffer()
    const photo = await bringPicture(context.server, ada, bytes)
    const seen = await pixelsIn(bytes)
    const { width, height } = seen.info
    const frame = { x: width - 12, y: height - 10, width: 12, height: 10 }
    const result = await resultOf(ada, await edited(ada, photo.imageId, { operation: 'crop', frame }))
    const near = pixelAt(result, 6, 5).map((value, channel) =>
      Math.abs(value - (pixelAt(seen, width - 6, height - 5)[channel] ?? 0)),
    )
    expect(Math.max(...near)).toBeLessThan(12)
    const mask = await uploadMask(context.server, ada, await maskPng(width, height, corner))
    const card = await edited(ada, photo.imageId, { operation: 'erase', maskUploadId: mask })
    expect((await resultOf(ada, card)).info).toMatchObject({ width, height })
  })

  it('keeps the pixels of a JPEG by storing a PNG, and those of a WebP by storing a lossless one', async () => {
    for (const [format, type] of [
      ['jpeg', 'image/png'],
      ['webp', 'image/webp'],
      ['png', 'image/png'],
    ] as const) {
      const bytes = await sharp(flag(), raw).toFormat(format, { quality: 80 }).toBuffer()
      const photo = await bringPicture(context.server, ada, bytes)
      const source = await pixelsIn((await fileOf(ada, photo.imageId)).bytes)
      const mask = await uploadMask(context.server, ada, await maskPng(60, 40, corner))
      const result = await resultOf(ada, await edited(ada, photo.imageId, { operation: 'erase', maskUploadId: mask }))
      expect(result.type).toBe(type)
      for (const [x, y] of [
        [10, 0],
        [0, 10],
        [59, 39],
        [30, 20],
      ] as const)
        expect(pixelAt(result, x, y)).toEqual(pixelAt(source, x, y))
    }
  })

  it('stays a JPEG where every pixel is new', async () => {
    const photo = await bringPicture(context.server, ada, await sharp(flag(), raw).jpeg().toBuffer())
    const card = await edited(ada, photo.imageId, { operation: 'adjust', adjustments: { light: 20 } })
    expect((await resultOf(ada, card)).type).toBe('image/jpeg')
  })

  it('keeps transparency, in the file, its thumbnails and its download', async () => {
    const clear = await sharp({
      create: { width: 60, height: 40, channels: 4, background: { r: 0, g: 90, b: 0, alpha: 0.5 } },
    })
      .png()
      .toBuffer()
    const photo = await bringPicture(context.server, ada, clear)
    const steps = [
      { operation: 'crop', frame: { x: 0, y: 0, width: 50, height: 40 } },
      { operation: 'adjust', adjustments: { saturation: 30 } },
      { operation: 'upscale', factor: 2 },
      { operation: 'extend', frame: { x: -10, y: 0, width: 120, height: 80 } },
    ] as const
    let imageId = photo.imageId
    for (const step of steps) {
      const card = await edited(ada, imageId, step)
      expect(pixelAt(await resultOf(ada, card), 5, 5)[3]).toBe(128)
      imageId = card.images[0]?.id ?? ''
    }
    for (const address of ['file?size=64', 'file?size=256', 'history']) {
      const reply = await ada.raw('GET', `/api/images/${imageId}/${address}`)
      const { data } = await pixelsIn(Buffer.from(await reply.arrayBuffer()))
      expect([reply.status, Math.abs((data[3] ?? 0) - 128) < 3]).toEqual([200, true])
    }
  })

  it('of CMYK and of many frames is one of what is seen of it', async () => {
    const cmyk = await sharp(flag(), raw).toColourspace('cmyk').jpeg().toBuffer()
    const png = await sharp(flag(), raw).png().toBuffer()
    const frames = await sharp([png, png], { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    for (const bytes of [cmyk, frames]) {
      const photo = await bringPicture(context.server, ada, bytes)
      const card = await edited(ada, photo.imageId, {
        operation: 'crop',
        frame: { x: 30, y: 10, width: 20, height: 20 },
      })
      const [red = 0, , blue = 0] = pixelAt(await resultOf(ada, card), 10, 10)
      expect(blue).toBeGreaterThan(red)
    }
  })

  it('of one pixel is made where there is something to make', async () => {
    const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#c04020' } })
      .png()
      .toBuffer()
    const photo = await bringPicture(context.server, ada, dot)
    const upscaled = await edited(ada, photo.imageId, { operation: 'upscale', factor: 4 })
    expect((await resultOf(ada, upscaled)).info).toMatchObject({ width: 4, height: 4 })
    const extended = await edited(ada, photo.imageId, {
      operation: 'extend',
      frame: { x: -3, y: -3, width: 7, height: 7 },
    })
    expect(pixelAt(await resultOf(ada, extended), 0, 6)).toEqual([0xc0, 0x40, 0x20, 255])
    const cropped = await edited(ada, photo.imageId, { operation: 'crop', frame: { x: 0, y: 0, width: 1, height: 1 } })
    expect(cropped.status).toBe('completed')
    const refused = await ada.send('POST', '/api/generations', {
      parentImageId: photo.imageId,
      edit: {
        operation: 'erase',
        maskUploadId: await uploadMask(context.server, ada, await maskPng(1, 1, () => true)),
      },
    })
    expect(refused.body.message).toMatch(/covers the whole picture/)
  })

  it('of a picture that is hidden is hidden too', async () => {
    const photo = await bringPicture(context.server, ada, await sharp(flag(), raw).png().toBuffer())
    await context.server.database.system.execute(
      sql`update generated_images set sensitive = 'hidden' where id = ${photo.imageId}`,
    )
    const card = await edited(ada, photo.imageId, { operation: 'crop', frame: { x: 0, y: 0, width: 9, height: 9 } })
    expect(card.images[0]).toMatchObject({ status: 'completed', sensitive: 'hidden', warnings: [] })
  })

  it('of a damaged file fails with a sentence, and nothing else', async () => {
    const photo = await bringPicture(context.server, ada, await sharp(flag(), raw).png().toBuffer())
    const { rows } = await context.server.database.system.execute<{ key: string }>(
      sql`select storage_key as key from generated_images where id = ${photo.imageId}`,
    )
    const key = rows[0]?.key ?? ''
    const bytes = await context.server.storage.get(key)
    await context.server.storage.put(key, (bytes ?? new Uint8Array()).subarray(0, 60))
    const card = await edited(ada, photo.imageId, { operation: 'adjust', adjustments: { light: 10 } })
    expect(card.images).toMatchObject([
      {
        status: 'failed',
        error: { code: 'invalid', message: 'The picture is damaged, or is none that can be opened.' },
      },
    ])
  })
})

describe('an edit that is asked for', () => {
  const edit = { operation: 'crop', frame: { x: 0, y: 0, width: 20, height: 20 } } as const
  let photo: OwnPicture
  beforeAll(async () => {
    photo = await bringPicture(context.server, ada, await sharp(flag(), raw).png().toBuffer())
  })

  it('twice with one key is made once', async () => {
    const body = { parentImageId: photo.imageId, count: 1, edit }
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [
      await ada.send<GenerationShape>('POST', '/api/generations', body, headers),
      await ada.send<GenerationShape>('POST', '/api/generations', body, headers),
    ]
    expect([first.status, second.status, second.body.id]).toEqual([202, 202, first.body.id])
  })

  it('of an image in the trash, or of one that is not there yet, is refused', async () => {
    const other = await bringPicture(context.server, ada, await sharp(flag(), raw).png().toBuffer())
    await ada.send('DELETE', `/api/generations/${other.generationId}`)
    const { status } = await ada.send('POST', '/api/generations', { parentImageId: other.imageId, edit })
    expect(status).toBe(404)
  })

  it('is cancelled while it waits', async () => {
    const web = await open({ variables: { ROLES: 'web' } })
    const eve = await signUp(web)
    const own = await bringPicture(web, eve, await sharp(flag(), raw).png().toBuffer())
    const card = await eve.generate({ parentImageId: own.imageId, count: 2, edit })
    await eve.send('POST', `/api/generations/${card.id}/cancel`)
    expect((await eve.settled(card)).status).toBe('cancelled')
  })

  it('is made by another worker where the first one is killed in the middle', async () => {
    const web = await open({ variables: { ROLES: 'web' } })
    const eve = await signUp(web)
    const own = await bringPicture(web, eve, await sharp(flag(), raw).png().toBuffer())
    const card = await eve.generate({ parentImageId: own.imageId, count: 1, edit })
    await web.database.system
      .update(jobs)
      .set({ state: 'running', worker: randomUUID(), claims: 1, leaseUntil: sql`now() - interval '1 second'` })
      .where(eq(jobs.generationId, card.id))
    web.another({ ROLES: 'worker', JOB_LEASE_SECONDS: '1' })
    const settled = await eve.settled(card)
    expect(settled.images).toMatchObject([{ status: 'completed', width: 20, height: 20 }])
  })
})

const open = serverInTest()

/** A tool of the catalogue that counts as installed. */
const toolFor = (task: LocalTool['does']) =>
  localModels.find((model): model is LocalTool => model.kind === 'tool' && model.does === task) as LocalTool

/** Tools that do something that can be seen: erase paints green, cut-out keeps the left half, upscale enlarges. */
function standInTools(over: Partial<LocalTools> = {}): LocalTools & { readonly asked: string[] } {
  const asked: string[] = []
  const does = {
    async erase({ picture, mask }: ToolInputs['erase']) {
      const { width, height } = await sharp(picture).metadata()
      const grey = await sharp(mask).extractChannel(0).raw().toBuffer()
      const green = await sharp({ create: { width, height, channels: 3, background: '#00c800' } })
        .joinChannel(grey, { raw: { width, height, channels: 1 } })
        .png()
        .toBuffer()
      return {
        png: await sharp(picture)
          .composite([{ input: green }])
          .png()
          .toBuffer(),
        width,
        height,
      }
    },
    async 'cut-out'({ picture }: ToolInputs['cut-out']): Promise<CutOutPicture> {
      const { width, height } = await sharp(picture).metadata()
      const mask = Buffer.from(
        Uint8Array.from({ length: width * height }, (_, pixel) => (pixel % width < width / 2 ? 255 : 0)),
      )
      const png = await sharp(await sharp(picture).removeAlpha().raw().toBuffer(), {
        raw: { width, height, channels: 3 },
      })
        .joinChannel(mask, { raw: { width, height, channels: 1 } })
        .png()
        .toBuffer()
      return { mask, png, width, height, share: 0.5 }
    },
    async upscale({ picture, factor }: ToolInputs['upscale']) {
      const { width, height } = await sharp(picture).metadata()
      const size = { width: width * factor, height: height * factor }
      return { png: await sharp(picture).resize(size).png().toBuffer(), ...size }
    },
  }
  return {
    asked,
    features: noLocalTools.features,
    state: async (task) => ({ kind: 'installed', tool: toolFor(task) }),
    async run(task, input, call) {
      asked.push(task)
      call.onProgress(0.5)
      return does[task](input as never) as never
    },
    ...over,
  }
}

describe('an edit by an installed tool', () => {
  it('erases, cuts out without a selection and enlarges, and its record names the tool', async () => {
    const tools = standInTools()
    const server = await open({ localTools: tools })
    const eve = await signUp(server)
    const photo = await bringPicture(server, eve, await sharp(flag(), raw).png().toBuffer())
    const source = await pixelsIn((await fileOf(eve, photo.imageId)).bytes)
    const mask = await uploadMask(server, eve, await maskPng(60, 40, corner))
    const erased = await edited(eve, photo.imageId, { operation: 'erase', maskUploadId: mask })
    const result = await resultOf(eve, erased)
    expect([pixelAt(result, 5, 5), pixelAt(result, 10, 10)]).toEqual([[0, 200, 0, 255], pixelAt(source, 10, 10)])
    expect([erased.executor, erased.editRecord?.tool]).toEqual(['this-machine', toolFor('erase').name])
    const cut = await resultOf(eve, await edited(eve, photo.imageId, { operation: 'remove-background' }))
    expect([pixelAt(cut, 10, 20), pixelAt(cut, 50, 20)]).toEqual([pixelAt(source, 10, 20), [0, 0, 0, 0]])
    const large = await edited(eve, photo.imageId, { operation: 'upscale', factor: 4 })
    expect([(await resultOf(eve, large)).info.width, large.images[0]?.warnings]).toEqual([240, []])
    expect(tools.asked).toEqual(['erase', 'cut-out', 'upscale'])
  })

  it('gives a painter the background that it finds', async () => {
    const server = await open({ localTools: standInTools() })
    const eve = await signUp(server)
    const photo = await bringPicture(server, eve, await sharp(flag(), raw).png().toBuffer())
    const source = await pixelsIn((await fileOf(eve, photo.imageId)).bytes)
    const card = await edited(eve, photo.imageId, { operation: 'replace-background' }, { prompt: 'a forest' })
    const result = await resultOf(eve, card)
    expect(card.executor).toBe('Sketch')
    expect(pixelAt(result, 10, 20)).toEqual(pixelAt(source, 10, 20))
    expect(pixelAt(result, 50, 20)).not.toEqual(pixelAt(source, 50, 20))
  })

  it('fails with what the tool says, and says nothing of the machine’s health', async () => {
    const failing = standInTools({
      run: async () => {
        throw new ToolFailure('memory', 'This takes 3 GB of memory, and 1 GB is free.')
      },
    })
    const server = await open({ localTools: failing })
    const eve = await signUp(server)
    const photo = await bringPicture(server, eve, await sharp(flag(), raw).png().toBuffer())
    const card = await edited(eve, photo.imageId, { operation: 'upscale', factor: 2 })
    expect(card.images).toMatchObject([
      { status: 'failed', error: { code: 'invalid', message: 'This takes 3 GB of memory, and 1 GB is free.' } },
    ])
    const cropped = await edited(eve, photo.imageId, { operation: 'crop', frame: { x: 0, y: 0, width: 9, height: 9 } })
    expect(cropped.status).toBe('completed')
  })

  it('is named where it is missing', async () => {
    const missing: LocalTools = { ...noLocalTools, state: async (task) => ({ kind: 'missing', tool: toolFor(task) }) }
    const server = await open({ localTools: missing })
    const eve = await signUp(server)
    const { body } = await eve.send<{ items: EditOperationShape[] }>('GET', '/api/edit-operations')
    const offer = body.items.find(({ operation }) => operation === 'remove-background')
    expect(offer?.enabledBy).toContain(`Install ${toolFor('cut-out').name} under 'Models', 'On this machine'.`)
  })
})

describe('the subject of a picture', () => {
  it('is a mask that is white where the tool finds it', async () => {
    const tools = standInTools()
    const server = await open({ localTools: tools })
    const eve = await signUp(server)
    const photo = await bringPicture(server, eve, await sharp(flag(), raw).png().toBuffer())
    const reply = await eve.raw('GET', `/api/images/${photo.imageId}/subject`)
    expect([reply.status, reply.headers.get('content-type'), tools.asked]).toEqual([200, 'image/png', ['cut-out']])
    const mask = sharp(Buffer.from(await reply.arrayBuffer()))
    expect(await mask.metadata()).toMatchObject({ width: 60, height: 40, channels: 1 })
    const grey = await mask.extractChannel(0).raw().toBuffer()
    expect([grey[20 * 60 + 10], grey[20 * 60 + 50]]).toEqual([255, 0])
  })

  it('needs a tool, is none where the picture has none, and is another person’s for no one else', async () => {
    const missing: LocalTools = { ...noLocalTools, state: async (task) => ({ kind: 'missing', tool: toolFor(task) }) }
    const tools = standInTools()
    const empty = standInTools({
      run: async (...call) => ({ ...(await tools.run(...call)), share: 0 }) as never,
    })
    for (const [localTools, message] of [
      [
        missing,
        `Nothing here finds a subject yet. Install ${toolFor('cut-out').name} under 'Models', 'On this machine'.`,
      ],
      [empty, 'No subject was found in the picture. Select it by hand.'],
    ] as const) {
      const server = await open({ localTools })
      const eve = await signUp(server)
      const photo = await bringPicture(server, eve, await sharp(flag(), raw).png().toBuffer())
      const address = `/api/images/${photo.imageId}/subject`
      const { status, body } = await eve.send('GET', address)
      expect([status, body.message]).toEqual([422, message])
      expect((await (await signUp(server)).send('GET', address)).status).toBe(404)
    }
  })
})
