import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CardFileRecord, cardFile, type ProjectFile } from '#contract/board/project-file.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { exportOf, projectFileOf } from '#server-testing/exported-project.ts'
import { makeFoxProject } from '#server-testing/fox-project.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { cardRecord, fileId, filesOf, imageRecord, importZip, zipOf } from '#server-testing/project-files.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({
  variables: { PERSON_LIMITS: 'import-megabytes=20' },
  providers: [createInstantProvider({}, 'full-size')],
})

let ada: TestClient
let bob: TestClient
let projectId: string
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  projectId = await makeFoxProject(context.server, ada)
})

const send = (bytes: Buffer, person = bob) => importZip(context.server, person, bytes)

/** A project with its ids replaced by their places and its pictures by their pixels, so that two projects can be compared. */
async function withoutIds(zip: ReadonlyMap<string, Buffer>) {
  const file = projectFileOf(zip)
  const ids = [
    ...file.cards.flatMap((card) => [card.id, ...card.images.map(({ id }) => id)]),
    ...[...file.uploads, ...file.frames, ...file.notes].map(({ id }) => id),
  ]
  const named = (text: string) => ids.reduce((rest, id, place) => rest.replaceAll(id, `#${place}`), text)
  const pictures = await Promise.all(
    [...zip]
      .filter(([name]) => name.includes('/'))
      .map(async ([name, bytes]) => [named(name), (await sharp(bytes).raw().toBuffer()).toString('base64')] as const),
  )
  return { file: JSON.parse(named(JSON.stringify(file))) as ProjectFile, pictures: new Map(pictures.sort()) }
}

describe('an exported project', () => {
  it('contains tree, settings, feedback, places and the original pictures, and what cards refer to', async () => {
    const zip = await exportOf(ada, projectId)
    const { cards, uploads, view, frames, notes } = projectFileOf(zip)
    expect(cards.map(({ prompt }) => prompt)).toEqual(['a fox "quoted" 🦊', 'at night'])
    expect(cards[1]).toMatchObject({
      parentGenerationId: cards[0]?.id,
      isCollapsed: true,
      canvasX: 12_345,
      canvasY: -67,
    })
    expect(cards[0]?.images[1]?.feedback).toEqual(['star', 'like'])
    expect(cards[1]?.images[3]).toMatchObject({
      status: 'failed',
      file: null,
      error: { code: 'refused', message: 'No.' },
    })
    expect(frames).toMatchObject([{ title: 'Foxes', x: 0, y: 0, width: 900, height: 400 }])
    expect(notes).toMatchObject([{ text: '# Night\n\nThe *second* try.', x: 100.5, y: -20 }])
    expect([uploads.length, view?.zoomLevel]).toEqual([1, 0.5])
    const name = cards[0]?.images[0]?.file ?? ''
    expect((await sharp(zip.get(name)).metadata()).width).toBe(1_248)
    expect([...zip.keys()].filter((each) => each.includes('/'))).toHaveLength(8)
  })

  it('contains nothing about the account, keys or money', async () => {
    const text = String((await exportOf(ada, projectId)).get('project.json'))
    expect(text).not.toMatch(/@example|email|token|secret|price|storage/i)
    expect(text).not.toContain(ada.userId)
  })

  it('is imported as an equal one, in another account, at no cost', async () => {
    const credits = (await bob.send('GET', '/api/credits')).body
    const original = await exportOf(ada, projectId)
    const { status, body } = await send(await zipOf(original))
    expect(status).toBe(201)
    expect(await withoutIds(await exportOf(bob, body.id))).toEqual(await withoutIds(original))
    expect((await bob.send('GET', '/api/credits')).body).toEqual(credits)
    const { items } = (await bob.send<{ items: GenerationShape[] }>('GET', `/api/projects/${body.id}/generations`)).body
    expect(items.map(({ price }) => price)).toEqual([0, 0])
    const file = projectFileOf(original)
    const ids = new Set([...file.cards, ...file.frames, ...file.notes].map(({ id }) => id))
    const copy = projectFileOf(await exportOf(bob, body.id))
    expect([...copy.frames, ...copy.notes].some(({ id }) => ids.has(id))).toBe(false)
    expect(items.some(({ id }) => ids.has(id))).toBe(false)
    expect((await bob.raw('GET', `/api/images/${items[1]?.images[0]?.id}/file?size=64`)).status).toBe(200)
    const found = await bob.send<{ items: unknown[] }>('GET', '/api/assets?q=quoted')
    expect(found.body.items.length).toBeGreaterThan(0)
  })
})

/** Arbitrary trees of cards with images of every kind and any feedback. */
const anyCards: fc.Arbitrary<CardFileRecord[]> = fc
  .array(
    fc.record({
      parent: fc.nat(),
      from: fc.nat(),
      referred: fc.nat(),
      prompt: fc.string({ unit: 'grapheme', minLength: 1 }).filter((prompt) => {
        const read = cardFile.shape.prompt.safeParse(prompt)
        return read.success && read.data === prompt
      }),
      model: fc.constantFrom('sketch', 'an unknown model'),
      branchKind: fc.constantFrom('enhance' as const, 'remix' as const),
      rawMode: fc.boolean(),
      isCollapsed: fc.boolean(),
      canvasX: fc.integer({ min: -50_000, max: 50_000 }),
      canvasY: fc.integer({ min: 1, max: 50_000 }),
      conversationHistory: fc.array(fc.constantFrom('a fox', 'at night'), { maxLength: 5 }),
      images: fc.array(
        fc.record({
          status: fc.constantFrom('completed' as const, 'completed' as const, 'failed' as const, 'cancelled' as const),
          seed: fc.nat(1_000_000),
          feedback: fc.shuffledSubarray(['like' as const, 'star' as const, 'dislike' as const]),
          warnings: fc.array(fc.constant('It was cropped.'), { maxLength: 1 }),
        }),
        { maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((rows) => {
    const cards: CardFileRecord[] = []
    for (const [place, { parent, from, referred, images, branchKind, ...own }] of rows.entries()) {
      const above = parent % 3 === 0 ? undefined : cards[parent % Math.max(1, place)]
      const pictures = cards.flatMap((card) => card.images.filter(({ file }) => file !== null).map(({ id }) => id))
      const id = fileId(place + 1)
      // A moment apart: that is their order.
      const createdAt = new Date(Date.UTC(2026, 0, 1) + place).toISOString()
      cards.push(
        cardRecord(id, {
          ...own,
          createdAt,
          parentGenerationId: above?.id ?? null,
          parentImageId: above?.images[from % above.images.length]?.id ?? null,
          branchKind: above ? branchKind : null,
          imagePrompts: pictures.slice(0, 1),
          styleReferences: pictures.slice(1, 1 + (referred % 3)),
          images: images.map((image, orderNum) =>
            imageRecord(id.replace(/.$/, String(orderNum + 1)), {
              ...image,
              orderNum,
              createdAt,
              error: image.status === 'failed' ? { code: 'refused', message: 'No.' } : null,
            }),
          ),
        }),
      )
    }
    return cards
  })

describe('any project', () => {
  it('is the same after an import and another export', async () => {
    const eve = await signUp(context.server)
    await fc.assert(
      fc.asyncProperty(anyCards, async (cards) => {
        const original = new Map([...(await filesOf(cards))].map(([name, bytes]) => [name, Buffer.from(bytes)]))
        const { status, body } = await send(await zipOf(original), eve)
        expect(status).toBe(201)
        expect(await withoutIds(await exportOf(eve, body.id))).toEqual(await withoutIds(original))
      }),
      { numRuns: 20 },
    )
  })
})
