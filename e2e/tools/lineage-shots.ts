import type { Page } from 'playwright-core'
import type { Account } from './seed-account.ts'
import type { Shot } from './shot.ts'

const settleMs = 900

/** Selects a card of the tree, which brings it into view near enough to be an element. */
const chooseCard = (place: number) => async (page: Page) => {
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await page.waitForTimeout(settleMs)
  await page.getByRole('treeitem').first().focus()
  for (let step = 0; step < place; step += 1) await page.keyboard.press('ArrowDown')
  await page.waitForTimeout(settleMs)
}

const press = (card: number, ...keys: string[]) => ({
  after: async (page: Page) => {
    await chooseCard(card)(page)
    for (const key of keys) {
      await page.keyboard.press(key)
      await page.waitForTimeout(settleMs)
    }
  },
})

const click = (card: number, key: string, ...names: (string | RegExp)[]) => ({
  after: async (page: Page) => {
    await press(card, key).after(page)
    for (const name of names) {
      await page.getByRole('button', { name }).first().click()
      await page.waitForTimeout(settleMs)
    }
  },
})

/** Imports a picture of the board with its provenance. */
const rebuild = {
  after: async (page: Page) => {
    await chooseCard(1)(page)
    const data = await page.evaluateHandle(async () => {
      const id = document.querySelector<HTMLElement>('[data-image]')?.dataset.image
      const picture = await (await fetch(`/api/images/${id}/history`)).blob()
      const transfer = new DataTransfer()
      transfer.items.add(new File([picture], 'lake.png', { type: 'image/png' }))
      return transfer
    })
    await page.locator('.canvas').dispatchEvent('drop', { dataTransfer: data })
    await page.waitForTimeout(settleMs)
  },
}

/** The path to a picture, what changed, what it cost and which branch won. */
export const lineageShots = (account: Account): Shot[] => {
  const board = { path: `/project/${account.lineageProject}`, isSignedIn: 'regular' } as const
  return [
    { name: 'lineage-difference', ...board, prepare: press(3, 'w') },
    {
      name: 'lineage-apply-preview',
      ...board,
      prepare: click(2, 'w', 'Apply this change to…', /^A still lake between bare/),
    },
    { name: 'lineage-path', ...board, prepare: press(3, 'p') },
    { name: 'lineage-compare', ...board, prepare: press(0, 'Control+a', 'x') },
    { name: 'lineage-compare-slider', ...board, prepare: click(0, 'x', 'Slider') },
    { name: 'lineage-gathered', ...board, prepare: press(0, 'Shift+X', 'ArrowDown', 'Shift+X') },
    { name: 'lineage-cull', ...board, prepare: press(0, 'k') },
    { name: 'lineage-cost', ...board, prepare: press(0, 'e') },
    { name: 'lineage-rerun', ...board, prepare: press(1, 'r') },
    { name: 'lineage-rebuild', ...board, prepare: rebuild },
    { name: 'lineage-race', ...board, path: `/project/${account.raceProject}`, prepare: press(0) },
    { name: 'lineage-time', ...board, prepare: press(0, 't', 'ArrowLeft', 'ArrowLeft') },
  ]
}
