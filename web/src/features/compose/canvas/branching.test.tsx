import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { expectNoViolationsInBothThemes } from '#web/testing/app-under-test.tsx'
import { attached, expectFocused, go } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import {
  cardBox,
  cardElement,
  grip,
  inCard,
  type OpenBoard,
  openBoard,
  requestedCard,
} from '#web/testing/fake-board.ts'
import { listedStyles } from '#web/testing/fake-catalogue.ts'
import { lostConnection, refuse } from '#web/testing/fake-server.ts'
import { middleOf, mouse } from '#web/testing/hands.ts'

const parent = completedGeneration(2, { prompt: 'pears on a sill' })
const kinds = page.getByRole('dialog', { name: 'Create New Branch' })
const panel = (name: string) => page.getByRole('dialog', { name, exact: true })
const text = page.getByPlaceholder('Describe what you want to create...')
const awaited = () => document.querySelector<HTMLElement>('[data-awaited]')

const open = (more: Partial<Parameters<typeof openBoard>[0]> = {}): Promise<OpenBoard> =>
  openBoard({ cards: [parent], account: { styles: listedStyles }, ...more })

/** Opens the kinds of a branch by the button of a card. */
async function askForBranch(card = parent): Promise<void> {
  await mouse.move(await grip(card))
  await inCard(card).getByRole('button', { name: 'Create branch' }).click()
}

async function createBranch(option: 'Enhance' | 'Remix'): Promise<void> {
  await askForBranch()
  await kinds.getByRole('button', { name: option }).click()
  await expect.element(panel(option)).toBeVisible()
}

/** The panel's place in whole pixels. */
const placeOf = (name: string) => {
  const { x, y, width } = panel(name).element().getBoundingClientRect()
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width) }
}

/** A board that takes a request and leaves its four images in work. */
async function openWaiting(): Promise<{ board: OpenBoard; made: () => GenerationShape }> {
  let made: GenerationShape | undefined
  const board = await open({
    replies: {
      generations: {
        request(asked) {
          const card = requestedCard(41, asked, parent)
          made = {
            ...card,
            status: 'running',
            images: card.images.map((image) => ({ ...image, status: 'running', imageUrl: null })),
          }
          board.make(made)
          return made
        },
      },
    },
  })
  return {
    board,
    made() {
      if (!made) throw new Error('Nothing was asked for.')
      return made
    },
  }
}

