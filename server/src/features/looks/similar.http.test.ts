import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { runOnce } from '#server/background/runner.ts'
import { createThumbnailer } from '#server/pictures/thumbnailer.ts'
import { type LocalTools, noLocalTools } from '#server/providers/local/onnx/local-tools.ts'
import { drawnPicture } from '#server-testing/drawn-picture.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { unlimited } from '#server-testing/unlimited.ts'
import { imageLooks, looksWaiting } from '../../db/schema/looks.ts'
import { lookTask } from './index-looks.ts'

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
// Without a worker's rounds: a test decides when images are looked at.
const context = withTestServer({ providers: [provider] })

let ada: TestClient
let grace: TestClient
const ids: Record<string, string> = {}

type Similar = { items: { imageId: string; distance: number }[] }
const similar = (client: TestClient, id = '', query = '') =>
  client.send<Similar>('GET', `/api/images/${id}/similar${query}`)
const system = () => context.server.database.system

/** @param features Of the net, by the order in which pictures are looked at. */
function look(features: LocalTools['features'] = noLocalTools.features): Promise<void> {
  const { storage } = context.server
  const thumbnailer = createThumbnailer(storage, unlimited)
  return runOnce(lookTask({ db: system(), thumbnailer, localTools: { features } }))
}

async function lookAgain(features: LocalTools['features']): Promise<void> {
  const seen = await system().delete(imageLooks).returning({ imageId: imageLooks.imageId, userId: imageLooks.userId })
  await system().insert(looksWaiting).values(seen)
  await look(features)
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
  await look()
})

describe('GET /api/images/{id}/similar', () => {
  it('finds what looks alike of the same user, the nearest first, and nothing else', async () => {
    const { status, body } = await similar(ada, ids.robot)
    expect([status, body.items.map(({ imageId }) => imageId)]).toEqual([200, [ids['robot, darker']]])
    expect(body.items[0]?.distance).toBeLessThan(0.1)
    expect((await similar(ada, ids.desert)).body).toEqual({ items: [] })
    expect((await similar(grace, ids["grace's robot"])).body).toEqual({ items: [] })
  })

  it("is not found for another user's image, an unknown one, or a limit that is none", async () => {
    expect((await similar(grace, ids.robot)).status).toBe(404)
    expect((await similar(ada, randomUUID())).status).toBe(404)
    expect((await similar(ada, ids.robot, '?limit=0')).status).toBe(400)
  })

  it('compares what a net sees only with what the same net has seen', async () => {
    const classes = { drawing: 0, hentai: 0, neutral: 1, porn: 0, sexy: 0 }
    let pictureCount = 0
    // Every picture is nothing like the one before it.
    await lookAgain(async () => {
      pictureCount += 1
      return { features: Float32Array.from({ length: 1_280 }, (_, at) => Number(at % 4 === pictureCount % 4)), classes }
    })
    expect((await similar(ada, ids.robot)).body).toEqual({ items: [] })
    await system()
      .update(imageLooks)
      .set({ net: 'another' })
      .where(eq(imageLooks.imageId, ids['robot, darker'] ?? ''))
    expect((await similar(ada, ids.robot)).body.items.map(({ imageId }) => imageId)).toEqual([ids['robot, darker']])
  })

  it('finds no image in the trash, and a new one at once', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'desert', count: 1 }))
    const id = card.images[0]?.id ?? ''
    // Before it has been looked at in the background.
    expect((await similar(ada, id)).body.items.map(({ imageId }) => imageId)).toEqual([ids.desert])
    await look()
    expect((await similar(ada, ids.desert)).body.items.map(({ imageId }) => imageId)).toEqual([id])
    await ada.send('DELETE', `/api/generations/${card.id}`)
    expect((await similar(ada, ids.desert)).body).toEqual({ items: [] })
  })
})
