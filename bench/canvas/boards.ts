import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type APIRequestContext, request } from 'playwright-core'
import { cardHeightExpanded, cardWidth } from '#domain/layout/card.ts'

const seedProgram = fileURLToPath(new URL('../../server/src/seed/main.ts', import.meta.url))
const changesPerCall = 500
const crowdedSide = 20_000

/** The user whose boards are measured. */
export type Owner = { readonly email: string; readonly api: APIRequestContext }

/** Signs a user up over HTTP. */
export async function signUpOwner(url: string): Promise<Owner> {
  const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } })
  const email = `bench-${randomUUID()}@example.com`
  const data = { email, password: 'measure99', name: 'Bench', firstName: 'Bench' }
  const reply = await api.post('/api/auth/sign-up/email', { data })
  if (!reply.ok()) throw new Error(`The sign-up answered ${reply.status()}.`)
  return { email, api }
}

/**
 * More pictures than these are drawn from a common stock: each distinct one takes the machine a millisecond or more.
 */
const maxDistinct = 10_000

/**
 * Fills a project as `npm run seed` does. Returns its id.
 * @param pictures Distinct ones up to a limit; shared ones where pictures are not measured.
 */
export async function seedBoard(
  dataDir: string,
  email: string,
  cards: number,
  pictures: 'distinct' | 'shared' = 'distinct',
): Promise<string> {
  const distinct = pictures === 'shared' || cards > maxDistinct ? [] : ['--distinct']
  const child = spawn(process.execPath, [seedProgram, '--email', email, '--cards', String(cards), ...distinct], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The seed ended with ${code}.`)
  return (JSON.parse(said.trim().split('\n').at(-1) ?? '') as { projectId: string }).projectId
}

type Place = { readonly x: number; readonly y: number }

/** The ids and places of a board's cards. */
export async function placesOf({ api }: Owner, projectId: string): Promise<Map<string, Place>> {
  const text = await (await api.get(`/api/projects/${projectId}/board`)).text()
  const lines = text.trim().split('\n').slice(1)
  const cards = lines.flatMap((line) => JSON.parse(line) as [string, number, number, number, number, number][])
  return new Map(cards.map(([id, , , , x, y]) => [id, { x, y }]))
}

/** Moves all cards of a board to random places in 20000 × 20000. */
export async function crowd(owner: Owner, projectId: string, random: () => number): Promise<void> {
  const ids = [...(await placesOf(owner, projectId)).keys()]
  const changes = ids.map((generationId) => ({
    id: randomUUID(),
    kind: 'place',
    generationId,
    canvasX: Math.round(random() * (crowdedSide - cardWidth)),
    canvasY: Math.round(random() * (crowdedSide - cardHeightExpanded)),
  }))
  await change(owner, projectId, changes)
}

/** Sends changes of a board, as many at a time as the server takes. */
export async function change({ api }: Owner, projectId: string, changes: readonly object[]): Promise<void> {
  for (let from = 0; from < changes.length; from += changesPerCall) {
    const data = { changes: changes.slice(from, from + changesPerCall) }
    const reply = await api.post(`/api/projects/${projectId}/changes`, { data })
    if (!reply.ok()) throw new Error(`The changes answered ${reply.status()}: ${await reply.text()}`)
  }
}

/** The middle of a board's cards. */
async function middleOf(owner: Owner, projectId: string): Promise<Place> {
  const places = [...(await placesOf(owner, projectId)).values()]
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  // The largest board has more cards than a call may have arguments.
  const sample = places.filter((_, place) => place % Math.ceil(places.length / 20_000) === 0)
  return { x: middle(sample.map((place) => place.x)), y: middle(sample.map((place) => place.y)) }
}

/** Saves the view that shows the middle of the board at 100 %. */
export async function lookAtMiddle(owner: Owner, projectId: string): Promise<void> {
  const { x, y } = await middleOf(owner, projectId)
  const data = { zoomLevel: 1, panX: Math.round(720 - x), panY: Math.round(450 - y), lastViewedGenerationId: null }
  const reply = await owner.api.put(`/api/projects/${projectId}/canvas-state`, { data })
  if (!reply.ok()) throw new Error(`The view answered ${reply.status()}: ${await reply.text()}`)
}

/** Distances from the middle within which the gestures show pictures, or load them before they are seen. Board pixels. */
const shown = { left: 2_600, right: 7_200, upAndDown: 1_800 }
const thumbnailSizes = [256, 512]
const requestsAtOnce = 4

/**
 * Has the server make the thumbnails of the pictures that the gestures show. It makes them with each picture; a seeded
 * one has the smallest only, and is made the others when they are first requested.
 */
export async function makeThumbnails(owner: Owner, projectId: string): Promise<void> {
  const { x, y } = await middleOf(owner, projectId)
  const reply = await owner.api.get(`/api/projects/${projectId}/generations`)
  const { items } = (await reply.json()) as {
    items: { canvasX: number; canvasY: number; images: { imageUrl: string | null }[] }[]
  }
  const addresses = items
    .filter(
      ({ canvasX, canvasY }) =>
        canvasX > x - shown.left && canvasX < x + shown.right && Math.abs(canvasY - y) < shown.upAndDown,
    )
    .flatMap(({ images }) => images.flatMap(({ imageUrl }) => imageUrl ?? []))
    .flatMap((address) => thumbnailSizes.map((size) => `${address}?size=${size}`))
  const request = async () => {
    for (let address = addresses.pop(); address; address = addresses.pop()) await owner.api.get(address)
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, request))
}
