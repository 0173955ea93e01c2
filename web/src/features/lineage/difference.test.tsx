import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolations } from '#web/testing/app-under-test.tsx'
import { expectFocused, focus } from '#web/testing/composer.ts'
import { cardElement, grip, type OpenBoard, onScreen, openBoard, selectedCards } from '#web/testing/fake-board.ts'
import { listedStyles } from '#web/testing/fake-catalogue.ts'
import { fingers, middleOf, mouse } from '#web/testing/hands.ts'
import { bare, boat, lakeCards, lineToBoat, night, numberedCard, pricedModels, root } from '#web/testing/lake-cards.ts'

const panel = page.getByRole('dialog', { name: 'What changed' })
const applying = page.getByRole('dialog', { name: 'Apply this change' })
const open = (on = boat): Promise<OpenBoard> =>
  openBoard({ cards: lakeCards, on, account: { models: pricedModels, styles: listedStyles } })

/** Opens the change that made a card by its key, and waits until its panel has the focus. */
async function openChange(card = boat): Promise<void> {
  await mouse.press(await grip(card))
  await expect.poll(selectedCards).toEqual([card.id])
  await userEvent.keyboard('w')
  await expectFocused(panel)
}

const marked = (kind: 'ins' | 'del', dialog = panel) => dialog.element().querySelector(kind)?.textContent

describe('the change between two cards', () => {
  it('is shown along the hovered line, word by word, and disappears with the pointer', async () => {
    await open()
    await expect.poll(() => document.querySelector('[data-connector]')).not.toBeNull()
    await mouse.move(onScreen(lineToBoat))
    await expect.element(panel).toBeVisible()
    expect(marked('ins')).toBe(', a rowing boat')
    await expect.element(panel.getByText('image 3')).toBeVisible()
    await mouse.move({ x: 80, y: 600 })
    await expect.element(panel).not.toBeInTheDocument()
  })

  it('is shown by a key, holds the focus, and gives it back', async () => {
    await open(night)
    await openChange(night)
    await expect.element(panel.getByText('Ratio')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement === cardElement(night)).toBe(true)
  })

  it('names removed words as well as added ones', async () => {
    await open(bare)
    await openChange(bare)
    await expect.poll(() => [marked('del'), marked('ins')]).toEqual(['pine', 'bare'])
    await userEvent.keyboard('{Escape}')
  })

  it('has a chip for each change: model, style, references, ratio, size, raw, image and seed', async () => {
    const parent = numberedCard(20, { prompt: 'a pear' })
    const [first = parent.images[0], second] = parent.images
    const child = numberedCard(40, {
      prompt: 'a pear',
      parentGenerationId: parent.id,
      parentImageId: second?.id ?? null,
      branchKind: 'remix',
      model: 'a model of elsewhere',
      imagePrompts: [first?.id ?? uuid(9)],
      styleReferences: [second?.id ?? uuid(9)],
      settings: {
        style: listedStyles.find(({ title }) => title === 'Pine Block')?.id ?? null,
        aspectRatio: '16:9',
        resolution: '2K',
        rawMode: true,
        seed: 8,
      },
      canvasX: 10_900,
    })
    await openBoard({ cards: [parent, child], on: child, account: { styles: listedStyles } })
    await openChange(child)
    const chips = () =>
      [...document.querySelectorAll('.change-chip')].map((chip) => chip.firstElementChild?.textContent)
    await expect
      .poll(chips)
      .toEqual(['Model', 'Style', 'Image prompts', 'Image styles', 'Ratio', 'Size', 'Raw', 'From', 'Seed'])
    for (const words of ['Pine Block', 'a model of elsewhere', 'image 2'])
      await expect.element(panel.getByText(words)).toBeVisible()
    await userEvent.keyboard('{Escape}')
  })
})

describe('the same change on another card', () => {
  it('is chosen and shown by keyboard alone', async () => {
    await open(night)
    await openChange(night)
    await focus(page.getByRole('button', { name: 'Apply this change to…' }))
    await userEvent.keyboard('{Enter}')
    await expectFocused(applying.getByLabelText('Search prompts and models'))
    await userEvent.keyboard('bare')
    await focus(applying.getByRole('button', { name: /^A still lake between bare hills/ }))
    await userEvent.keyboard('{Enter}')
    await expect.element(applying.getByText('16:9')).toBeVisible()
    expect(marked('ins', applying)).toBe(', at night')
    await userEvent.keyboard('{Escape}')
    await expect.element(applying).not.toBeInTheDocument()
  })

  it('is made after a preview of the new prompt and its price, from a tap on the line on a phone', async () => {
    await page.viewport(390, 844)
    const board = await open(root)
    await expect.poll(() => document.querySelector('[data-connector]')).not.toBeNull()
    await fingers.tap(onScreen(lineToBoat))
    await expect.element(panel).toBeVisible()
    await expectNoViolations()
    await fingers.tap(middleOf(page.getByRole('button', { name: 'Apply this change to…' })))
    await expect.element(applying).toBeVisible()
    await applying.getByRole('button', { name: /^A still lake between bare hills Sketch/ }).click()
    await expect.element(applying.getByText('4 images · 4.00 credits')).toBeVisible()
    expect(marked('ins', applying)).toBe(', a rowing boat')
    await expectNoViolations()
    await applying.getByRole('button', { name: /^Go\b/ }).click()
    await expect.poll(board.asked).toMatchObject([
      {
        prompt: 'A still lake between bare hills, a rowing boat',
        parentGenerationId: bare.id,
        parentImageId: bare.images[0]?.id,
        branchKind: 'remix',
      },
    ])
  })
})
