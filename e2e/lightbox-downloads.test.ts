import { readFile } from 'node:fs/promises'
import type { Download } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { readZip } from '#server-testing/read-zip.ts'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, expectNoViolations, newAccount } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let context: Journey['context']
let page: Journey['page']
let board: ReturnType<typeof boardOf>
let root: GenerationShape
let child: GenerationShape
beforeAll(async () => {
  journey = await openJourney({
    account: newAccount('Ada'),
    screen: { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] },
  })
  ;({ app, context, page } = journey)
  board = boardOf(context, app.url)
  root = await board.make({ prompt: 'pears on a sill [[refuse:1]]', aspectRatio: '2:3' })
  child = await board.make({
    prompt: 'the same at dusk',
    aspectRatio: '1:1',
    projectId: root.projectId,
    parentGenerationId: root.id,
    branchKind: 'remix',
  })
})
afterAll(() => journey.close())
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await open(root)
})

const cardOf = (id: string) => page.locator(`[data-card="${id}"]`)
const imageOf = (generation: GenerationShape, place: number) =>
  cardOf(generation.id)
    .locator('[data-image]')
    .nth(place - 1)
const lightbox = (place: number) => page.getByRole('dialog', { name: `Image ${place} of 4` })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const bytesOf = async (download: Download) => readFile(await download.path())

async function open({ projectId, id }: GenerationShape) {
  await page.goto(`/project/${projectId}?card=${id}`)
  await cardOf(id).waitFor()
}
/** The files that the page saves during an action. */
async function downloads(count: number, act: () => Promise<void>): Promise<Download[]> {
  const saved: Download[] = []
  const keep = (download: Download) => saved.push(download)
  page.on('download', keep)
  await act()
  await expect.poll(() => saved.length, { timeout: 15_000 }).toBe(count)
  page.off('download', keep)
  return saved
}

describe('feedback', () => {
  it('is set and removed with a press, and is kept over a reload', async () => {
    await imageOf(root, 3).hover()
    for (const name of ['Like', 'Star']) {
      const stored = page.waitForResponse((response) => response.url().endsWith('/changes'))
      await button(name).click()
      await expect.poll(() => button(name).getAttribute('aria-pressed')).toBe('true')
      expect((await stored).status()).toBe(200)
    }
    const removed = page.waitForResponse((response) => response.url().endsWith('/changes'))
    await button('Star').click()
    await removed
    await page.mouse.move(5, 500)
    await expect.poll(() => imageOf(root, 3).getByRole('button', { pressed: true }).count()).toBe(1)
    await page.reload()
    await imageOf(root, 3).getByRole('button', { name: 'Like' }).waitFor()
    await expect.poll(() => button('Star').count()).toBe(0)
    const [, , image] = (await board.generations(root.projectId)).find(({ id }) => id === root.id)?.images ?? []
    expect(image?.feedback).toEqual(['like'])
  })
})

describe('downloading', () => {
  it('saves each finished image as a real PNG, numbered from 1', async () => {
    await cardOf(root.id).hover()
    const saved = await downloads(3, () => cardOf(root.id).getByRole('button', { name: 'Download all images' }).click())
    expect(saved.map((download) => download.suggestedFilename()).sort()).toEqual([
      'generation-1.png',
      'generation-2.png',
      'generation-3.png',
    ])
    for (const download of saved) expect((await bytesOf(download)).subarray(0, 4)).toEqual(png)
    await page.getByText('Images downloaded successfully').waitFor()
  })

  it('saves nothing when one of them cannot be read', async () => {
    const saved: Download[] = []
    page.on('download', (download) => saved.push(download))
    await page.route(`**/api/images/${root.images[3]?.id}/file?format=png*`, (route) => route.abort())
    await cardOf(root.id).hover()
    await cardOf(root.id).getByRole('button', { name: 'Download all images' }).click()
    await page.getByText('Download failed').waitFor()
    await page.getByText('Could not download images').waitFor()
    expect(saved).toEqual([])
    page.removeAllListeners('download')
  })

  it('puts them into one zip with a manifest', async () => {
    await open(child)
    await cardOf(child.id).hover()
    const [zip] = await downloads(1, async () => {
      await cardOf(child.id).getByRole('button', { name: 'More ways to download' }).click()
      await page.getByRole('menuitem', { name: 'Download as zip' }).click()
    })
    expect(zip?.suggestedFilename()).toBe('the-same-at-dusk.zip')
    const files = readZip(zip ? await bytesOf(zip) : Buffer.of())
    const names = [1, 2, 3, 4].map((place) => `generation-${place}.png`)
    expect([...files.keys()].sort()).toEqual([...names, 'manifest.json'])
    for (const name of names) expect(files.get(name)?.subarray(0, 4)).toEqual(png)
    const manifest = JSON.parse(String(files.get('manifest.json'))) as { images: object[] }
    expect(manifest.images).toHaveLength(4)
    expect(manifest.images[1]).toMatchObject({
      file: 'generation-2.png',
      prompt: 'the same at dusk',
      model: 'Sketch',
      settings: { aspectRatio: '1:1', resolution: '1K' },
      seed: child.images[1]?.seed,
      parentGenerationId: root.id,
      parentImageId: child.parentImageId,
      feedback: [],
    })
  })
})

