import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { inspectPicture } from '#server/pictures/inspect-picture.ts'
import { originalKey, thumbnailKey } from '#server/pictures/picture-keys.ts'
import { makeThumbnail, thumbnailSizes } from '#server/pictures/thumbnails.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { concurrency, makePicture } from './picture.ts'
import type { BareLoad, Round } from './round.ts'

// The baselines: the same bytes, the same files and thumbnails, and nothing else: no database, no queue, no events, no HTTP.
// `plain` makes each thumbnail from the picture's bytes, as one would write it down; `shared` decodes the picture once for
// all of them, as the product does.
const folder = await mkdtemp(join(tmpdir(), 'espalier-bare-'))
const storage = await openDiskStorage(folder)
const picture = await makePicture()

async function makePlain(): Promise<void> {
  const id = randomUUID()
  await storage.put(originalKey(id, 1), picture)
  for (const size of thumbnailSizes) {
    const thumbnail = await sharp(picture)
      .resize(size, size, { fit: 'inside' })
      .webp({ quality: 80, effort: 2 })
      .toBuffer()
    await storage.put(thumbnailKey(id, 1, size), thumbnail)
  }
}

async function makeShared(): Promise<void> {
  const id = randomUUID()
  await storage.put(originalKey(id, 1), picture)
  const { preview } = await inspectPicture(picture)
  for (const size of thumbnailSizes) await storage.put(thumbnailKey(id, 1, size), await makeThumbnail(preview, size))
}

/** Keeps `inFlight` generations of four images waiting, works on four images at once, and times each from its asking to its end. */
async function run({ inFlight, generations, baseline }: BareLoad): Promise<Round> {
  const makeOne = baseline === 'plain' ? makePlain : makeShared
  const latenciesMs: number[] = []
  const waiting: (() => void)[] = []
  let free = concurrency
  const timed = async (askedAt: number) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    await makeOne()
    latenciesMs.push(performance.now() - askedAt)
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  let left = generations
  const ask = async () => {
    while (left-- > 0) {
      const askedAt = performance.now()
      await Promise.all(Array.from({ length: 4 }, () => timed(askedAt)))
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: inFlight }, ask))
  const seconds = (performance.now() - startedAt) / 1_000
  return { latenciesMs, seconds }
}

process.on('message', async (load: BareLoad) => {
  process.send?.(await run(load))
})
process.on('disconnect', async () => {
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
})
process.send?.('ready')
