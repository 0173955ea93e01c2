import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { pixelSize } from '#domain/models/aspect-ratio.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { seedRatios } from './plan-cards.ts'
import { type SeedPicture, seedPictureOf } from './seed-pictures.ts'
import { findUser, seedProject } from './seed-project.ts'

const context = withTestServer({ variables: { ROLES: 'web' } })
let ada: TestClient
let pictures: Map<string, SeedPicture[]>
beforeAll(async () => {
  ada = await signUp(context.server, 'ada@example.com')
  /** Soft blotches: like a painting, and unlike plain noise, the picture has gradients in every part. */
  const blotches = async (ratio: (typeof seedRatios)[number]) => {
    const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
    const small = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#000', noise } })
      .png()
      .toBuffer()
    const { width, height } = pixelSize(ratio, '1K')
    return sharp(small).resize(width, height, { fit: 'fill' }).jpeg({ quality: 35 }).toBuffer()
  }
  pictures = new Map(
    await Promise.all(
      seedRatios.map(async (ratio) => [ratio, [await seedPictureOf(await blotches(ratio))]] as [string, SeedPicture[]]),
    ),
  )
})

async function seed(distinct: 'each' | 'some'): Promise<GenerationShape[]> {
  const { system: db } = context.server.database
  const projectId = await seedProject({
    db,
    filesFolder: context.server.folder,
    userId: ada.userId,
    cards: 60,
    pictures,
    distinct,
    random: Math.random,
    onProgress: () => undefined,
  })
  const reply = await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
  return reply.body.items
}
const file = async (imageId: string, query = '') => {
  const reply = await ada.raw('GET', `/api/images/${imageId}/file${query}`)
  expect(reply.status).toBe(200)
  return new Uint8Array(await reply.arrayBuffer())
}

describe('a seeded project', () => {
  it('has cards with finished pictures that can be opened, in every size', async () => {
    const cards = await seed('some')
    expect(cards).toHaveLength(60)
    expect(cards.every((card) => card.status === 'completed' && card.images.length === 4)).toBe(true)
    const [image] = cards[7]?.images ?? []
    const opened = await sharp(await file(image?.id ?? '')).metadata()
    expect(opened).toMatchObject({ format: 'jpeg', width: image?.width, height: image?.height })
    for (const size of [64, 256, 512]) {
      const { width = 0, height = 0 } = await sharp(await file(image?.id ?? '', `?size=${size}`)).metadata()
      expect(Math.max(width, height)).toBe(size)
    }
  })

  it('has distinct pictures on request', async () => {
    const cards = await seed('each')
    const images = cards.flatMap((card) => card.images)
    const pixels: string[] = []
    // One after the other: a file without a mark is read as a whole for it, of which one account may ask for so many at once.
    for (const { id } of images) {
      const small = await sharp(await file(id))
        .resize(96)
        .raw()
        .toBuffer()
      pixels.push(createHash('sha256').update(small).digest('hex'))
    }
    expect(new Set(pixels).size).toBe(images.length)
  })

  it('requires an existing account', async () => {
    const { system: db } = context.server.database
    expect(await findUser(db, ' Ada@Example.com ')).toBe(ada.userId)
    expect(await findUser(db, 'unknown@example.com')).toBeNull()
  })
})
