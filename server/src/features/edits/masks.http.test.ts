import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UploadShape } from '#contract/cards/upload.ts'
import { runOnce } from '#server/background/runner.ts'
import { bringPicture, edited, maskPng, type OwnPicture, uploadMask } from '#server-testing/edits.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { formOf } from '#server-testing/upload-form.ts'
import { purgeTask } from '../trash/purge-task.ts'

const context = withTestServer()
const [width, height] = [120, 80]
const inSpot = (x: number, y: number) => x >= 50 && x < 60 && y >= 30 && y < 38

let ada: TestClient
let photo: OwnPicture
beforeAll(async () => {
  ada = await signUp(context.server)
  const picture = sharp({ create: { width, height, channels: 3, background: '#336699' } })
  photo = await bringPicture(context.server, ada, await picture.png().toBuffer())
})

async function sendMask(bytes: Uint8Array, headers: Record<string, string> = {}) {
  const reply = await context.server.app.request('/api/uploads?kind=mask', {
    method: 'POST',
    body: await formBlob(formOf(bytes)),
    headers: { host: 'localhost', origin: testOrigin, cookie: ada.cookie, ...headers },
  })
  return { status: reply.status, body: (await reply.json()) as UploadShape & { message?: string } }
}

const system = () => context.server.database.system
const bytesOf = async (id: string) => {
  const reply = await ada.raw('GET', `/api/uploads/${id}/file`)
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) }
}
const erase = (maskUploadId: string) => edited(ada, photo.imageId, { operation: 'erase', maskUploadId })

describe('POST /api/uploads?kind=mask', () => {
  it('stores the canonical mask, which an edit then only reads', async () => {
    const { status, body } = await sendMask(await maskPng(width, height, inSpot))
    expect([status, body.mediaType, body.width, body.height]).toEqual([201, 'image/png', width, height])
    const { bytes } = await bytesOf(body.id)
    expect(await sharp(bytes).metadata()).toMatchObject({ channels: 1, depth: 'uchar', width, height })
    expect(new Set(await sharp(bytes).extractChannel(0).raw().toBuffer())).toEqual(new Set([0, 255]))
    const { editRecord } = await erase(body.id)
    expect(editRecord).toMatchObject({ maskId: body.id, maskBox: { x: 50, y: 30, width: 10, height: 8 } })
  })

  it('stores a selection of the subject as the background around it, too', async () => {
    const { body } = await sendMask(await maskPng(width, height, inSpot))
    const card = await edited(ada, photo.imageId, { operation: 'remove-background', maskUploadId: body.id })
    const { maskId, maskBox } = card.editRecord ?? {}
    expect([maskId === body.id, maskBox]).toEqual([false, { x: 0, y: 0, width, height }])
    const data = await sharp((await bytesOf(maskId ?? '')).bytes)
      .extractChannel(0)
      .raw()
      .toBuffer()
    expect([data[0], data[55 + 33 * width]]).toEqual([255, 0])
  })

  it('refuses an empty mask, one of the whole picture, and a file that is no PNG', async () => {
    const jpeg = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    const replies = [
      await sendMask(await maskPng(width, height, () => false)),
      await sendMask(await maskPng(width, height, () => true)),
      await sendMask(jpeg),
    ]
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual([
      [400, 'The mask is empty. Paint white what is to change.'],
      [400, 'The mask covers the whole picture. Leave out what is to stay.'],
      [415, 'The mask must be a PNG: other files blur its edges.'],
    ])
  })

  it('creates a mask once for the same Idempotency-Key, and conflicts with a plain upload of that key', async () => {
    const png = await maskPng(width, height, inSpot)
    const once = { 'idempotency-key': 'one-mask' }
    const first = await sendMask(png, once)
    expect([first.status, await sendMask(png, once)]).toEqual([201, first])
    const plain = await context.server.app.request('/api/uploads', {
      method: 'POST',
      body: await formBlob(formOf(png)),
      headers: { host: 'localhost', origin: testOrigin, cookie: ada.cookie, ...once },
    })
    expect(plain.status).toBe(409)
  })
})

describe('a mask that was uploaded as a plain picture', () => {
  it('is made canonical at its first use, once', async () => {
    const id = await uploadMask(context.server, ada, await maskPng(width, height, inSpot))
    const [first, second] = [await erase(id), await erase(id)]
    expect(first.editRecord?.maskBox).toEqual({ x: 50, y: 30, width: 10, height: 8 })
    expect(second.editRecord).toEqual(first.editRecord)
    const plain = await sharp((await bytesOf(id)).bytes).metadata()
    expect(plain.hasAlpha).toBe(true)
  })
})

describe('purgeTask', () => {
  const purge = () => runOnce(purgeTask({ db: system(), storage: context.server.storage }))
  const filesOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await bytesOf(id)).status))

  it('removes the masks and references of a purged card that no other card uses', async () => {
    const [own, shared] = [
      (await sendMask(await maskPng(width, height, inSpot))).body.id,
      (await sendMask(await maskPng(width, height, inSpot))).body.id,
    ]
    const plain = await uploadMask(context.server, ada, await maskPng(width, height, inSpot))
    const cards = [await erase(own), await erase(shared), await erase(plain)]
    await erase(shared)
    const canonical = cards[2]?.editRecord?.maskId ?? ''
    await system().execute(sql`update generations set deleted_at = now() - interval '31 days'
      where id::text in (select * from jsonb_array_elements_text(${JSON.stringify(cards.map(({ id }) => id))}::jsonb))`)
    await system().execute(sql`update uploads set created_at = now() - interval '25 hours'`)
    await purge()
    expect(await filesOf([own, shared, plain, canonical])).toEqual([404, 200, 404, 404])
  })

  it('removes a mask that no edit has named for a day, with its background', async () => {
    const { id } = (await sendMask(await maskPng(width, height, inSpot))).body
    await system().execute(sql`update uploads set created_at = now() - interval '25 hours' where id = ${id}`)
    const count = async () => Number((await system().execute(sql`select count(*) from uploads`)).rows[0]?.count)
    const before = await count()
    await purge()
    expect(before - (await count())).toBe(2)
  })
})
