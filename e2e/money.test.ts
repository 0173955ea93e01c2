import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { newAccount, pressGo } from './support/person.ts'

let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Mara'), variables: { SKETCH_CREDITS: '30' } })
  page = journey.page
})
afterAll(() => journey.close())

const toast = (title: string) => page.locator('.toast').filter({ hasText: title })
const leftNow = () => page.getByText('30.00', { exact: true }).first()

it('credits are spent, missed, listed to the last of them, and enough again with a plan', async () => {
  // 250 tokens and 20 of the day are enough for two generations of 120 credits, with 30 left.
  const board = boardOf(journey.context, journey.app.url)
  for (const prompt of ['a walled garden', 'three pears']) await board.make({ prompt })
  await page.goto('/image')
  await pressGo(page, 'one too many')
  await toast('90.00 credits are missing. Nothing was made, and nothing was charged.').waitFor()
  await page.goto('/usage')
  await leftNow().waitFor()
  await page.getByRole('tab', { name: 'By project' }).click()
  await page.getByRole('rowheader', { name: 'three pears' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('usage.csv')
  const [head, ...lines] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(head).toBe('time,kind,credits,source,model,project,generation,image,purpose')
  expect(lines.reduce((sum, line) => sum + Number(line.split(',')[2]), 0)).toBeCloseTo(30)

  await page.goto('/billing-portal?plan=basic')
  await page.getByRole('button', { name: 'Change to Basic' }).click()
  await page.getByText('Upgraded to Basic').waitFor()
  await page.goto('/image')
  await pressGo(page, 'no longer too many')
  await page.waitForURL('**/project/**')
  await page.locator('[data-image][data-status=completed]').nth(3).waitFor()
  expect(page.errors).toEqual([])
})
