import { describe, expect, it } from 'vitest'
import type { AssetShape } from '#contract/cards/asset.ts'
import { uuid } from '#contract/testing/builders.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { assetsOf, completedGeneration } from '#web/testing/fake-account.ts'

const fox = completedGeneration(2, { prompt: 'a red fox in the snow' })
const kite = completedGeneration(3, { prompt: 'a kite above the dunes' })
const [image] = assetsOf([fox])
const many = (count: number, from: number): AssetShape[] =>
  Array.from({ length: count }, (_, place) => ({ ...(image as AssetShape), id: uuid(from + place), width: 1_536 }))
const tiles = () => [...document.querySelectorAll<HTMLElement>('[data-asset]')]
const count = () => document.querySelector('.asset-count')?.textContent
const sizes = () => tiles().map((tile) => new URL(tile.querySelector('img')?.src ?? '').searchParams.get('size'))
const dayHeadings = () => [...document.querySelectorAll('.asset-day')].map(({ textContent }) => textContent)
const nextFrame = () => new Promise(requestAnimationFrame)

/** The event that a card was made. */
const madeEvent = (seq: number, { id, ...card }: typeof kite) => ({ seq, id, generationId: id, ...card })

describe('the list of assets', () => {
  it('has new images as soon as they are there, newest first', async () => {
    let items = assetsOf([fox])
    let reads = 0
    const { send, isFollowed } = await openApp('/assets', {
      replies: {
        assets: {
          list() {
            reads += 1
            return { items, nextCursor: null }
          },
        },
      },
    })
    await expect.poll(count).toBe('4 images')
    // Once the page follows its events, it reads the list again by itself.
    await expect.poll(isFollowed).toBe(true)
    await expect.poll(() => reads).toBe(2)
    items = assetsOf([kite, fox])
    send('generation-created', madeEvent(2, kite))
    await expect.poll(count).toBe('8 images')
    expect(tiles()[0]?.querySelector('img')?.alt).toBe(kite.prompt)
  })

  it('says how many there are while one page of them is loaded, and up to which number they are counted', async () => {
    let counted = { count: 3_941, isExact: true }
    const { isFollowed, send } = await openApp('/assets', {
      replies: { assets: { list: () => ({ items: many(60, 10_000), nextCursor: 'next' }), count: () => counted } },
    })
    await expect.poll(count).toBe('3,941 images')
    await expect.poll(isFollowed).toBe(true)
    counted = { count: 10_000, isExact: false }
    send('generation-deleted', { seq: 2, projectId: kite.projectId, generationId: kite.id, ids: [kite.id] })
    await expect.poll(count).toBe('10,000+ images')
  })

  it('says the number of images of a day once all of them are loaded', async () => {
    let nextCursor: string | null = 'next'
    await openApp('/assets', { replies: { assets: { list: () => ({ items: many(60, 10_000), nextCursor }) } } })
    await expect.poll(dayHeadings).toEqual([expect.not.stringContaining('image')])
    nextCursor = null
    await openApp('/assets', { replies: { assets: { list: () => ({ items: many(60, 10_000), nextCursor }) } } })
    await expect.poll(dayHeadings).toEqual([expect.stringContaining('60 images')])
  })

  it('loads small files while it is scrolled quickly, and sharp ones when it rests', async () => {
    await openApp('/assets', { replies: { assets: { list: () => ({ items: many(600, 10_000), nextCursor: null }) } } })
    await expect.poll(() => tiles().length).toBeGreaterThan(0)
    expect(new Set(sizes())).toEqual(new Set(['512']))
    const seen = new Set<string | null>()
    // Several screens in a frame are quick on every machine.
    for (let turn = 0; turn < 4; turn++) {
      scrollBy(0, 4_000)
      await nextFrame()
      await nextFrame()
      for (const size of sizes()) seen.add(size)
    }
    expect(seen.has('256')).toBe(true)
    await expect.poll(() => new Set(sizes())).toEqual(new Set(['512']))
  })

  it('is not read again for new and for deleted images where it was scrolled far', async () => {
    const pages = 5
    const asked: (string | undefined)[] = []
    let newest = assetsOf([fox])
    const { send } = await openApp('/assets', {
      replies: {
        assets: {
          list({ cursor }) {
            asked.push(cursor)
            const place = Number(cursor ?? 0)
            const items = place === 0 ? newest : many(60, 10_000 + 60 * place)
            return { items, nextCursor: place + 1 < pages ? String(place + 1) : null }
          },
        },
      },
    })
    // Once the page follows its events, it reads the list again by itself.
    await expect.poll(() => asked.filter((cursor) => cursor === undefined).length).toBe(2)
    await expect
      .poll(() => {
        scrollTo(0, document.documentElement.scrollHeight)
        return count()
      })
      .toBe('244 images')
    asked.length = 0
    newest = assetsOf([kite, fox])
    send('generation-created', madeEvent(2, kite))
    await expect.poll(count).toBe('248 images')
    expect(asked).toEqual([undefined])
    newest = assetsOf([fox])
    send('generation-deleted', { seq: 3, projectId: kite.projectId, generationId: kite.id, ids: [kite.id] })
    await expect.poll(count).toBe('244 images')
    expect(new Set(asked)).toEqual(new Set([undefined]))
  })
})
