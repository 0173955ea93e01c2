import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'

const card = completedGeneration(2, { prompt: 'A red fox in the snow' })
const dialog = page.getByRole('dialog', { name: 'Describe image' })
const field = dialog.getByRole('textbox', { name: 'Description' })
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()

async function open() {
  let count = 0
  await openApp('/assets', {
    account: { generations: [card] },
    replies: {
      prompts: { languageModel: () => ({ languageModel: 'claude', price: 0 }) },
      images: {
        describe: () => {
          count += 1
          return { description: `Answer ${count}`, languageModel: 'claude', price: 0 }
        },
      },
    },
  })
  await page
    .getByRole('button', { name: `Select: ${card.prompt}` })
    .first()
    .click()
  await page.getByRole('button', { name: 'Describe', exact: true }).click()
  await expect.element(field).toBeVisible()
}

describe('the text that describes an image', () => {
  it('brings back a text written by hand after two answers', async () => {
    await open()
    await field.fill('My own long text')
    await press('Describe')
    await expect.element(field).toHaveValue('Answer 1')
    await press('Describe')
    await expect.element(field).toHaveValue('Answer 2')
    await press('Back to the text before')
    const seen = [(field.element() as HTMLTextAreaElement).value]
    const back = dialog.getByRole('button', { name: 'Back to the text before', exact: true })
    if (back.query()) {
      await back.click()
      seen.push((field.element() as HTMLTextAreaElement).value)
    }
    await field.click()
    await userEvent.keyboard('{Control>}z{/Control}')
    seen.push((field.element() as HTMLTextAreaElement).value)
    expect(seen).toContain('My own long text')
  })

  it('keeps what was written after an answer, when the text before is brought back', async () => {
    await open()
    await field.fill('Old')
    await press('Describe')
    await expect.element(field).toHaveValue('Answer 1')
    await field.fill('Answer 1 with an hour of my own words')
    await press('Back to the text before')
    await expect.element(field).toHaveValue('Old')
    await field.click()
    await userEvent.keyboard('{Control>}z{/Control}')
    const back = dialog.getByRole('button', { name: 'Back to the text before', exact: true })
    if (back.query()) await back.click()
    expect((field.element() as HTMLTextAreaElement).value).toContain('an hour of my own words')
  })
})