describe('the lightbox', () => {
  it('opens with a press on an image, not with a drag', async () => {
    const box = await imageOf(root, 1).boundingBox()
    const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 60 }
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    await page.mouse.move(at.x + 60, at.y + 40, { steps: 5 })
    await page.mouse.up()
    await page.waitForTimeout(200)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await imageOf(root, 1).dblclick()
    await lightbox(1).waitFor()
  })

  it('steps through the card and on through the branch, and gives the focus back', async () => {
    await imageOf(root, 3).dblclick()
    await lightbox(3).waitFor()
    await page.keyboard.press('ArrowRight')
    await lightbox(4).getByText('pears on a sill').waitFor()
    await page.keyboard.press('ArrowRight')
    await lightbox(1).getByText('the same at dusk').waitFor()
    await lightbox(1)
      .getByRole('button', { name: /^Branched from/ })
      .waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    // The second image was refused, so the lightbox skips it.
    await lightbox(1).getByText('pears on a sill').waitFor()
    await expect.poll(() => button('Previous image').count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-image]')?.getAttribute('data-image')))
      .toBe(root.images[0]?.id)
  })

  it('opens by key from the focused image', async () => {
    await imageOf(root, 3).getByRole('button', { name: 'Open image 3 of 4' }).focus()
    await page.keyboard.press('Enter')
    await lightbox(3).waitFor()
  })

  it('zooms to full size and back, by key, by wheel and by drag', async () => {
    await imageOf(root, 1).dblclick()
    const picture = page.locator('.lightbox-picture')
    const width = async () => Math.round((await picture.boundingBox())?.width ?? 0)
    await expect.poll(width).toBe(488)
    await page.keyboard.press(' ')
    await expect.poll(width).toBe(832)
    const before = (await picture.boundingBox())?.y ?? 0
    await page.mouse.move(500, 400)
    await page.mouse.down()
    await page.mouse.move(500, 300, { steps: 4 })
    await page.mouse.up()
    expect((await picture.boundingBox())?.y).toBe(before - 100)
    await page.mouse.wheel(0, -200)
    await expect.poll(width).toBeGreaterThan(1_200)
    await page.keyboard.press(' ')
    await expect.poll(width).toBe(488)
  })

  it('sets feedback by 1, 2 and 3', async () => {
    await imageOf(root, 4).dblclick()
    await lightbox(4).waitFor()
    await page.keyboard.press('3')
    await expect
      .poll(() => lightbox(4).getByRole('button', { name: 'Dislike' }).getAttribute('aria-pressed'))
      .toBe('true')
    await page.keyboard.press('3')
    await expect
      .poll(() => lightbox(4).getByRole('button', { name: 'Dislike' }).getAttribute('aria-pressed'))
      .toBe('false')
  })

  it('shows how the image was generated, and copies it', async () => {
    await imageOf(root, 3).dblclick()
    await lightbox(3).getByText('2:3 · 1K · 832 × 1248').waitFor()
    await button('Copy seed').click()
    await page.getByText('Seed copied').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(String(root.images[2]?.seed))
    await lightbox(3).getByRole('button', { name: 'Copy prompt' }).click()
    await page.getByText('Prompt copied').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(root.prompt)
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Copy image' }).click()
    await page.getByText('Image copied').waitFor()
    const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types))
    expect(types).toContain('image/png')
  })

  it('downloads the image under the name it has on its card', async () => {
    await imageOf(root, 4).dblclick()
    const [saved] = await downloads(1, () => lightbox(4).getByRole('button', { name: 'Download' }).click())
    expect(saved?.suggestedFilename()).toBe('generation-3.png')
  })

  it('opens a branch of the image', async () => {
    await imageOf(root, 4).dblclick()
    await lightbox(4).getByRole('button', { name: 'Branch from this image' }).click()
    await page.getByRole('dialog', { name: 'Create New Branch' }).getByRole('button', { name: 'Enhance' }).click()
    await page.getByText('from image 4 of 4').waitFor()
  })

  it.each(['dark', 'light'] as const)('breaks no rule of accessibility, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await imageOf(root, 3).hover()
    await button('Like').waitFor()
    await expectNoViolations(page)
    await imageOf(root, 3).dblclick()
    await lightbox(3).waitFor()
    await expectNoViolations(page)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: null })
  })
})

describe('a link to a card', () => {
  it('is copied, opens the card in the middle at full size, and pulses it once', async () => {
    await open(root)
    await page.keyboard.press('Shift+Digit1')
    await imageOf(child, 2).dblclick()
    await page
      .getByRole('dialog', { name: /^Image/ })
      .getByRole('button', { name: 'More', exact: true })
      .click()
    await page.getByRole('menuitem', { name: 'Copy link to card' }).click()
    await page.getByText('Link copied').waitFor()
    const address = await page.evaluate(() => navigator.clipboard.readText())
    expect(address).toBe(`${app.url}/project/${child.projectId}?card=${child.id}`)
    await page.goto(address)
    await page.locator(`[data-card="${child.id}"][data-pulse]`).waitFor()
    const box = await cardOf(child.id).boundingBox()
    expect(box && [box.x + box.width / 2, box.y + box.height / 2, box.width]).toEqual([720, 450, 800])
    await expect.poll(() => page.locator('[data-pulse]').count()).toBe(0)
  })

  it('shows a notice when the card does not exist', async () => {
    await page.goto(`/project/${root.projectId}?card=3d7b1f6e-0000-4000-8000-000000000000`)
    await page.getByText('This card is not here').waitFor()
    await cardOf(root.id).waitFor()
  })

  it('caused no script error in this file', () => expect(page.errors).toEqual([]))
})