describe('the kinds of a branch', () => {
  it('are enhance, remix and motion, which is not available yet', async () => {
    await open()
    await askForBranch()
    for (const words of [
      'Improve quality and add details',
      'Create a variation with different style',
      'Animate this image (coming soon)',
    ])
      await expect.element(kinds.getByText(words)).toBeVisible()
    await kinds.getByRole('button', { name: 'Add Motion' }).click()
    await expect.element(page.getByText('Coming Soon', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Video generation will be available soon!')).toBeVisible()
    await expect.element(kinds).not.toBeInTheDocument()
    expect(text.query()).toBeNull()
  })

  it('are replaced by a notice where the card has no image', async () => {
    const refused: GenerationShape = {
      ...parent,
      status: 'failed',
      images: parent.images.map((image) => ({ ...image, status: 'failed', imageUrl: null, averageColor: null })),
    }
    await open({ cards: [refused] })
    await askForBranch()
    await expect.element(page.getByText('Parent generation has no image to edit')).toBeVisible()
    expect(kinds.query()).toBeNull()
  })
})

describe('the panel of a branch', () => {
  it('is where the card will be placed', async () => {
    await open()
    await createBranch('Enhance')
    await expect
      .poll(() => {
        const { x = 0, y = 0, width = 0 } = cardBox(parent) ?? {}
        const zoom = width / 800
        const panel = placeOf('Enhance')
        return [panel.x - x, panel.y - y, panel.width].map((length) => Math.round(length / zoom / 5) * 5)
      })
      .toEqual([900, 0, 800])
    await userEvent.keyboard('{Escape}')
  })

  it('does nothing without a prompt, and shows the reason', async () => {
    const board = await open()
    await createBranch('Remix')
    await text.fill('   ')
    await expect.element(go).toHaveAttribute('aria-disabled', 'true')
    await expect.element(go).toHaveAttribute('data-tooltip', 'Please enter a prompt')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await go.click({ force: true })
    await expect.element(panel('Remix')).toBeVisible()
    expect(board.asked()).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  it('is restored unchanged after images were chosen on the assets page', async () => {
    await open()
    await createBranch('Remix')
    await text.fill('as a woodcut')
    await page.getByRole('button', { name: 'Image prompt' }).click()
    await page.getByRole('button', { name: 'Select asset' }).click()
    await expect.poll(() => document.querySelectorAll('[data-asset]').length).toBe(4)
    await page.elementLocator(document.querySelector('[data-asset]') ?? document.body).click()
    await page.getByRole('button', { name: 'Use picture' }).click()
    await expect.element(panel('Remix').getByText('Prompt 1')).toBeVisible()
    await expect.element(text).toHaveValue('as a woodcut')
    await page.getByRole('button', { name: 'Remove Prompt 1' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
})

describe('the + of a picture', () => {
  it('opens the kinds beside it, over no scrim, and gives the picture the focus back by Escape', async () => {
    await open()
    const third = inCard(parent).getByRole('button', { name: 'Open image 3 of 4' })
    await mouse.move(middleOf(third))
    const plus = inCard(parent).getByRole('button', { name: 'Branch from this image' })
    const { right, top } = plus.element().getBoundingClientRect()
    await plus.click()
    await expect.element(kinds.getByText('Improve quality and add details')).toBeVisible()
    expect(document.querySelector('.scrim')).toBeNull()
    const box = kinds.element().getBoundingClientRect()
    expect([Math.round(box.width), Math.round(box.left - right), Math.round(box.top - top)]).toEqual([280, 8, 0])
    await expectNoViolationsInBothThemes()
    await userEvent.keyboard('{Escape}')
    await expect.element(kinds).not.toBeInTheDocument()
    await expectFocused(third)
  })

  it('gives the picture the focus back where motion is chosen, which is not available yet', async () => {
    await open()
    const third = inCard(parent).getByRole('button', { name: 'Open image 3 of 4' })
    await mouse.move(middleOf(third))
    await inCard(parent).getByRole('button', { name: 'Branch from this image' }).click()
    await kinds.getByRole('button', { name: 'Add Motion' }).click()
    await expect.element(kinds).not.toBeInTheDocument()
    await expectFocused(third)
  })

  it('leads to a panel that shows the image it starts from, beside the card that has it', async () => {
    await open()
    await mouse.move(middleOf(inCard(parent).getByRole('button', { name: 'Open image 2 of 4' })))
    await inCard(parent).getByRole('button', { name: 'Branch from this image' }).click()
    await kinds.getByRole('button', { name: 'Remix' }).click()
    await expect.element(panel('Remix').getByText('from image 2 of 4')).toBeVisible()
    const thumbnail = () => panel('Remix').element().querySelector<HTMLImageElement>('.compose-source img')
    await expect.poll(() => thumbnail()?.src ?? '').toContain(parent.images[1]?.id)
    await expect
      .poll(() => {
        const { x = 0, width = 0 } = cardBox(parent) ?? {}
        const own = placeOf('Remix')
        return x >= 68 && x + width <= own.x && own.x + own.width <= innerWidth - 16
      })
      .toBe(true)
  })
})

describe('Go in the panel', () => {
  it('shows a placeholder card at once, which becomes the real card at the same place', async () => {
    const answer = Promise.withResolvers<void>()
    const board = await open({
      replies: {
        generations: {
          async request(asked) {
            await answer.promise
            const made = requestedCard(41, asked, parent)
            board.make(made)
            return made
          },
        },
      },
    })
    await createBranch('Remix')
    await text.fill('as a woodcut')
    const { x, y } = placeOf('Remix')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => awaited()?.textContent).toContain('Generating images...')
    expect(awaited()?.querySelectorAll('.shimmer').length).toBe(4)
    await expect.element(panel('Remix')).not.toBeInTheDocument()
    const stood = awaited()?.getBoundingClientRect()
    // The panel is at whole pixels, the card where the zoom has it.
    expect(Math.abs((stood?.x ?? 0) - x)).toBeLessThanOrEqual(1)
    expect(Math.abs((stood?.y ?? 0) - y)).toBeLessThanOrEqual(1)
    answer.resolve()
    await expect.poll(() => cardElement({ id: completedGeneration(41).id })).not.toBeNull()
    await expect.poll(awaited).toBeNull()
    expect(board.asked()).toMatchObject([
      {
        prompt: 'as a woodcut',
        branchKind: 'remix',
        parentGenerationId: parent.id,
        parentImageId: parent.images[0]?.id,
        aspectRatio: '2:3',
        resolution: '1K',
        canvasX: parent.canvasX + 900,
        canvasY: parent.canvasY,
      },
    ])
  })

  it('branches from the image under the pointer, and announces its end', async () => {
    const { board, made } = await openWaiting()
    const third = inCard(parent).getByRole('button', { name: 'Open image 3 of 4' })
    await mouse.move(middleOf(third))
    await inCard(parent).getByRole('button', { name: 'Branch from this image' }).click()
    await kinds.getByRole('button', { name: 'Enhance' }).click()
    await expect.element(panel('Enhance').getByText('from image 3 of 4')).toBeVisible()
    await go.click()
    await expect
      .poll(() => board.asked())
      .toMatchObject([{ branchKind: 'enhance', parentImageId: parent.images[2]?.id }])
    await expect.poll(() => cardElement(made())).not.toBeNull()
    for (const place of [0, 1, 2, 3]) board.sendImage(made(), place, { status: 'completed' })
    await expect.element(page.getByText('Image edited successfully!')).toBeVisible()
  })

  it('shows why all images failed', async () => {
    const { board, made } = await openWaiting()
    await createBranch('Remix')
    await text.fill('as a woodcut')
    await go.click()
    await expect.poll(() => board.asked().length).toBe(1)
    await expect.poll(() => cardElement(made())).not.toBeNull()
    const error = { code: 'failed', message: 'The provider failed.' } as const
    for (const place of [0, 1, 2, 3]) board.sendImage(made(), place, { status: 'failed', error })
    await expect.element(page.getByText('Generation Failed', { exact: true })).toBeVisible()
  })

  it('sends the style and the attached images', async () => {
    const board = await open()
    await createBranch('Remix')
    await page.getByRole('button', { name: 'Style', exact: true }).click()
    await page.getByRole('button', { name: /^Pine Block/ }).click()
    await page.getByRole('button', { name: 'Add Style' }).click()
    const attach = async (chip: string, place: number) => {
      await panel('Remix').getByRole('button', { name: chip }).click()
      await page.getByRole('button', { name: `Attach “pears on a sill”, image ${place}` }).click()
    }
    await attach('Image prompt', 2)
    await attach('Image style', 4)
    await attach('Image style', 3)
    await expect.poll(() => attached().length).toBe(4)
    await page.getByRole('button', { name: 'Remove Style 2' }).click()
    await text.fill('as a woodcut')
    await go.click()
    await expect
      .poll(() => board.asked())
      .toMatchObject([
        {
          style: listedStyles.find(({ title }) => title === 'Pine Block')?.id,
          imagePrompts: [parent.images[1]?.id],
          styleReferences: [parent.images[2]?.id],
        },
      ])
  })

  it('reopens the panel with its content when the server refuses, and when the connection is lost', async () => {
    const board = await open({
      replies: { generations: { request: () => refuse('unavailable', { message: 'Too many people are painting.' }) } },
    })
    await createBranch('Remix')
    await text.fill('as a woodcut')
    await go.click()
    await expect.element(page.getByText('Generation Failed', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Too many people are painting.')).toBeVisible()
    await expect.element(text).toHaveValue('as a woodcut')
    expect(awaited()).toBeNull()
    board.reply({ generations: { request: lostConnection } })
    await go.click()
    await expect.element(page.getByText('Failed to generate images')).toBeVisible()
    await expect.element(text).toHaveValue('as a woodcut')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
})

describe('the first generation of a project', () => {
  it('shows four loading slots in the middle while it is asked for', async () => {
    const board = await open({
      cards: [],
      replies: { generations: { request: () => new Promise<never>(() => {}) } },
    })
    await expect.element(page.getByText('Nothing planted yet')).toBeVisible()
    const words = page.getByRole('region', { name: 'Prompt bar' }).getByRole('textbox')
    await expectFocused(words)
    // Words that an earlier test left in this tab are for an image of its own board.
    await words.fill('')
    await words.fill('a fig tree')
    await go.click()
    const placeholder = page.getByRole('status', { name: 'Generating images...' })
    await expect.element(placeholder).toBeVisible()
    expect(placeholder.element().querySelectorAll('.shimmer').length).toBe(4)
    await expect.element(page.getByText('Nothing planted yet')).not.toBeInTheDocument()
    const made = requestedCard(41, { prompt: 'a fig tree' })
    board.make(made)
    await expect.poll(() => cardElement(made)).not.toBeNull()
  })
})
