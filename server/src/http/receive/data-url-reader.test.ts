import { describe, expect, it } from 'vitest'
import { createDataUrlReader, RefusedBody } from './data-url-reader.ts'

async function read(body: string, size: number, limits = { maxRestBytes: 1_000, maxPictures: 3 }) {
  const pictures: Buffer[][] = []
  const reader = createDataUrlReader({
    ...limits,
    open() {
      const parts: Buffer[] = []
      pictures.push(parts)
      return async (bytes) => void parts.push(bytes)
    },
  })
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += size) await reader.write(bytes.subarray(at, at + size))
  return { rest: reader.end(), reader, pictures: pictures.map((parts) => Buffer.concat(parts).toString()) }
}
const dataUrl = (text: string) => `data:image/png;base64,${Buffer.from(text).toString('base64')}`
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof RefusedBody ? error.refusal.code : error),
  )

describe('createDataUrlReader', () => {
  it('takes pictures out of a body, in whatever chunks it arrives, and leaves a name for each', async () => {
    const body = JSON.stringify({
      prompt: 'a "fox" \\ in data:image/png;base64,AAAA',
      images: [{ image_url: dataUrl('first picture') }, { image_url: 'https://a.example' }],
      mask: { image_url: dataUrl('a mask') },
    })
    for (const size of [1, 2, 3, 7, 50, 10_000]) {
      const { rest, reader, pictures } = await read(body, size)
      expect(pictures).toEqual(['first picture', 'a mask'])
      const { prompt, images, mask } = JSON.parse(rest)
      expect(prompt).toBe('a "fox" \\ in data:image/png;base64,AAAA')
      expect(images[1].image_url).toBe('https://a.example')
      expect([images[0], mask].map(({ image_url }) => reader.picture.parse(image_url))).toEqual([0, 1])
      expect(reader.picture.safeParse('https://a.example').success).toBe(false)
    }
  })

  it('reads the escapes that some libraries write', async () => {
    const escaped = dataUrl('?????>>>>>').replaceAll('/', '\\/').replace('base64,', 'base64,\\n')
    for (const size of [1, 5, 1_000]) expect((await read(`["${escaped}"]`, size)).pictures).toEqual(['?????>>>>>'])
  })

  it('refuses more beside the pictures, more pictures, and what is no base64', async () => {
    const refused = [
      JSON.stringify({ x: 'x'.repeat(2_000) }),
      `{"x":[${'{},'.repeat(2_000)}{}]}`,
      JSON.stringify(Array(4).fill(dataUrl('a'))),
      '["data:image/png;base64,AA\\u0041"]',
      '["data:image/png;base64,AA AA"]',
    ]
    expect(await Promise.all(refused.map((body) => refusalOf(read(body, 100))))).toEqual([
      'too-large',
      'too-large',
      'invalid',
      'invalid',
      'invalid',
    ])
  })

  it('keeps a body that ends in the middle of a picture from being JSON', async () => {
    const { rest } = await read(`{"images":[{"image_url":"${dataUrl('a picture')}`, 10)
    expect(() => JSON.parse(rest)).toThrow()
  })
})
