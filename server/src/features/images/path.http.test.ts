import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ providers: [createInstantProvider({}, 'full-size')] })
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

async function animationOf(imageId: string) {
  const response = await ada.raw('GET', `/api/images/${imageId}/path`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
  return sharp(Buffer.from(await response.arrayBuffer()), { animated: true }).metadata()
}

describe('the path to an image', () => {
  it('is an animation of the images that were branched from, whatever their ratios', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'a pear' }))
    const wide = await ada.settled(
      await ada.generate({ prompt: 'wide', parentImageId: root.images[2]!.id, aspectRatio: '16:9' }),
    )
    const last = await ada.settled(await ada.generate({ prompt: 'again', parentImageId: wide.images[1]!.id }))
    expect(await animationOf(last.images[3]!.id)).toMatchObject({ pages: 3, width: 512, pageHeight: 512, loop: 0 })
    expect((await animationOf(root.images[0]!.id)).pages ?? 1).toBe(1)
  })

  it('begins below a deleted card, which has no path of its own then', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'a plum' }))
    const child = await ada.settled(await ada.generate({ prompt: 'kept', parentGenerationId: root.id }))
    await ada.send('DELETE', `/api/generations/${root.id}`)
    await ada.send('POST', `/api/generations/${child.id}/restore`)
    expect((await animationOf(child.images[0]!.id)).pages ?? 1).toBe(1)
    expect((await ada.raw('GET', `/api/images/${root.images[0]!.id}/path`)).status).toBe(404)
    expect((await ada.raw('GET', '/api/images/none/path')).status).toBe(404)
  })
})
