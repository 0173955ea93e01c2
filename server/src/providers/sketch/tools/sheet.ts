/** Contact sheets: node tools/sheet.ts out.png cell columns "prompt|seed|style|WxH" … */
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { encode } from '../encode.ts'
import { paint } from '../paint.ts'

const [, , out, cellText, columnText, ...jobs] = process.argv
const cell = Number(cellText)
const columns = Number(columnText)
const tiles: { input: Buffer; left: number; top: number }[] = []
for (const [i, job] of jobs.entries()) {
  const [prompt, seed = '1', style = '', size = '1024x1024'] = job.split('|')
  const [width, height] = size.split('x').map(Number)
  const t = process.cpuUsage()
  const raster = paint({ prompt, seed: Number(seed), width, height, style: style ? { words: style } : undefined })
  const used = process.cpuUsage(t)
  console.log(`${prompt} #${seed} ${style} ${Math.round((used.user + used.system) / 1000)} ms`)
  const small = await sharp(await encode(raster))
    .resize(cell - 6, cell - 6, { fit: 'contain', background: '#ffffff' })
    .png()
    .toBuffer()
  tiles.push({ input: small, left: (i % columns) * cell + 3, top: Math.floor(i / columns) * cell + 3 })
}
const image = sharp({
  create: {
    width: columns * cell,
    height: Math.ceil(jobs.length / columns) * cell,
    channels: 3,
    background: '#ffffff',
  },
}).composite(tiles)
writeFileSync(out, await (out.endsWith('.jpg') ? image.jpeg({ quality: 84, mozjpeg: true }) : image.png()).toBuffer())
