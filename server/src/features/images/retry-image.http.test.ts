import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { askDatabase } from '#server-testing/ask-database.ts'
import { bringPicture, edited, maskPng, uploadMask } from '#server-testing/edits.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { formOf } from '#server-testing/upload-form.ts'

const context = withTestServer()
const [width, height] = [96, 64]
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

const retry = (imageId: string | undefined, headers: Record<string, string> = {}) =>
  ada.send<ImageShape & { message?: string }>('POST', `/api/images/${imageId}/retry`, undefined, headers)

const inDatabase = (text: string, id: string | undefined) =>
  askDatabase(context.server.testDatabase.connectionString, text, [id])
const fail = (image: ImageShape | undefined) =>
  inDatabase("update generated_images set status = 'failed' where id = $1", image?.id)

/** A picture of which a part was erased, as its card and its file. */
async function erasedPicture() {
  const flat = sharp({ create: { width, height, channels: 3, background: '#5a7d9a' } })
  const photo = await bringPicture(context.server, ada, await flat.png().toBuffer())
  const maskUploadId = await uploadMask(context.server, ada, await maskPng(width, height, (x, y) => x < 20 && y < 10))
  const card = await edited(ada, photo.imageId, { operation: 'erase', maskUploadId })
  const file = await ada.raw('GET', `/api/images/${card.images[0]?.id}/file`)
  return { card, bytes: Buffer.from(await file.arrayBuffer()) }
}

describe('retryImage', () => {
  it('refuses an edit whose picture is not here: a card that was rebuilt from its file', async () => {
    const { bytes } = await erasedPicture()
    const project = (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Rebuilt' })).body
    const reply = await context.server.app.request(`/api/projects/${project.id}/rebuild`, {
      method: 'POST',
      body: await formBlob(formOf(bytes)),
      headers: { host: 'localhost', origin: testOrigin, cookie: ada.cookie },
    })
    expect(reply.status).toBe(201)
    const { body } = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${project.id}/generations`)
    const cancelled = body.items[0]?.images.find(({ status }) => status === 'cancelled')
    const refused = await retry(cancelled?.id)
    expect([refused.status, refused.body.message]).toEqual([422, 'The picture that this edit starts from is not here.'])
  })

  it('refuses an edit whose selection is not here', async () => {
    const { card } = await erasedPicture()
    const [image] = card.images
    await fail(image)
    await inDatabase(
      `update generations set edit_record = jsonb_set(edit_record, '{maskId}', 'null') where id = $1`,
      card.id,
    )
    const refused = await retry(image?.id)
    expect([refused.status, refused.body.message]).toEqual([422, 'The selection of this edit is not here.'])
  })

  it('adds one attempt for requests of the same Idempotency-Key', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'once more' }))
    await fail(card.images[0])
    const headers = { 'idempotency-key': randomUUID() }
    expect((await retry(card.images[0]?.id, headers)).status).toBe(202)
    await ada.settled(card)
    const again = await retry(card.images[0]?.id, headers)
    expect([again.status, again.body.attempt]).toEqual([202, 2])
  })
})
