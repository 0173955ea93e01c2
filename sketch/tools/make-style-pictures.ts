/**
 * `npm run styles`: paints cover and examples of every sample style with the style's own phrase, into
 * web/public/styles/{edition}/, and writes the edition down. The same engine makes the same files.
 */
import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { SampleStyle } from '#domain/styles/sample-style.ts'
import { sampleStyles } from '#domain/styles/sample-styles.ts'
import { hashText } from '#sketch/core/random.ts'
import { paint } from '#sketch/paint.ts'

type Sheet = { readonly name: string; readonly prompt: string; readonly orderNum: number } & Size
/** Pixels that are painted, how much smaller they are stored, and the quality of the WebP. */
type Size = { readonly width: number; readonly height: number; readonly stored: number; readonly quality: number }

/** A tile of the picker is 4:5 and at most 180 wide, an example 100 square: twice that for dense screens. */
const cover: Size = { width: 720, height: 900, stored: 320, quality: 62 }
const example: Size = { width: 720, height: 720, stored: 200, quality: 55 }

const coverPrompts = [
  'a sailing boat and an island',
  'a castle by a lake in the mountains',
  'an owl',
  'a house on a hill under trees',
  'a vase of flowers',
  'a deer in a forest',
  'a lighthouse by the sea',
  'a cat',
  'a hot air balloon over hills',
  'a portrait of a woman',
  'a city street with an umbrella',
  'a palm by the sea under the sun',
  'a bridge over a river',
]
const examplePrompts = [
  'a fox in a meadow',
  'a lighthouse on a cliff by the sea',
  'a portrait of a man',
  'fruit and a bottle on a table',
  'a village in the mountains',
  'a city street',
]

const sheetsOf = ({ slug }: SampleStyle, index: number): Sheet[] => [
  { name: `${slug}-cover`, prompt: coverPrompts[index % coverPrompts.length], orderNum: index & 3, ...cover },
  ...examplePrompts.map((prompt, place) => ({
    name: `${slug}-${place + 1}`,
    prompt,
    orderNum: (index + place) & 3,
    ...example,
  })),
]

async function draw(style: SampleStyle, sheet: Sheet): Promise<Buffer> {
  const { prompt, orderNum, width, height } = sheet
  const seed = hashText(sheet.name) & 0x7fffffff
  const { rgb } = paint({ prompt, seed, orderNum, width, height, style: { words: style.promptFragment } })
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(sheet.stored)
    .webp({ quality: sheet.quality, effort: 6 })
    .toBuffer()
}

const files = new Map<string, Buffer>()
for (const [index, style] of sampleStyles.entries())
  for (const sheet of sheetsOf(style, index)) files.set(`${sheet.name}.webp`, await draw(style, sheet))

const hash = createHash('sha256')
for (const [name, bytes] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) hash.update(name).update(bytes)
const edition = hash.digest('hex').slice(0, 8)

const folder = new URL('../../web/public/styles', import.meta.url)
await rm(folder, { recursive: true, force: true })
await mkdir(new URL(`${edition}/`, folder), { recursive: true })
for (const [name, bytes] of files) await writeFile(new URL(`${edition}/${name}`, folder), bytes)
await writeFile(
  new URL('../../domain/src/styles/pictures-edition.ts', import.meta.url),
  `/** The folder of the sample styles' pictures: the first digits of their SHA-256. Written by \`npm run styles\`. */\nexport const picturesEdition = '${edition}'\n`,
)
const kB = Math.round([...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0) / 1_000)
console.log(`${files.size} pictures, ${kB} kB, in web/public/styles/${edition}`)
