import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { guessMessageTokens } from './guess-tokens.ts'

const text = (characters: number) => [{ role: 'user', content: 'x'.repeat(characters) }]
const picture = async (width: number, height: number) =>
  (
    await sharp({
      create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: '#000' },
    })
      .jpeg()
      .toBuffer()
  ).toString('base64')

describe('guessMessageTokens', () => {
  it('counts about four characters for a token', async () => {
    const more = (await guessMessageTokens(text(4_400))) - (await guessMessageTokens(text(400)))
    expect(more).toBe(1_000)
  })

  it('counts a picture by its pixels, in a message and in the answer of a tool', async () => {
    const data = await picture(750, 400)
    expect(data.length).toBeGreaterThan(50_000)
    const asked = { role: 'user', content: [{ type: 'file', mediaType: 'image/jpeg', data }] }
    const shown = { type: 'file', mediaType: 'image/jpeg', data: { type: 'data', data } }
    for (const message of [asked, { role: 'tool', content: [{ output: { type: 'content', value: [shown] } }] }]) {
      const tokens = await guessMessageTokens([message])
      expect(tokens).toBeGreaterThan(400)
      expect(tokens).toBeLessThan(450)
    }
  })

  it('counts a picture that can not be read as the largest', async () => {
    const broken = { type: 'file', mediaType: 'image/png', data: 'AAAA' }
    expect(await guessMessageTokens([broken])).toBeGreaterThan(1_398)
  })
})
