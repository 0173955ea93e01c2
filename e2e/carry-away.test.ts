import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { findRecord } from '#domain/records/found-record.ts'
import { boardOf } from './support/board-of.ts'
import { dropOnCanvas } from './support/drop-files.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectNoViolations, newAccount } from './support/person.ts'

let journey: Journey
let page: Journey['page']
let board: ReturnType<typeof boardOf>
let root: GenerationShape
let child: GenerationShape
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  page = journey.page
  board = boardOf(journey.context, journey.app.url)
  root = await board.make({ prompt: 'a pear tree' })
  const { projectId } = root
  child = await board.make({ prompt: 'the pear tree in winter', projectId, parentImageId: root.images[0]?.id ?? '' })
})
afterAll(() => journey.close())

const button = (name: string | RegExp) => page.getByRole('button', { name })
const download = async (act: () => Promise<void>) => {
  const saved = page.waitForEvent('download')
  await act()
  return saved
}

describe('what is carried away', () => {
  it('a picture is downloaded with its provenance, and its branch is rebuilt where it is dropped', async () => {
    await page.goto(`/project/${child.projectId}?card=${child.id}`)
    const card = page.locator(`[data-card="${child.id}"]`)
    await card.waitFor()
    await card.focus()
    await page.keyboard.press('Shift+F10')
    const item = page.getByRole('menuitem', { name: 'Download with history' })
    await item.waitFor()
    await item.focus()
    const picture = await readFile(await (await download(() => page.keyboard.press('Enter'))).path())
    const found = await findRecord(picture, async () => null)
    expect(found).toEqual({ kind: 'ours', prompt: child.prompt, model: child.model, ancestors: 1 })

    await dropOnCanvas(page, [{ name: 'winter.png', bytes: picture }])
    await button('Rebuild its history').click()
    await page.getByRole('dialog', { name: 'How this picture was made' }).getByText(child.prompt).waitFor()
    await expectNoViolations(page)
    await button('Rebuild its branch of 2 cards').click()
    await page.getByText('2 cards are back').waitFor()
    const prompts = (await board.generations(child.projectId)).map(({ prompt }) => prompt).sort()
    expect(prompts).toEqual([...[root, root, child, child].map(({ prompt }) => prompt), 'winter.png'].sort())
  })

  it('a project is exported as one file, and imported as another project', async () => {
    await button('Canvas commands').click()
    const saved = await download(() => page.getByRole('menuitem', { name: 'Export project' }).click())
    expect(saved.suggestedFilename()).toBe('a-pear-tree.espalier.zip')
    const buffer = await readFile(await saved.path())
    await page.goto('/image')
    const chooser = page.waitForEvent('filechooser')
    await button('Import project').click()
    await (await chooser).setFiles({ name: 'pears.zip', mimeType: 'application/zip', buffer })
    await page.waitForURL((url) => /\/project\//.test(url.pathname) && !url.pathname.endsWith(root.projectId))
    const copied = await board.generations(page.url().split('/').at(-1) ?? '')
    const words = (cards: readonly GenerationShape[]) => cards.map(({ prompt }) => prompt).sort()
    expect(words(copied)).toEqual(words(await board.generations(root.projectId)))
    expect(page.errors).toEqual([])
  })
})
