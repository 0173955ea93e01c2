import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, openApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { openBoard } from '#web/testing/fake-board.ts'
import type { FakeServer } from '#web/testing/fake-server.ts'

type Status = GenerationShape['images'][number]['status']
const projectId = uuid(1)
const whole = completedGeneration(2)

/** The card with images in this state. */
const cardWith = (status: Status, over: Partial<GenerationShape['images'][number]> = {}): GenerationShape => ({
  ...whole,
  status: status === 'running' ? 'running' : 'failed',
  images: whole.images.map((each) => ({ ...each, status, imageUrl: null, averageColor: null, ...over })),
})
const slots = () => [...document.querySelectorAll<HTMLElement>('[data-image]')]
const statuses = () => slots().map((slot) => slot.dataset.status)

async function open(card: GenerationShape): Promise<FakeServer> {
  const server = await openApp(`/project/${projectId}?card=${card.id}`, { account: { generations: [card] } })
  await expect.poll(() => slots().length).toBe(4)
  return server
}

describe('an image that is being made', () => {
  let server: FakeServer
  beforeEach(async () => {
    server = await open(cardWith('running'))
  })
  const progress = (over: object) =>
    server.send('image-progress', {
      ...{ projectId, generationId: whole.id, imageId: whole.images[0]?.id },
      ...over,
    })

  it('shows how far it is, and a preview where the provider has one', async () => {
    progress({ fraction: 0.4, previewUrl: null })
    await expect.element(page.getByRole('img', { name: /^Image 1 .*40/ })).toBeVisible()
    expect(document.querySelector('.tile-waiting img')).toBeNull()
    progress({ fraction: 0.6, previewUrl: '/api/images/preview' })
    await expect
      .poll(() => document.querySelector('.tile-waiting img')?.getAttribute('src'))
      .toBe('/api/images/preview')
    await expectNoViolationsInBothThemes()
  })

  it('is canceled with the others of its card by one press', async () => {
    const asked: unknown[] = []
    server.reply({
      generations: {
        cancel(input) {
          asked.push(input)
          for (const [place, { id: imageId }] of whole.images.entries())
            server.send('image-changed', {
              ...{ seq: 2 + place, projectId, generationId: whole.id, imageId, status: 'cancelled' },
            })
          return cardWith('cancelled')
        },
      },
    })
    await page.getByRole('article').hover()
    await page.getByRole('button', { name: 'Cancel generation' }).click()
    await expect.poll(statuses).toEqual(Array(4).fill('cancelled'))
    expect(asked).toEqual([{ id: whole.id }])
    expect(slots()[0]?.textContent).toMatch(/^Cancelled\. Not charged\./)
  })
})

describe('an image that was refused', () => {
  it('says so without the words of the provider, that it was not charged, and can be retried', async () => {
    const error = { code: 'refused', message: 'zxq-vendor-words' } as const
    const card = cardWith('failed', { error })
    // Alike, they have one panel.
    const timedOut = { code: 'time-out', message: null } as const
    const images = card.images.map((each, place) => (place === 3 ? { ...each, error: timedOut } : each))
    const server = await open({ ...card, images })
    await expect.poll(statuses).toEqual(Array(4).fill('failed'))
    expect(slots()[0]?.textContent).toMatch(/^The model refused this prompt\. Not charged\./)
    expect(slots()[0]?.textContent).not.toContain('zxq')
    const asked: unknown[] = []
    server.reply({
      images: {
        retry(input) {
          asked.push(input)
          const [image] = cardWith('running').images
          if (!image) throw new Error('The card has no image.')
          server.send('image-changed', {
            ...{ seq: 2, projectId, generationId: whole.id, imageId: image.id, status: 'queued', error: null },
          })
          return image
        },
      },
    })
    await page.getByRole('button', { name: 'Retry image 1' }).click()
    await expect.poll(statuses).toEqual(['queued', 'failed', 'failed', 'failed'])
    expect(asked).toEqual([{ id: whole.images[0]?.id }])
  })
})

describe('four images that failed alike', () => {
  const panel = () => document.querySelector<HTMLElement>('.failed-panel')
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  it('say so once, and give the words and settings back to the bar', async () => {
    const error = { code: 'refused', message: 'No.' } as const
    await open({ ...cardWith('failed', { error }), prompt: 'a pear in a bowl' })
    await expect
      .poll(() => panel()?.querySelector('p')?.textContent)
      .toBe('The model refused this prompt. Nothing was charged.')
    expect(button('Retry').query()).toBeNull()
    await expectNoViolationsInBothThemes()
    await button('Change the words').click()
    await expect.element(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('a pear in a bowl')
  })

  it('are all tried again by one press where that can help', async () => {
    const server = await open(cardWith('failed', { error: { code: 'provider-down', message: 'No.' } }))
    server.reply({
      images: { retry: () => ({ ...(whole.images[0] as (typeof whole.images)[number]), status: 'queued' }) },
    })
    await button('Retry').click()
    await expect
      .poll(() => server.requests.filter(({ path }) => path.endsWith('/retry')).map(({ path }) => path))
      .toEqual(whole.images.map(({ id }) => `/api/images/${id}/retry`))
  })

  it('offer another model in the bar', async () => {
    await open(cardWith('failed', { error: { code: 'key', message: 'No.' } }))
    await button('Other model').click()
    await expect.element(page.getByRole('dialog', { name: 'Models' })).toBeVisible()
  })
})

describe('one failed image of a card', () => {
  it('has a Retry of its own, which leaves the other pictures as they are', async () => {
    const error = { code: 'refused', message: 'The model refused this prompt.' } as const
    const failed = { status: 'failed', imageUrl: null, averageColor: null, error } as const
    const card = { ...whole, images: whole.images.map((each, place) => (place === 2 ? { ...each, ...failed } : each)) }
    const third = card.images[2]
    if (!third) throw new Error('The card has no third image.')
    const pictures = () => [...document.querySelectorAll('[data-image] img')]
    const board = await openBoard({
      cards: [card],
      replies: { images: { retry: () => ({ ...third, status: 'queued', attempt: 2, error: null }) } },
    })
    await expect.poll(() => pictures().length).toBe(3)
    expect(statuses()).toEqual(['completed', 'completed', 'failed', 'completed'])
    const before = pictures()
    await page.getByRole('button', { name: 'Retry image 3' }).click()
    await expect.poll(() => board.requests.map(({ path }) => path)).toContain(`/api/images/${third.id}/retry`)
    board.sendImage(card, 2, { status: 'queued', attempt: 2, error: null })
    await expect.poll(() => statuses()[2]).toBe('queued')
    board.sendImage(card, 2, { status: 'completed', imageUrl: whole.images[2]?.imageUrl ?? null })
    await expect.poll(() => pictures().length).toBe(4)
    expect(before.every((picture) => pictures().includes(picture))).toBe(true)
  })
})
