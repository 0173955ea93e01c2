import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type LocalTools, noLocalTools } from '#server/providers/local/onnx/local-tools.ts'
import { drawnPicture } from '#server-testing/drawn-picture.ts'
import { indexFingerprints } from '#server-testing/index-fingerprints.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { fingerprintQueue, imageFingerprints } from '../../db/schema/fingerprints.ts'

/** Pictures by the prompt that asks for them. */
const pictures: Readonly<Record<string, () => Promise<Buffer>>> = {
  robot: () => drawnPicture(1).png().toBuffer(),
  'robot, darker': () => drawnPicture(1).modulate({ brightness: 0.9 }).png().toBuffer(),
  desert: () => drawnPicture(5).png().toBuffer(),
}
const provider = createInstantProvider({
  async generate({ prompt, seed }) {
    return { bytes: (await pictures[prompt]?.()) ?? Buffer.of(), seed, warnings: [] }
  },
})
/** Of the engine: the server's own worker may index an image before the test does. */
let features: LocalTools['features'] = noLocalTools.features
const localTools: LocalTools = { ...noLocalTools, features: (picture, call) => features(picture, call) }
const context = withTestServer({ providers: [provider], localTools })

let ada: TestClient
let grace: TestClient
const ids: Record<string, string> = {}

type Similar = { items: { imageId: string; distance: number }[] }
const similar = (client: TestClient, id = '', query = '') =>
  client.send<Similar>('GET', `/api/images/${id}/similar${query}`)
const system = () => context.server.database.system

const index = () => indexFingerprints(context.server, localTools)

async function indexAgain(): Promise<void> {
  const { imageId, userId } = imageFingerprints
  await system()
    .insert(fingerprintQueue)
    .values(await system().delete(imageFingerprints).returning({ imageId, userId }))
  await index()
}

beforeAll(async () => {
  ada = await signUp(context.server)
  grace = await signUp(context.server)
  for (const prompt of Object.keys(pictures)) {
    const card = await ada.settled(await ada.generate({ prompt, count: 1 }))
    ids[prompt] = card.images[0]?.id ?? ''
  }
  const card = await grace.settled(await grace.generate({ prompt: 'robot', count: 1 }))
  ids["grace's robot"] = card.images[0]?.id ?? ''
  await index()
})

describe('GET /api/images/{id}/similar', () => {
  it('returns similar images of the same user alone, the nearest first', async () => {
    const { status, body } = await similar(ada, ids.robot)
    expect([status, body.items.map(({ imageId }) => imageId)]).toEqual([200, [ids['robot, darker']]])
    expect(body.items[0]?.distance).toBeLessThan(0.1)
    expect((await similar(ada, ids.desert)).body).toEqual({ items: [] })
    expect((await similar(grace, ids["grace's robot"])).body).toEqual({ items: [] })
  })

  it("returns 404 for another user's or an unknown image, and 400 for an invalid limit", async () => {
    expect((await similar(grace, ids.robot)).status).toBe(404)
    expect((await similar(ada, randomUUID())).status).toBe(404)
    expect((await similar(ada, ids.robot, '?limit=0')).status).toBe(400)
  })

  it('compares features only with those of the same net', async () => {
    const classes = { drawing: 0, hentai: 0, neutral: 1, porn: 0, sexy: 0 }
    let count = 0
    // Orthogonal to those of the image before.
    features = async () => {
      count += 1
      return { features: Float32Array.from({ length: 1_280 }, (_, at) => Number(at % 4 === count % 4)), classes }
    }
    await indexAgain()
    expect((await similar(ada, ids.robot)).body).toEqual({ items: [] })
    await system()
      .update(imageFingerprints)
      .set({ featuresNet: 'another' })
      .where(eq(imageFingerprints.imageId, ids['robot, darker'] ?? ''))
    expect((await similar(ada, ids.robot)).body.items.map(({ imageId }) => imageId)).toEqual([ids['robot, darker']])
    features = noLocalTools.features
  })

  it('leaves out images in the trash, and finds images that are similar to one that is not indexed yet', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'desert', count: 1 }))
    const id = card.images[0]?.id ?? ''
    expect((await similar(ada, id)).body.items.map(({ imageId }) => imageId)).toEqual([ids.desert])
    await index()
    expect((await similar(ada, ids.desert)).body.items.map(({ imageId }) => imageId)).toEqual([id])
    await ada.send('DELETE', `/api/generations/${card.id}`)
    expect((await similar(ada, ids.desert)).body).toEqual({ items: [] })
  })
})
