import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import type { Frame } from '#domain/board/board-item.ts'
import { expectNoViolations } from '#web/testing/app-under-test.tsx'
import { expectFocused, focus, openByKeys } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { grip, type OpenBoard, openBoard, selectedCards } from '#web/testing/fake-board.ts'
import { mouse } from '#web/testing/hands.ts'

const lake = completedGeneration(2, { prompt: 'dawn', writtenPrompt: '__light__ over a lake' })
const storm = completedGeneration(3, { prompt: 'A lighthouse in a storm', canvasY: 10_400 })
const frame: Frame = { id: uuid(700), title: 'For the client!', x: 9_950, y: 9_950, width: 900, height: 840 }
const cards = [
  lake,
  {
    ...storm,
    images: storm.images.map((each, place) => (place === 2 ? { ...each, feedback: ['star' as const] } : each)),
  },
]

const open = () =>
  openBoard({ cards, frames: [frame], on: { zoom: 0.5, board: { x: 9_950, y: 9_950 }, screen: { x: 300, y: 180 } } })
const field = (name: string) => page.getByRole('form').getByLabelText(name, { exact: true })
const save = () => page.getByRole('form').getByRole('button', { name: 'Save', exact: true }).click()
const panel = page.getByRole('dialog', { name: /^(New prompt|New reference)$/ })
const sent = ({ requests }: OpenBoard, path: string) =>
  requests.filter((each) => each.method === 'POST' && each.path === path).map(({ body }) => body)

async function runCommand(words: string) {
  const palette = page.getByRole('combobox', { name: 'Type a command' })
  await openByKeys('{Control>}k{/Control}', palette)
  await palette.fill(words)
  await userEvent.keyboard('{Enter}')
}

describe('<PromptPanel>', () => {
  it('saves the prompt of a card as it was written, with its model and settings', async () => {
    const board = await open()
    await mouse.press(await grip(lake), { button: 'right' })
    await page.getByRole('menuitem', { name: 'Save prompt' }).click()
    await expectFocused(field('Name'))
    await expect.element(field('Prompt')).toHaveValue('__light__ over a lake')
    await page.getByRole('checkbox').click()
    await expectNoViolations()
    await save()
    await expect.element(panel).not.toBeInTheDocument()
    expect(sent(board, '/api/saved-prompts')).toMatchObject([
      { text: '__light__ over a lake', model: 'sketch', settings: { aspectRatio: '1:1', rawMode: false } },
    ])
  })

  it('names the images of the selected cards, of each the starred or first one', async () => {
    const board = await open()
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect.poll(() => selectedCards().length).toBe(2)
    await runCommand('Save as reference')
    await expectFocused(field('Name'))
    await field('Name').fill('anna')
    await save()
    await expect.element(panel).not.toBeInTheDocument()
    expect(sent(board, '/api/references')).toMatchObject([
      { name: 'anna', kind: 'character', imageIds: [uuid(20), uuid(32)], uploadIds: [] },
    ])
  })

  it('names the images of a frame as a look, by the title of the frame', async () => {
    await open()
    const title = page.getByRole('button', { name: /^Frame: For the client/ })
    await title.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Use as look' }).click()
    await expect.element(field('Name')).toHaveValue('For-the-client')
    await expect.element(field('Kind')).toHaveValue('look')
    await expect.element(page.getByRole('button', { name: 'Remove picture 2' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
  })

  it('opens over the lightbox, which stays', async () => {
    await open()
    await mouse.press(await grip(storm))
    await expect.poll(selectedCards).toEqual([storm.id])
    await runCommand('Open image')
    const button = page.getByRole('button', { name: 'Save prompt', exact: true })
    await focus(button)
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Prompt')).toHaveValue('A lighthouse in a storm')
    await userEvent.keyboard('{Escape}')
    await expectFocused(button)
  })
})
