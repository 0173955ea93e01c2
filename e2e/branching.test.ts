import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardOf } from './support/board-of.ts'
import { branchFrom, branchPanel, branchText } from './support/branch-panel.ts'
import { go } from './support/composer.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { newAccount } from './support/person.ts'

let journey: Journey
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
})
afterAll(() => journey.close())

describe('a branch', () => {
  it('is made from a picture with a style and a reference, and its placeholder becomes the card', async () => {
    const { app, context, page } = journey
    const board = boardOf(context, app.url)
    const { id, projectId, images, canvasX, canvasY } = await board.make({ prompt: 'pears on a sill' })
    await page.goto(`/project/${projectId}?card=${id}`)
    await page.locator(`[data-card="${id}"]`).waitFor()
    await branchFrom(page, id, 'Remix')
    const panel = branchPanel(page, 'Remix')
    await branchText(page).fill('as a woodcut')
    await page.getByRole('button', { name: 'Style', exact: true }).click()
    await page.getByRole('button', { name: /^Pine Block/ }).click()
    await page.getByRole('button', { name: 'Add Style' }).click()
    await panel.getByRole('button', { name: 'Image prompt' }).click()
    await page.getByRole('button', { name: 'Attach “pears on a sill”, image 2' }).click()
    await panel.getByText('Prompt 1').waitFor()
    await go(page).click()
    await page.getByText('Image edited successfully!').waitFor()
    const child = (await board.finished(projectId)).find(({ parentGenerationId }) => parentGenerationId === id)
    expect(child).toMatchObject({
      status: 'completed',
      prompt: 'as a woodcut',
      branchKind: 'remix',
      parentImageId: images[0]?.id,
      imagePrompts: [images[1]?.id],
      settings: { style: expect.any(String) },
      canvasX: canvasX + 900,
      canvasY,
    })
    await page.locator(`[data-card="${child?.id}"]`).waitFor()
    await expect.poll(() => page.locator('[data-awaited]').count()).toBe(0)
    expect(page.errors).toEqual([])
  })
})
