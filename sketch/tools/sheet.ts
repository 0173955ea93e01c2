/**
 * Contact sheets: `node sketch/tools/sheet.ts out.png [cell] "prompt|style words|WxH|seed" …`
 * paints the four pictures of each job in a row.
 */
import { writeFileSync } from 'node:fs'
import type { OverlayOptions } from 'sharp'
import sharp from 'sharp'
import { paint } from '#sketch/paint.ts'

const [, , out = 'sheet.png', cellText = '300', ...jobs] = process.argv
const cell = Number(cellText)
const tiles: OverlayOptions[] = []
for (const [row, job] of jobs.entries()) {
  const [prompt, words = '', size = '1024x1024', seed = '1'] = job.split('|')
  const [width, height] = size.split('x').map(Number)
  for (const orderNum of [0, 1, 2, 3]) {
    // Far apart, as the app's own seeds are.
    const dice = (Number(seed) * 2_654_435_761 + orderNum * 40_503) % 2_147_483_647
    const { rgb } = paint({ prompt, seed: dice, orderNum, width, height, style: { words } })
    const small = sharp(rgb, { raw: { width, height, channels: 3 } }).resize(cell - 6, cell - 6, {
      fit: 'contain',
      background: '#ffffff',
    })
    tiles.push({ input: await small.png().toBuffer(), left: orderNum * cell + 3, top: row * cell + 3 })
  }
}
const sheet = { width: 4 * cell, height: jobs.length * cell, channels: 3 as const, background: '#ffffff' }
writeFileSync(out, await sharp({ create: sheet }).composite(tiles).png().toBuffer())
console.log(`${out}: ${jobs.length} prompts`)
