import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedModel, startScriptedModel } from '#server-testing/scripted-model.ts'
import { type Journey, openJourney, openScreen } from './support/journey.ts'
import { newAccount } from './support/person.ts'

let model: ScriptedModel
let journey: Journey
beforeAll(async () => {
  model = await startScriptedModel()
  const setting = `provider=compatible,model=scripted,url=${model.url}`
  journey = await openJourney({ variables: { ASSISTANT_MODEL: setting, SKETCH_CREDITS: '1' } })
})
afterAll(async () => {
  await journey.close()
  await model.stop()
})

let context: Journey['context']
let page: Journey['page']
beforeEach(async () => {
  ;({ context, page } = await openScreen(journey.app, { account: newAccount('Ines') }))
})
afterEach(async () => {
  expect(page.errors).toEqual([])
  await context.close()
})

const panelOf = (of: Pick<Journey['page'], 'getByRole'>) => of.getByRole('dialog', { name: 'Assistant' })

describe('the assistant', () => {
  it('shows its steps and their price, makes the card after Go, and takes all of it back', async () => {
    const made = { tool: 'generate_images', input: { prompt: 'A lake at dusk', count: 2, why: 'It is asked for.' } }
    model.script('Paint a lake', { text: 'One card. ', calls: [made] }, { text: 'There it is.' })
    const headers = { origin: journey.app.url }
    const created = await context.request.post('/api/projects', { data: { title: 'Lakes' }, headers })
    const { id } = (await created.json()) as { id: string }
    await page.goto(`/project/${id}`)
    await page.getByRole('button', { name: 'Assistant' }).click()
    const panel = panelOf(page)
    await panel.getByRole('textbox', { name: 'Ask the assistant' }).fill('Paint a lake')
    await page.keyboard.press('Enter')
    await panel.getByText('“It is asked for.”').waitFor()
    await panel.getByRole('button', { name: 'Go for 2.00' }).waitFor()
    expect(await page.locator('[data-image]').count()).toBe(0)

    // A second page of the same person reads along.
    const second = await context.newPage()
    await second.goto(`/project/${id}`)
    await second.getByRole('button', { name: 'Assistant' }).click()
    await panel.getByRole('button', { name: 'Go for 2.00' }).click()
    await panelOf(second).getByText('There it is.').waitFor()
    await second.close()

    await panel.getByText('There it is.').waitFor()
    await page.locator('[data-image]').first().waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Assistant' }).click()
    await panel.getByText('2.00 credits').waitFor()
    await panel.getByRole('button', { name: 'Undo all it did' }).click()
    await panel.getByText('Undone. Its cards are in the trash.').waitFor()
    await expect.poll(() => page.locator('[data-image]').count(), { timeout: 10_000 }).toBe(0)
  })
})
