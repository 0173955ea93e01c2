import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { cardsPerSheet } from '#domain/board/sheet.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { query } from '#server/db/sql/query.ts'
import type { SystemDatabase } from '../db/database.ts'
import { indexMissingPrompts } from '../features/assets/index-prompts.ts'
import { originalKey, sheetKey, thumbnailKey } from '../pictures/picture-keys.ts'
import { createSheetPixels } from '../pictures/render-sheet.ts'
import { type PlannedCard, planCards } from './plan-cards.ts'
import type { Random } from './prompts.ts'
import { type SeedPicture, variantOf } from './seed-pictures.ts'
import { insertSeededProject, type SeededCard } from './seed-rows.ts'

/**
 * Writes files of a storage below its folder without waiting for the disk: seeded pictures may be lost in a power cut,
 * and the seeding is then repeated.
 */
function openSeedFiles(root: string) {
  const known = new Set<string>()
  const first = new Map<Buffer, string>()

  async function pathOf(key: string): Promise<string> {
    const path = join(root, key)
    const folder = dirname(path)
    if (!known.has(folder)) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      known.add(folder)
    }
    return path
  }

  return {
    async write(key: string, bytes: Buffer): Promise<void> {
      await writeFile(await pathOf(key), bytes, { mode: 0o600 })
    },

    /**
     * Stores equal bytes as a hard link, where the disk supports that: files are never changed, and removing one leaves
     * the other.
     */
    async writeOrLink(key: string, bytes: Buffer): Promise<void> {
      const path = await pathOf(key)
      const existing = first.get(bytes)
      if (existing === undefined) {
        await writeFile(path, bytes, { mode: 0o600 })
        first.set(bytes, path)
        return
      }
      // A file system limits the links of a file; then the next copy becomes the one that is linked.
      await link(existing, path).catch(async () => {
        await copyFile(existing, path)
        first.set(bytes, path)
      })
    },
  }
}

export type SeedInput = {
  readonly db: SystemDatabase
  /** The folder of the picture files. */
  readonly filesFolder: string
  readonly userId: UserId
  readonly cards: number
  /** By ratio. */
  readonly pictures: ReadonlyMap<string, readonly SeedPicture[]>
  /** `each`: no two images have the same pixels. */
  readonly distinct: 'each' | 'some'
  readonly random: Random
  onProgress(done: number): void
}

/** The user with this address; null where there is none. */
export async function findUser(db: SystemDatabase, email: string): Promise<UserId | null> {
  const { rows } = await query<{ id: UserId }>(
    db,
    { id: 'string' },
    sql`select id from users where email = ${email.trim().toLowerCase()}`,
  )
  return rows[0]?.id ?? null
}

const places = Array.from({ length: imagesPerGeneration }, (_, orderNum) => orderNum)

/** Writes the files of the cards of one sheet, and the sheet. */
async function seedSheet(
  { distinct }: SeedInput,
  files: ReturnType<typeof openSeedFiles>,
  cards: readonly PlannedCard[],
  pictureFor: (ratio: string) => { picture: SeedPicture; variant: number },
): Promise<{ sheetId: string; cards: SeededCard[] }> {
  const sheetId = randomUUID()
  const sheet = createSheetPixels()
  const seeded = await Promise.all(
    cards.map(async (card, index): Promise<SeededCard> => {
      const id = randomUUID()
      const images = await Promise.all(
        places.map(async (orderNum) => {
          const { picture, variant } = pictureFor(card.ratio)
          const { original, thumbnail, tile, width, height, averageColor } =
            distinct === 'each' ? await variantOf(picture, variant) : picture
          const imageId = imageIdOf(id, orderNum)
          const write = distinct === 'each' ? files.write : files.writeOrLink
          await write(originalKey(imageId, 1), original)
          await write(thumbnailKey(imageId, 1, 64), thumbnail)
          const slot = index * imagesPerGeneration + orderNum
          sheet.place(slot, tile)
          return { width, height, averageColor, byteSize: original.byteLength, sheetId, slot }
        }),
      )
      return { ...card, id, images }
    }),
  )
  const encoded = await sheet.encode()
  for (const size of [32, 64] as const) await files.write(sheetKey(sheetId, size), encoded[size])
  return { sheetId, cards: seeded }
}

/** Fills a new project with finished cards. Returns its id. */
export async function seedProject(input: SeedInput): Promise<string> {
  const { random, pictures } = input
  const planned = planCards(input.cards, random)
  const files = openSeedFiles(input.filesFolder)
  const used = new Map<string, number>()
  const pictureFor = (ratio: string) => {
    const ofRatio = pictures.get(ratio) ?? []
    const count = used.get(ratio) ?? 0
    used.set(ratio, count + 1)
    const picture = ofRatio[count % ofRatio.length]
    if (!picture) throw new Error(`No picture was made for ${ratio}.`)
    return { picture, variant: Math.floor(count / ofRatio.length) }
  }
  const cards: SeededCard[] = []
  const sheetIds: string[] = []
  for (let start = 0; start < planned.length; start += cardsPerSheet) {
    const sheet = await seedSheet(input, files, planned.slice(start, start + cardsPerSheet), pictureFor)
    sheetIds.push(sheet.sheetId)
    cards.push(...sheet.cards)
    input.onProgress(cards.length)
  }
  const projectId = randomUUID()
  const title = `${input.cards} seeded cards`
  await insertSeededProject(input.db, { userId: input.userId, projectId, title }, { cards, sheetIds, random })
  await indexMissingPrompts(input.db, new AbortController().signal)
  return projectId
}
