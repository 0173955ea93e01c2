import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type APIRequestContext, request } from 'playwright-core'
import sharp from 'sharp'
import { pixelSize } from '#domain/models/aspect-ratio.ts'
import { openDatabase, type SystemDatabase } from '#server/db/database.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { seedRatios } from '#server/seed/plan-cards.ts'
import { type SeedPicture, seedPictureOf } from '#server/seed/seed-pictures.ts'
import { findUser, seedProject } from '#server/seed/seed-project.ts'
import { startApp } from '../app-process.ts'
import { seededRandom } from './seeded-random.ts'

type Card = { readonly id: string; readonly projectId: string; readonly images: readonly { readonly id: string }[] }
export type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>

/** One person's projects, the same to the pixel in every run. */
export type VisualBoards = {
  readonly signedIn: StorageState
  /** A small tree with a failed picture and a refused card. */
  readonly garden: {
    readonly id: string
    readonly rootCard: string
    readonly middleCard: string
    readonly failedCard: string
  }
  /** 300 cards. */
  readonly crowd: { readonly id: string }
  readonly empty: { readonly id: string }
}

/** When every card was created, in the data; the pages' clocks are nine seconds later. */
export const madeAt = '2026-03-01T10:24:00Z'
export const clockAt = new Date('2026-03-01T10:24:09Z')

const email = 'mara@example.com'
const crowdCards = 300
/** As large as a picture is shown, on a third of the pixels to paint. */
const paintedSide = '512'
const maxWaitMs = 90_000
const quiet = { info: () => undefined, warn: () => undefined }

