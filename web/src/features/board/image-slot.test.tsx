import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { GenerationShape } from '#contract/generation.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, openApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'
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
    const server = await open(cardWith('failed', { error }))
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
