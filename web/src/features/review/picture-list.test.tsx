import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoViolationsInBothThemes, openApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { comment, linkPath, livingLink } from '#web/testing/fake-link.ts'
import { groupPictures } from './picture-list.tsx'
import { shownOf } from './review-state.ts'
import { boardWith, cardWith } from './testing/builders.ts'

const root = completedGeneration(2, { prompt: 'A lighthouse at dusk' })
const imageId = root.images[0]?.id ?? ''
const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = page.getByLabelText('Say something about the picture')

describe('groupPictures', () => {
  const cards = [cardWith('old'), cardWith('framed', { canvasX: 5_000 }), cardWith('new', { canvasX: 2_000 })]
  const ids = (groups: ReturnType<typeof groupPictures>) =>
    groups.map(({ frame, pictures }) => [frame?.title ?? null, pictures.map(({ image }) => image.id)])

  it('lists the newest card first where there is no frame, its pictures in their order', () =>
    expect(ids(groupPictures(shownOf(boardWith(cards.slice(0, 2)))))).toEqual([
      [null, ['framed-0', 'framed-1', 'old-0', 'old-1']],
    ]))

  it('lists the pictures of frames first, each with its title', () => {
    const frame = { id: 'frame', title: 'For the cover', x: 4_900, y: -100, width: 1_200, height: 800 }
    expect(ids(groupPictures(shownOf({ ...boardWith(cards), frames: [frame] })))).toEqual([
      ['For the cover', ['framed-0', 'framed-1']],
      [null, ['new-0', 'new-1', 'old-0', 'old-1']],
    ])
  })
})

describe('the page of a link on a phone', () => {
  beforeEach(() => page.viewport(390, 844))
  const visit = (options: Parameters<typeof livingLink>[0] = {}) =>
    openApp(linkPath, livingLink({ cards: [root], ...options }))

  it('shows the pictures below each other as wide as the screen, and votes there', async () => {
    await visit({ visitorName: 'Oda' })
    await expect.element(page.getByText('by Mara')).toBeVisible()
    await expect.element(page.getByText('Tap a picture to comment.')).toBeVisible()
    expect(document.querySelector('.canvas')).toBeNull()
    const picture = document.querySelector(`button[data-image="${imageId}"] img`)
    expect(picture?.getBoundingClientRect().width).toBe(390)
    expect(document.documentElement.scrollWidth).toBe(390)
    await button(/^Like, 0 likes/)
      .first()
      .click()
    await expect.element(button(/^Take your like back, 1 like/)).toBeVisible()
    await expectNoViolationsInBothThemes()
  })

  it('shows one picture with a field for the whole of it, and turns the page by a swipe', async () => {
    await visit({ visitorName: 'Oda', comments: [comment({ imageId, text: 'Darker?' })] })
    await button('Open image 1 of').click()
    await expect.element(page.getByText('Darker?')).toBeVisible()
    await expect.element(page.getByText('1 of 4')).toBeVisible()
    await field.fill('This one for the cover.')
    await button('Send').click()
    await expect.element(page.getByText('This one for the cover.')).toBeVisible()
    const stage = document.querySelector('.review-stage')
    const touch = (x: number) => new Touch({ identifier: 1, target: stage ?? document.body, clientX: x, clientY: 300 })
    stage?.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(300)], bubbles: true }))
    stage?.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(100)], bubbles: true }))
    await expect.element(page.getByText('2 of 4')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('turns the pages in the order of the list', async () => {
    const newer = completedGeneration(9, { prompt: 'A harbor at noon', canvasX: root.canvasX + 900 })
    await visit({ cards: [root, newer] })
    await button('Open image 4 of A harbor at noon').click()
    await expect.element(page.getByText('4 of 8')).toBeVisible()
    await button('Next image').click()
    await expect.element(page.getByRole('dialog', { name: 'A lighthouse at dusk' })).toBeVisible()
    await expect.element(page.getByText('5 of 8')).toBeVisible()
  })

  it('opens the board from its menu, and the list again', async () => {
    await visit()
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Open the board' }).click()
    await expect.poll(() => document.querySelector('.canvas')).not.toBeNull()
    await button('Show the pictures below each other').click()
    await expect.element(page.getByText('Tap a picture to comment.')).toBeVisible()
  })
})