async function settled(api: APIRequestContext, projectId: string): Promise<void> {
  for (const until = Date.now() + maxWaitMs; Date.now() < until; ) {
    const reply = await api.get(`/api/projects/${projectId}/generations`)
    const { items } = (await reply.json()) as { items: { status: string }[] }
    if (items.every(({ status }) => status !== 'queued' && status !== 'running')) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The pictures take too long.')
}

/** Opens an API client of Mara, who is signed up first if she is new, and has seen all hints for new people. */
export async function openApi(url: string, signedIn?: StorageState): Promise<APIRequestContext> {
  const api = await request.newContext({
    baseURL: url,
    extraHTTPHeaders: { origin: url },
    ...(signedIn && { storageState: signedIn }),
  })
  if (signedIn) return api
  const data = { email, password: 'orchard9', name: 'Mara', firstName: 'Mara' }
  const reply = await api.post('/api/auth/sign-up/email', { data })
  if (!reply.ok()) throw new Error(`The sign-up answered ${reply.status()}.`)
  await api.put('/api/account/first-steps', { data: { done: 3 } })
  return api
}

/** Generates a card; with the same seed its pictures are always the same. */
export async function requestCard(api: APIRequestContext, data: object): Promise<Card> {
  const reply = await api.post('/api/generations', { data: { model: 'Sketch', seed: 7, ...data } })
  if (!reply.ok()) throw new Error(`The generation answered ${reply.status()}: ${await reply.text()}`)
  return (await reply.json()) as Card
}

async function makeGarden(api: APIRequestContext) {
  const root = await requestCard(api, {
    prompt: 'A still lake between pine hills, first light, mist on the water, a heron among the reeds',
    aspectRatio: '2:3',
  })
  const { projectId } = root
  await settled(api, projectId)
  const under = (parent: Card, column: number, row: number) => ({
    projectId,
    parentGenerationId: parent.id,
    parentImageId: parent.images[0]?.id,
    canvasX: 10_000 + column * 900,
    canvasY: 10_000 + row * 500,
  })
  const left = await requestCard(api, {
    ...under(root, -1, 1),
    prompt: 'The same lake in autumn, late sun between the trunks',
    aspectRatio: '2:3',
  })
  const middle = await requestCard(api, {
    ...under(root, 0, 1),
    prompt: 'The harvest indoors: three pears and a stoneware vase, one window, a Dutch still life',
    aspectRatio: '1:1',
  })
  const right = await requestCard(api, {
    ...under(root, 1, 1),
    prompt: 'A fox in the snow at dusk, risograph grain',
    aspectRatio: '4:3',
  })
  await settled(api, projectId)
  await requestCard(api, {
    ...under(left, -1, 2),
    prompt: 'Wide dunes, two suns, a caravan far away',
    aspectRatio: '16:9',
  })
  const failed = await requestCard(api, {
    ...under(middle, 0, 2),
    prompt: 'Dusk, the lamp just lit, violet shadow on the cloth [[fail:3]]',
    aspectRatio: '1:1',
  })
  await requestCard(api, {
    ...under(right, 1, 2),
    prompt: 'A portrait that the model refuses [[refuse]]',
    aspectRatio: '4:5',
  })
  await settled(api, projectId)
  await api.patch(`/api/projects/${projectId}`, { data: { title: 'Walled garden' } })
  const images = [root, left, middle, right].flatMap((card) => card.images.map(({ id }) => id))
  return { garden: { id: projectId, rootCard: root.id, middleCard: middle.id, failedCard: failed.id }, images }
}

/** Small crops of the garden's pictures, in several hues. */
async function picturesFrom(api: APIRequestContext, images: readonly string[]) {
  const random = seededRandom(1)
  const painted = await Promise.all(
    images.map(async (id) => (await api.get(`/api/images/${id}/file?format=png`)).body()),
  )
  const byRatio = new Map<string, SeedPicture[]>()
  for (const ratio of seedRatios) {
    const { width, height } = pixelSize(ratio, '1K')
    const pictures = painted.map((png) =>
      sharp(png)
        .resize({ width: Math.round(width / 4), height: Math.round(height / 4), fit: 'cover' })
        .modulate({ hue: Math.floor(random() * 360), brightness: 0.5 + random() / 2 })
        .jpeg({ quality: 80 })
        .toBuffer()
        .then(seedPictureOf),
    )
    byRatio.set(ratio, await Promise.all(pictures))
  }
  return byRatio
}

/** Changes the database of a server that runs on this data folder. */
async function withDatabase<Result>(dataDir: string, use: (db: SystemDatabase) => Promise<Result>): Promise<Result> {
  const postgres = await openEmbeddedPostgres({ dataDir, log: quiet })
  const database = openDatabase(postgres.connectionString, { connections: 2, onError: () => undefined })
  try {
    return await use(database.system)
  } finally {
    await database.close()
    await postgres.stop()
  }
}

/** Dates every card to the same minute, in the order of their creation. */
export const dateCards = (dataDir: string): Promise<void> =>
  withDatabase(dataDir, async (db) => {
    await db.execute(sql`
      update generations set created_at = ${madeAt}::timestamptz + place * interval '1 millisecond'
      from (select id as card, row_number() over (order by created_at, id) as place from generations) as ordered
      where card = id`)
    await db.execute(sql`update generated_images set created_at = ${madeAt}::timestamptz`)
  })

/** Creates the account and its boards with a server that paints, and stops it. */
export async function makeVisualBoards(dataDir: string): Promise<VisualBoards> {
  const app = await startApp(dataDir, { SKETCH_LONGEST_SIDE: paintedSide })
  const api = await openApi(app.url)
  try {
    const { garden, images } = await makeGarden(api)
    const empty = (await (await api.post('/api/projects', { data: { title: 'New Project' } })).json()) as { id: string }
    const pictures = await picturesFrom(api, images)
    const crowdId = await withDatabase(dataDir, async (db) => {
      const userId = await findUser(db, email)
      if (!userId) throw new Error('The account is not there.')
      return seedProject({
        db,
        filesFolder: join(dataDir, 'files'),
        userId,
        cards: crowdCards,
        pictures,
        distinct: 'some',
        random: seededRandom(2),
        onProgress: () => undefined,
      })
    })
    return { signedIn: await api.storageState(), garden, crowd: { id: crowdId }, empty }
  } finally {
    await api.dispose()
    await app.stop()
  }
}
