import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { expectFocusOn } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import type { FakeServer } from '#web/testing/fake-server.ts'
import { catchSavedFiles } from '#web/testing/saved-files.ts'

const whole = completedGeneration(2, {
  prompt: 'Pears on a sill',
  settings: { style: null, aspectRatio: '2:3', resolution: '1K', rawMode: false, seed: 7 },
})
/** A card of tall images, the second of which was refused, and a branch of it. */
const root = {
  ...whole,
  images: whole.images.map((each, place) => ({
    ...each,
    width: 832,
    height: 1_248,
    seed: 40 + place,
    ...(place === 1 && { status: 'failed' as const, imageUrl: null, averageColor: null }),
  })),
}
const child = completedGeneration(10, {
  prompt: 'The same at dusk',
  parentGenerationId: root.id,
  parentImageId: root.images[0]?.id ?? null,
  branchKind: 'remix',
  canvasY: root.canvasY + 900,
})

const lightbox = (place: number) => page.getByRole('dialog', { name: `Image ${place} of 4` })
const openButton = (place: number) => page.getByRole('button', { name: `Open image ${place} of 4` }).first()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const picture = () => document.querySelector('.lightbox-picture')?.getBoundingClientRect() ?? new DOMRect()
const width = () => Math.round(picture().width)

async function open(place: number): Promise<void> {
  await openButton(place).dblClick()
  await expect.element(lightbox(place)).toBeVisible()
  await expectFocusOn('.lightbox')
}

/** Keeps what the page writes to the clipboard in this test. */
function catchClipboard() {
  const texts: string[] = []
  const items: ClipboardItem[] = []
  const { clipboard } = navigator
  const spies = [
    vi.spyOn(clipboard, 'writeText').mockImplementation(async (text) => void texts.push(text)),
    vi.spyOn(clipboard, 'write').mockImplementation(async (written) => void items.push(...written)),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return { texts, items }
}

let server: FakeServer
beforeEach(async () => {
  server = await openApp(`/project/${uuid(1)}?card=${root.id}`, {
    account: { generations: [root, child] },
    plain: { 'GET /api/images/*/file': () => new Response(new Blob(['png'], { type: 'image/png' })) },
  })
  await expect.poll(() => document.querySelector(`[data-card="${root.id}"]`)).not.toBeNull()
})

describe('the lightbox', () => {
  it('says what was improved, what was written for drawn words, and what is named', async () => {
    const made = { writtenPrompt: 'Pears __light__ with @anna', improvedFrom: 'Pears __light__' }
    const references = [{ name: 'anna', versionId: uuid(702) }]
    await openApp(`/project/${uuid(1)}?card=${root.id}`, {
      account: { generations: [{ ...root, prompt: 'Pears at dusk with @anna', ...made, references }] },
    })
    await open(1)
    const improved = lightbox(1).getByRole('region', { name: 'Improved from your text' })
    await expect.element(improved).toBeVisible()
    expect(improved.element().querySelector('ins')?.textContent).toContain('with @anna')
    await expect
      .element(lightbox(1).getByRole('region', { name: 'Written as' }).getByText(made.writtenPrompt))
      .toBeVisible()
    await expect.element(lightbox(1).getByRole('region', { name: 'References' }).getByText('@anna')).toBeVisible()
  })

  it('opens with a double press on an image, not with a drag', async () => {
    const place = () => Math.round(document.querySelector(`[data-card="${root.id}"]`)?.getBoundingClientRect().x ?? 0)
    const before = place()
    const dock = page.getByRole('toolbar', { name: 'Tools', exact: true })
    await userEvent.dragAndDrop(openButton(1), dock, { sourcePosition: { x: 40, y: 60 } })
    await expect.poll(place).not.toBe(before)
    expect(page.getByRole('dialog').query()).toBeNull()
    await open(1)
  })

  it('steps through the card and on through the branch, and gives the focus back', async () => {
    await open(3)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(lightbox(4).getByText('Pears on a sill').first()).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(lightbox(1).getByText('The same at dusk').first()).toBeVisible()
    await expect.element(lightbox(1).getByRole('button', { name: /^Branched from/ })).toBeVisible()
    // The second image was refused, so the lightbox skips it.
    await userEvent.keyboard('{ArrowLeft>3/}')
    await expect.element(lightbox(1).getByText('Pears on a sill').first()).toBeVisible()
    await expect.element(button('Previous image')).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expectFocusOn(`[data-image="${root.images[0]?.id}"] *`)
  })

  it('opens by key from the focused image', async () => {
    const element = openButton(3).element()
    if (element instanceof HTMLElement) element.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(lightbox(3)).toBeVisible()
  })

  it('zooms to full size and back, by key, by wheel and by drag', async () => {
    await open(1)
    await expect.poll(width).toBe(488)
    await userEvent.keyboard(' ')
    await expect.poll(width).toBe(832)
    const { y } = picture()
    await userEvent.dragAndDrop(lightbox(1), lightbox(1), {
      sourcePosition: { x: 400, y: 400 },
      targetPosition: { x: 400, y: 300 },
    })
    await expect.poll(() => picture().y).toBe(y - 100)
    await userEvent.wheel(lightbox(1), { delta: { y: -200 } })
    await expect.poll(width).toBeGreaterThan(1_200)
    await userEvent.keyboard(' ')
    await expect.poll(width).toBe(488)
  })

  it('sets feedback by 1, 2 and 3', async () => {
    await open(4)
    const dislike = lightbox(4).getByRole('button', { name: 'Dislike' })
    for (const isPressed of ['true', 'false']) {
      await userEvent.keyboard('3')
      await expect.element(dislike).toHaveAttribute('aria-pressed', isPressed)
    }
    await userEvent.keyboard('12')
    for (const name of ['Like', 'Star'])
      await expect
        .element(lightbox(4).getByRole('button', { name, exact: true }))
        .toHaveAttribute('aria-pressed', 'true')
  })

  it('shows how the image was generated, and copies it', async () => {
    const { texts, items } = catchClipboard()
    await open(3)
    await expect.element(lightbox(3).getByText('2:3 · 1K · 832 × 1248')).toBeVisible()
    await button('Copy seed').click()
    await expectText('Seed copied')
    await lightbox(3).getByRole('button', { name: 'Copy prompt' }).click()
    await expectText('Prompt copied')
    expect(texts).toEqual([String(root.images[2]?.seed), root.prompt])
    await lightbox(3).getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Copy image' }).click()
    await expectText('Image copied')
    const copied = await items[0]?.getType('image/png')
    expect(await copied?.text()).toBe('png')
    expect(server.requests.some(({ path }) => path.includes(`${root.images[2]?.id}/file?format=png`))).toBe(true)
  })

  it('copies a link that opens the card', async () => {
    const { texts } = catchClipboard()
    await open(4)
    await lightbox(4).getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Copy link to card' }).click()
    await expectText('Link copied')
    expect(texts).toEqual([`${location.origin}/project/${uuid(1)}?card=${root.id}`])
  })

  it('downloads the image under the name it has on its card', async () => {
    const saved = catchSavedFiles()
    await open(4)
    await lightbox(4).getByRole('button', { name: 'Download' }).click()
    expect(await saved(1)).toEqual([{ name: 'generation-3.png', text: 'png' }])
  })

  it('opens a branch of the image', async () => {
    await open(4)
    await lightbox(4).getByRole('button', { name: 'Branch from this image' }).click()
    await page.getByRole('dialog', { name: 'Create New Branch' }).getByRole('button', { name: 'Enhance' }).click()
    await expect.element(page.getByText('from image 4 of 4').first()).toBeVisible()
  })
})
