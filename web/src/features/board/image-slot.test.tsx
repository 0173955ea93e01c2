import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import { image } from '#contract/testing/builders.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { cardElement, grip, inCard, openBoard } from '#web/testing/fake-board.ts'
import { mouse } from '#web/testing/hands.ts'

const whole = completedGeneration(2)
const cardWith = (change: (image: ImageShape, place: number) => ImageShape, status: GenerationShape['status']) => ({
  ...whole,
  status,
  images: whole.images.map(change),
})
const failed = {
  status: 'failed',
  imageUrl: null,
  averageColor: null,
  error: { code: 'refused', message: 'The model refused this prompt.' },
} as const

const slots = () => [...(cardElement(whole)?.querySelectorAll<HTMLElement>('[data-image]') ?? [])]
const statuses = () => slots().map(({ dataset }) => dataset.status)
const pictures = () => [...(cardElement(whole)?.querySelectorAll('[data-image] img') ?? [])]

describe('a failed image slot', () => {
  it('shows the reason and that it cost nothing, with a Retry of its own that leaves the other pictures as they are', async () => {
    const card = cardWith((image, place) => (place === 2 ? { ...image, ...failed } : image), 'completed')
    const third = card.images[2] ?? image()
    const board = await openBoard({
      cards: [card],
      replies: { images: { retry: () => ({ ...third, status: 'queued', attempt: 2, error: null }) } },
    })
    expect(statuses()).toEqual(['completed', 'completed', 'failed', 'completed'])
    await expect.element(page.getByText('The model refused this prompt. Not charged.')).toBeVisible()
    await expect.poll(() => pictures().length).toBe(3)
    const before = pictures()
    await page.getByRole('button', { name: 'Retry image 3' }).click()
    await expect.poll(() => board.requests.map(({ path }) => path)).toContain(`/api/images/${third.id}/retry`)
    board.sendImage(card, 2, { status: 'queued', attempt: 2, error: null })
    await expect.poll(() => statuses()[2]).toBe('queued')
    board.sendImage(card, 2, { status: 'completed', imageUrl: whole.images[2]?.imageUrl ?? null })
    await expect.poll(() => statuses()[2]).toBe('completed')
    await expect.poll(() => pictures().length).toBe(4)
    expect(before.every((picture) => pictures().includes(picture))).toBe(true)
  })
})

describe('a card in work', () => {
  it('is canceled by its button', async () => {
    const running = cardWith(
      (image) => ({ ...image, status: 'running', imageUrl: null, averageColor: null }),
      'running',
    )
    const board = await openBoard({ cards: [running], replies: { generations: { cancel: () => running } } })
    expect(statuses()).toEqual(Array(4).fill('running'))
    await mouse.move(await grip(running))
    await inCard(running).getByRole('button', { name: 'Cancel generation' }).click()
    await expect.poll(() => board.requests.map(({ path }) => path)).toContain(`/api/generations/${running.id}/cancel`)
    for (const place of [0, 1, 2, 3]) board.sendImage(running, place, { status: 'cancelled' })
    await expect.poll(statuses).toEqual(Array(4).fill('cancelled'))
    expect(inCard(running).getByRole('button', { name: 'Cancel generation' }).query()).toBeNull()
  })
})
