import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { bringPicture, edited, fileOf } from '#server-testing/edits.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import type { ImageProvider } from '../../providers/provider.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const square = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#336699' } })
/** Edits of 70 MB at most. */
const variables = { REPLICATE_API_TOKEN: 'r8_operator', CREDITS: 'off', SERVER_LIMITS: 'work-megabytes=20' }
const model = 'Recraft Crisp Upscale'

async function enlarged(side: number, generate: ImageProvider['generate']) {
  server = await openTestServer({
    providers: [createInstantProvider(), createInstantProvider({ name: 'replicate', opens: 'by-key', generate })],
    variables,
  })
  const ada = await signUp(server)
  const photo = await bringPicture(server, ada, await square(side).png().toBuffer())
  const card = await edited(ada, photo.imageId, { operation: 'upscale', factor: 2 }, { model })
  return { ada, image: card.images[0] }
}

describe('an edit that is paid', () => {
  it('is refused before the provider is asked where there is no room to finish it', async () => {
    let asked = 0
    const { image } = await enlarged(1_000, async () => {
      asked += 1
      return { bytes: await square(2_000).png().toBuffer(), seed: 7, warnings: [] }
    })
    expect([asked, image?.status, image?.error]).toEqual([
      0,
      'failed',
      { code: 'invalid', message: expect.stringContaining('more memory') },
    ])
  })

  it('is stored as it was delivered, and says so, where what came takes more room than was expected', async () => {
    const bytes = await square(1_600).webp({ lossless: true, effort: 0 }).toBuffer()
    const { ada, image } = await enlarged(800, async () => ({ bytes, seed: 7, warnings: [] }))
    expect(image).toMatchObject({ status: 'completed', width: 1_600, height: 1_600 })
    expect(image?.warnings).toEqual([expect.stringContaining('as the model delivered it')])
    expect((await fileOf(ada, image?.id ?? '')).type).toBe('image/webp')
  })
})
