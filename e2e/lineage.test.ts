import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardOf } from './support/board-of.ts'
import type { Journey } from './support/journey.ts'
import {
  cardsByPrompt,
  chooseCard,
  type LakeBoard,
  makeLakeBoard,
  openLakeBoard,
  openLakeJourney,
} from './support/lake-board.ts'

let journey: Journey
let page: Journey['page']
let board: ReturnType<typeof boardOf>
let cards: LakeBoard

beforeAll(async () => {
  journey = await openLakeJourney()
  page = journey.page
  board = boardOf(journey.context, journey.app.url)
  cards = await makeLakeBoard(board)
}, 240_000)
afterAll(() => journey.close())

const dialog = (name: string) => page.getByRole('dialog', { name })

describe('the lineage of a board', () => {
  it('is changed: a change applied to another card, and a branch run again, for the prices that were shown', async () => {
    const { projectId, boat, bare, night } = cards
    await openLakeBoard(page, cards)
    await chooseCard(page, boat)
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Apply this change to…' }).click()
    await dialog('Apply this change').getByLabel('Search prompts and models').fill('bare')
    await dialog('Apply this change')
      .getByRole('button', { name: /^A still lake between bare hills/ })
      .click()
    await dialog('Apply this change').getByText('4 images · 4.00 credits').waitFor()
    await dialog('Apply this change').getByRole('button', { name: /^Go\b/ }).click()
    const prompt = 'A still lake between bare hills, a rowing boat'
    const stored = async () => cardsByPrompt(board, projectId)
    await expect.poll(async () => (await stored()).get(prompt)?.parentGenerationId).toBe(bare.id)
    expect((await stored()).get(prompt)).toMatchObject({
      parentImageId: bare.images[0]?.id,
      branchKind: 'remix',
      price: 400,
    })

    await page.goto(`/project/${projectId}?card=${boat.id}`)
    await chooseCard(page, boat)
    await page.keyboard.press('r')
    const panel = dialog('Run this branch again')
    await panel.getByText('2 cards will be made again').waitFor()
    await panel.getByRole('textbox').fill('A still lake with a sail')
    await panel.getByRole('button', { name: 'Run again, 2 cards · 8 images · 8.00 credits' }).click()
    const again = async () => (await stored()).get('A still lake with a sail')
    await expect.poll(again).toBeDefined()
    const below = async () => {
      const sail = await again()
      return (await board.generations(projectId)).filter(({ parentGenerationId }) => parentGenerationId === sail?.id)
    }
    await expect.poll(async () => (await below()).map(({ prompt: words }) => words)).toEqual([night.prompt])
    expect(page.errors).toEqual([])
  })

  it('is exported: a path as a strip of pictures and as an animation', async () => {
    const { projectId, night } = cards
    await page.goto(`/project/${projectId}?card=${night.id}`)
    await chooseCard(page, night)
    await page.keyboard.press('p')
    for (const [item, name] of [
      ['Picture strip (PNG)', /^path-.*\.png$/],
      ['Animation (WebP)', /^path-.*\.webp$/],
    ] as const) {
      await dialog('Path to here').getByRole('button', { name: 'Export' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: item }).click()
      expect((await download).suggestedFilename()).toMatch(name)
      const { format, pages = 1, width, height } = await sharp(await (await download).path()).metadata()
      // Three steps side by side, and three one after the other.
      expect([format, pages]).toEqual(item.startsWith('Picture') ? ['png', 1] : ['webp', 3])
      expect(width > height).toBe(item.startsWith('Picture'))
    }
    expect(page.errors).toEqual([])
  })
})
