import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'
import { openByKeys } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { openBoard } from '#web/testing/fake-board.ts'
import { refuse } from '#web/testing/fake-server.ts'
import { namedReference, referenceUse } from '#web/testing/fake-words.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function runCommand(words: string) {
  const palette = page.getByRole('combobox', { name: 'Type a command' })
  await openByKeys('{Control>}k{/Control}', palette)
  await palette.fill(words)
  await userEvent.keyboard('{Enter}')
}

describe('late and refused replies of the dialog', () => {
  it('leave the next form open, where they are of one that was left', async () => {
    await openBoard({
      cards: [completedGeneration(2, { prompt: 'A lake' })],
      replies: {
        references: {
          list: () => ({ items: [], nextCursor: null }),
          create: async ({ name, kind }) => {
            await pause(1_500)
            return { ...namedReference(), name, ...(kind && { kind }) }
          },
        },
      },
    })
    await userEvent.keyboard('{Control>}a{/Control}')
    await runCommand('Save as reference')
    const name = page.getByRole('form').getByLabelText('Name', { exact: true })
    await name.fill('anna')
    await page.getByRole('form').getByRole('button', { name: 'Save', exact: true }).click()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect.element(name).not.toBeInTheDocument()
    await runCommand('Save as reference')
    await name.fill('berta')
    await pause(2_000)
    expect(name.query()).not.toBeNull()
    await expect.element(name).toHaveValue('berta')
  })

  it('read the prices again, where remaking was refused for another one', async () => {
    const server = await openApp('/edit', {
      account: { references: [namedReference()] },
      replies: {
        references: {
          uses: () => ({ items: [referenceUse(3)], nextCursor: null, savedPrompts: [] }),
          remake: () => refuse('conflict', { message: 'It costs another price now.' }),
        },
      },
    })
    await expect.element(page.getByRole('link', { name: 'Espalier', exact: true })).toBeVisible()
    await runCommand('saved prompts')
    await page.getByRole('tab', { name: 'References', exact: true }).click()
    await page.getByRole('button', { name: 'Uses of @anna', exact: true }).click()
    const reads = () => server.requests.filter(({ path }) => path.includes('/uses')).length
    await expect.poll(reads).toBe(1)
    await page.getByRole('button', { name: /^Remake \d/ }).click()
    await expect.element(page.getByText('It costs another price now.')).toBeVisible()
    await pause(500)
    expect(reads()).toBe(2)
  })
})
