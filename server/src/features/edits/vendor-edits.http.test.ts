import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EditOperationShape } from '#contract/cards/edit.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { CreditsShape } from '#contract/money/credits.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import { createOpenAiProvider } from '#server/providers/vendors/openai/openai-provider.ts'
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
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { startOpenAiFake } from '#server-testing/vendors/openai-fake.ts'
import { paintedColor } from '#server-testing/vendors/painted-edit.ts'
import { fakeKey, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'

/** Larger than what the model takes, so that it is given a part. */
const [width, height] = [1_600, 1_200]
const inBox = (x: number, y: number) => x >= 900 && x < 1_000 && y >= 300 && y < 360

function photograph() {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set([x % 251, y % 241, (x + y) % 239], (y * width + x) * 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

let fake: VendorFake
let server: TestServer
let ada: TestClient
let photo: OwnPicture
let source: Pixels
beforeAll(async () => {
  fake = await startOpenAiFake()
  const openai = createOpenAiProvider({ baseUrl: fake.url, download: createPictureDownload() })
  server = await openTestServer({
    providers: [createInstantProvider(), openai],
    variables: { OPENAI_API_KEY: fakeKey },
  })
  ada = await signUp(server)
  photo = await bringPicture(server, ada, await photograph().png({ compressionLevel: 1 }).toBuffer())
  source = await pixelsIn((await fileOf(ada, photo.imageId)).bytes)
})
afterAll(async () => {
  await server.close()
  await fake.stop()
})
let maskUploadId: string
beforeEach(async () => {
  maskUploadId = await uploadMask(server, ada, await maskPng(width, height, inBox))
})

const credits = async () => (await ada.send<CreditsShape>('GET', '/api/credits')).body
const isPainted = (pixel: readonly number[]) => pixel.slice(0, 3).join() === paintedColor.join()

/** Whether all pixels that are not near the selection are the source's own. */
function keepsTheRest(result: Pixels, isNear: (x: number, y: number) => boolean): boolean {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const offset = (y * width + x) * 4
      if (!isNear(x, y) && source.data.compare(result.data, offset, offset + 4, offset, offset + 4) !== 0) return false
    }
  return true
}

describe('an edit by a model', () => {
  it('is made by the best that is connected, and paid like every other image', async () => {
    const before = await credits()
    const card = await edited(ada, photo.imageId, { operation: 'change', maskUploadId }, { prompt: 'a green door' })
    expect(card).toMatchObject({ executor: 'ChatGPT Image', model: 'ChatGPT Image', branchKind: 'edit', price: 800 })
    const after = await credits()
    expect([before.available - after.available, after.held]).toEqual([800, 0])
  })

  it('gives the model the part around the selection, in sides that it takes', async () => {
    const card = await edited(ada, photo.imageId, { operation: 'change', maskUploadId }, { prompt: 'a green door' })
    expect(card.editRecord).toMatchObject({
      maskBox: { x: 900, y: 300, width: 100, height: 60 },
      cropBox: { x: 836, y: 236, width: 228, height: 188 },
    })
    const form = await fake.lastCreate().form()
    const [file] = form.getAll('image[]') as File[]
    const { width: sentWidth, height: sentHeight } = await sharp(await file?.arrayBuffer()).metadata()
    expect([sentWidth, sentHeight, form.get('size')]).toEqual([912, 752, '912x752'])
    expect(String(form.get('prompt'))).toMatch(/^a green door\. Paint this into the masked area/)
  })

  it('changes the selection and, where it is feathered, what lies that near; every other pixel stays', async () => {
    const hard = await resultOf(
      ada,
      await edited(ada, photo.imageId, { operation: 'change', maskUploadId }, { prompt: 'a door' }),
    )
    expect(keepsTheRest(hard, inBox)).toBe(true)
    expect([isPainted(pixelAt(hard, 900, 300)), isPainted(pixelAt(hard, 999, 359))]).toEqual([true, true])
    const soft = await resultOf(
      ada,
      await edited(
        ada,
        photo.imageId,
        { operation: 'change', maskUploadId, grow: 4, feather: 10 },
        { prompt: 'a door' },
      ),
    )
    const isNear = (x: number, y: number) => x > 885 && x < 1_014 && y > 285 && y < 374
    expect(keepsTheRest(soft, isNear)).toBe(true)
    expect([isPainted(pixelAt(soft, 897, 330)), isPainted(pixelAt(soft, 890, 330))]).toEqual([true, false])
    expect(pixelAt(soft, 890, 330)).not.toEqual(pixelAt(source, 890, 330))
  })

  it('extends the picture around its own pixels', async () => {
    const frame = { x: -400, y: 0, width: 2_400, height: 1_200 }
    const card = await edited(ada, photo.imageId, { operation: 'extend', frame })
    const result = await resultOf(ada, card)
    expect(result.info).toMatchObject({ width: 2_400, height: 1_200 })
    const at = (x: number, y: number) => pixelAt(result, x + 400, y)
    for (const [x, y] of [
      [0, 0],
      [800, 600],
      [1_599, 1_199],
    ] as const)
      expect(at(x, y)).toEqual(pixelAt(source, x, y))
    expect([isPainted(at(-200, 600)), isPainted(at(1_800, 600)), isPainted(at(-1, 0))]).toEqual([true, true, true])
  })

  it('takes another model where one is named', async () => {
    const named = await edited(
      ada,
      photo.imageId,
      { operation: 'erase', maskUploadId },
      { model: 'ChatGPT Image Fast' },
    )
    expect([named.executor, named.price]).toEqual(['ChatGPT Image Fast', 135])
    const local = await edited(ada, photo.imageId, { operation: 'erase', maskUploadId }, { model: 'this-machine' })
    expect([local.executor, local.price]).toEqual(['this-machine', 0])
  })

  it('costs nothing where the provider refuses it', async () => {
    const before = await credits()
    fake.play('refuses')
    const card: GenerationShape = await edited(
      ada,
      photo.imageId,
      { operation: 'change', maskUploadId },
      { prompt: 'a door' },
    )
    expect(card.images).toMatchObject([{ status: 'failed', error: { code: 'refused' } }])
    const after = await credits()
    expect([after.available, after.held]).toEqual([before.available, 0])
  })

  it('is offered with its price', async () => {
    const { body } = await ada.send<{ items: EditOperationShape[] }>('GET', '/api/edit-operations')
    const change = body.items.find(({ operation }) => operation === 'change')
    expect(change).toMatchObject({ executor: 'ChatGPT Image', price: 800, seconds: 80, note: null })
    expect(change?.executors.map(({ executor }) => executor)).toEqual([
      'ChatGPT Image',
      'ChatGPT Image Fast',
      'GPT Image 2.6 Draft',
      'GPT Image 2.6 Max',
      'GPT Image 2.6 Extra High',
      'Sketch',
    ])
  })
})
