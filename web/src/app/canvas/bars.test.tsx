import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { generation, image, uuid } from '#contract/testing/builders.ts'
import { expectNoViolations, openApp } from '#web/testing/app-under-test.tsx'
import { openByKey, promptField } from '#web/testing/composer.ts'
import { completedGeneration, guest } from '#web/testing/fake-account.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'

const projectId = uuid(1)
const cardId = uuid(2)
const card = () => document.querySelector<HTMLElement>(`[data-card="${cardId}"]`)
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

/** Whether two elements share an area on the screen; one that is hidden has none. */
function overlap(one: HTMLElement, other: HTMLElement): boolean {
  const a = one.getBoundingClientRect()
  const b = other.getBoundingClientRect()
  // Starters scroll: what is below the end of their list is not seen.
  const end = other.closest('.empty-board')?.getBoundingClientRect().bottom ?? b.bottom
  return a.left < b.right && b.left < a.right && a.top < Math.min(b.bottom, end) && b.top < a.bottom
}
/** The pairs of these elements that cover each other. */
const covered = (selectors: readonly string[], others: readonly string[]) =>
  selectors.flatMap((selector) =>
    others.flatMap((other) =>
      all(selector).some((element) => all(other).some((each) => overlap(element, each)))
        ? [`${selector} and ${other}`]
        : [],
    ),
  )

const centerOf = ({ x, width }: DOMRect) => x + width / 2

/** It covers the zoom bar on a phone, and there alone: the starters scroll behind both. */
const openBar = ['.prompt-bar > .picture-drop']

const sizes = [
  [1440, 900],
  [1024, 768],
  [768, 1024],
  [390, 844],
] as const

/** Opens a canvas for a person who has done some of the first steps. */
async function openFor(done: number, generations = [completedGeneration(2)]) {
  return openApp(`/project/${projectId}?card=${cardId}`, {
    account: { models: listedModels(), plan: 'basic', generations },
    replies: { account: { firstSteps: () => ({ done }) } },
  })
}

beforeEach(() => page.viewport(1440, 900))

describe('what floats over a canvas', () => {
  it.each(sizes)('covers nothing else on an empty project of %d × %d', async (width, height) => {
    await page.viewport(width, height)
    await openFor(0, [])
    await expect.poll(() => all('.starter').length, { timeout: 10_000 }).toBe(6)
    await expect.poll(() => all('.first-step').length, { timeout: 10_000 }).toBe(1)
    expect(covered(['.dock'], ['.starter', '.first-step'])).toEqual([])
    expect(covered(['.first-step'], openBar)).toEqual([])
    await expect
      .poll(() => covered(['.zoom-bar'], ['.first-step', ...(width < 640 ? [] : ['.starter', ...openBar])]))
      .toEqual([])
    await expectNoViolations()
  })

  it.each([
    [1440, 900],
    [1280, 720],
  ] as const)('has the hint for a guest above the starters, at %d × %d', async (width, height) => {
    await page.viewport(width, height)
    await openApp(`/project/${projectId}`, {
      account: { models: listedModels(), plan: 'basic', generations: [] },
      replies: { account: { firstSteps: () => ({ done: 0 }) } },
      plain: { 'GET /api/auth/get-session': () => Response.json({ user: guest }) },
    })
    await expect.poll(() => all('.starter').length, { timeout: 10_000 }).toBe(6)
    await expect.element(page.getByRole('complementary', { name: 'Guest' })).toBeVisible()
    expect(covered(['aside'], ['.empty-board .display', '.empty-board p', '.starter'])).toEqual([])
    expect(document.querySelector('.empty-board .display')?.getBoundingClientRect().top).toBeGreaterThan(112)
  })

  it.each(sizes)(
    'leaves the hint for a star and the zoom bar free, with the prompt bar open or not, at %d × %d',
    async (width, height) => {
      await page.viewport(width, height)
      await openFor(1)
      await expect.poll(() => all('.first-step').length, { timeout: 10_000 }).toBe(1)
      expect(covered(['.zoom-bar'], ['.first-step', '.prompt-bar > .picture-drop'])).toEqual([])
      await userEvent.keyboard('/')
      await expect.poll(() => document.querySelector('.prompt-bar')?.getAttribute('data-state')).toBe('open')
      await expect
        .poll(() => covered(['.zoom-bar'], ['.first-step', ...(width < 640 ? [] : openBar)]), { timeout: 5_000 })
        .toEqual([])
    },
  )

  it.each([
    [844, 390],
    [667, 375],
    [932, 430],
    [1280, 400],
  ] as const)('has each tool of the dock within reach in a low window of %d × %d', async (width, height) => {
    await page.viewport(width, height)
    await openFor(1)
    await expect.poll(() => all('.first-step').length, { timeout: 10_000 }).toBe(1)
    const around = ['header > *', '.prompt-bar > .picture-drop', '.first-step', '.zoom-bar']
    const expectReach = async () => {
      await expect.poll(() => covered(['.dock'], around)).toEqual([])
      const tools = all('.dock button')
      expect(tools).toHaveLength(8)
      for (const tool of tools) {
        tool.scrollIntoView({ block: 'nearest' })
        const { left, right, top, bottom } = tool.getBoundingClientRect()
        expect(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('button')).toBe(tool)
      }
    }
    await expectReach()
    await userEvent.keyboard('/')
    await expect.poll(() => document.querySelector('.prompt-bar')?.getAttribute('data-state')).toBe('open')
    await expectReach()
  })

  it.each([
    [720, 450],
    [768, 1024],
  ] as const)('covers no part of the panel of a branch in a window of %d × %d', async (width, height) => {
    await page.viewport(width, height)
    await openFor(3)
    await openByKey(cardId, 'b', page.getByRole('dialog'))
    await page.getByRole('dialog').getByRole('button', { name: 'Remix' }).click()
    await expect.poll(() => all('.compose-panel').length, { timeout: 5_000 }).toBe(1)
    await expect.poll(() => covered(['.dock', '.zoom-bar'], ['.compose-panel']), { timeout: 5_000 }).toEqual([])
  })

  it('keeps the tools of a picture beside the dock', async () => {
    await page.viewport(640, 1024)
    await openFor(3)
    await expect.poll(card).not.toBeNull()
    card()
      ?.querySelector('.picture-open')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
    await expect.poll(() => all('.picture-tools').length, { timeout: 5_000 }).toBe(1)
    await expect.poll(() => covered(['.dock'], ['.picture-tools'])).toEqual([])
  })

  it.each([
    [768, 1024],
    [390, 844],
  ] as const)('keeps the buttons of a card that is wider than the view in it, at %d × %d', async (width, height) => {
    await page.viewport(width, height)
    await openFor(3)
    await expect.poll(card).not.toBeNull()
    card()
      ?.querySelector('.picture-open')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    const cardWidth = () => card()?.getBoundingClientRect().width ?? 0
    while (cardWidth() <= width) await zoomIn.click()
    const box = (selector: string) => card()?.querySelector(selector)?.getBoundingClientRect()
    await expect.poll(() => box('.card-actions')?.right).toBeLessThanOrEqual(width)
    expect(box('.card-actions')?.left).toBeGreaterThanOrEqual(0)
  })

  it.each([
    [1440, 900],
    [768, 1024],
    [390, 844],
  ] as const)(
    'shows how far files are above both bars, with the prompt bar open or not, in place of a hint, at %d × %d',
    async (width, height) => {
      await page.viewport(width, height)
      const replied = Promise.withResolvers<Response>()
      await openApp(`/project/${projectId}`, {
        account: { models: listedModels(), plan: 'basic' },
        replies: { account: { firstSteps: () => ({ done: 1 }) } },
        plain: { 'POST /api/projects/*/pictures': () => replied.promise },
      })
      await expect.poll(() => document.querySelector('.canvas')).not.toBeNull()
      const isHinted = () => document.querySelector('.first-step')?.checkVisibility()
      await expect.poll(isHinted, { timeout: 10_000 }).toBe(true)
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array([1, 2, 3])], 'a.png', { type: 'image/png' }))
      const at = { clientX: width / 2, clientY: height / 2 }
      document
        .querySelector('.canvas')
        ?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer, ...at }))
      await expect.poll(() => all('.bring-in-bar').length, { timeout: 5_000 }).toBe(1)
      expect(
        covered(['.bring-in-bar'], ['.zoom-bar', '.add-button', '.prompt-bar > .picture-drop', '.first-step']),
      ).toEqual([])
      await userEvent.keyboard('/')
      await expect.poll(() => document.querySelector('.prompt-bar')?.getAttribute('data-state')).toBe('open')
      await expect.poll(() => covered(['.bring-in-bar'], openBar)).toEqual([])
      replied.resolve(Response.json({ generations: [], refused: [] }, { status: 201 }))
      await expect.poll(() => all('.bring-in-bar').length).toBe(0)
      expect(isHinted()).toBe(true)
    },
  )
})

describe('the asset drawer', () => {
  it('has its buttons within its edges', async () => {
    await openFor(3)
    await page.getByRole('toolbar', { name: 'Tools', exact: true }).getByRole('button', { name: 'Assets' }).click()
    await expect.poll(() => all('[data-asset]').length, { timeout: 10_000 }).toBe(4)
    all('[data-asset]')[0]?.click()
    const put = page.getByRole('button', { name: 'Put on canvas' })
    await expect.element(put).toBeVisible()
    const edge = document.querySelector('.asset-drawer')?.getBoundingClientRect().right ?? 0
    expect(put.element().getBoundingClientRect().right).toBeLessThan(edge)
    expect(document.querySelector('.drawer-foot > b')?.getBoundingClientRect().height).toBeLessThan(24)
  })
})

describe('a tooltip', () => {
  it('names the keys as people write them', async () => {
    await openFor(3)
    await page.getByRole('button', { name: 'Fit to view' }).hover()
    await expect.poll(() => document.querySelector('.tooltip')?.textContent, { timeout: 5_000 }).toMatch(/(Shift |⇧)1$/)
    await page.getByRole('button', { name: /Zoom to 100%/ }).hover()
    await expect.poll(() => document.querySelector('.tooltip')?.textContent, { timeout: 5_000 }).toMatch(/(Ctrl |⌘)0$/)
  })
})

describe('the menu of the mark', () => {
  it('has each command and its keys in one line', async () => {
    await openFor(3)
    await page.getByRole('button', { name: 'Canvas commands' }).click()
    await expect.element(page.getByRole('menuitem', { name: /^Rebuild from a picture/ })).toBeVisible()
    const heights = new Set(all('.menu-item').map(({ offsetHeight }) => offsetHeight))
    expect(heights.size).toBe(1)
    const cut = all('.menu-item').filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    expect(cut.map(({ textContent }) => textContent)).toEqual([])
    const tooTall = all('.menu-keys').filter(({ offsetHeight }) => offsetHeight > 20)
    expect(tooTall.map(({ textContent }) => textContent)).toEqual([])
    await userEvent.keyboard('{Escape}')
  })

  it.each([
    [1440, [2, 4, 3, 2], []],
    [1024, [2, 4, 3, 2, 5], ['Home', 'Image', 'Video', 'Edit', 'Assets']],
    [390, [3, 6, 3, 2, 5], ['Home', 'Image', 'Video', 'Edit', 'Assets']],
  ])(
    'begins with the comments, and has the pages only where the header has not, at %d',
    async (width, sizes, pages) => {
      await page.viewport(width, 900)
      await openFor(3)
      await page.getByRole('button', { name: 'Canvas commands' }).click()
      await expect.element(page.getByRole('menuitem', { name: 'Comments' })).toBeVisible()
      expect(all('.menu-item')[0]?.textContent).toBe('Comments')
      expect(all('.menu [role=group]').map((group) => group.querySelectorAll('.menu-item').length)).toEqual(sizes)
      expect(all('.menu a').map(({ textContent }) => textContent)).toEqual(pages)
      await userEvent.keyboard('{Escape}')
    },
  )

  it('leaves nothing out that the palette does not have', async () => {
    await openFor(3)
    await expect.poll(card).not.toBeNull()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(page.getByRole('combobox', { name: 'Type a command' })).toBeVisible()
    const names = all('.palette [role=option]').map(({ textContent }) => textContent ?? '')
    const wanted = ['New generation', 'Bring in pictures', 'Assets beside the canvas', 'Undo', 'Redo', 'Go to Home']
    const pages = ['Go to Create an Image', 'Go to Create a Video', 'Go to Edit an Image', 'Go to Assets']
    for (const name of [...wanted, ...pages]) expect(names.some((each) => each.startsWith(name))).toBe(true)
    await userEvent.keyboard('{Escape}')
  })

  /** Hovers an element as if another tooltip had just been shown: this one then comes without a delay. */
  async function hoverAtOnce(element: Element): Promise<void> {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
    now.mockRestore()
    await new Promise((resolve) => setTimeout(resolve))
  }

  it('is not covered by the tooltip of its button', async () => {
    await openFor(3)
    const opener = page.getByRole('button', { name: 'Canvas commands' })
    const isShown = () => document.querySelector('.tooltip')?.matches(':popover-open')
    await expect.element(opener).toBeVisible()
    await page.getByRole('button', { name: 'Fit to view' }).hover()
    await expect.poll(isShown, { timeout: 5_000 }).toBe(true)
    await hoverAtOnce(opener.element())
    await expect.poll(() => document.querySelector('.tooltip')?.textContent).toBe('Canvas commands')
    await opener.click()
    await expect.element(page.getByRole('menuitem', { name: /^Trash/ })).toBeVisible()
    await hoverAtOnce(document.body)
    await hoverAtOnce(opener.element())
    expect(isShown()).toBe(false)
    await userEvent.keyboard('{Escape}')
  })
})

describe('a card with a single picture', () => {
  it('says beside it how large it is, and when it came', async () => {
    const single = generation({
      id: cardId,
      projectId,
      origin: 'brought-in',
      model: null,
      prompt: 'garden-1931.jpg',
      status: 'completed',
      createdAt: '2026-11-22T10:00:00.000Z',
      images: [
        image({
          id: uuid(20),
          generationId: cardId,
          status: 'completed',
          imageUrl: `/api/images/${uuid(20)}/file`,
          width: 2888,
          height: 4200,
        }),
      ],
    })
    await openFor(3, [single])
    await expect
      .poll(() => card()?.querySelector('.card-single-facts')?.textContent)
      .toBe('2888 × 4200 pixels22 November 2026')
    expect(covered(['.card-single-facts'], ['.card-pictures .tile-picture'])).toEqual([])
    expect(card()?.querySelector('.card-facts')?.textContent).toBe('Brought inCollapse')
    card()?.querySelector<HTMLElement>('.picture-open')?.focus()
    await expect.poll(() => all('.picture-branch').length).toBe(1)
    const box = (selector: string) => card()?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    const picture = box('.tile-picture')
    expect(Math.round(box('.picture-open').x)).toBe(Math.round(picture.x))
    expect(Math.round(centerOf(box('.picture-branch')))).toBe(Math.round(picture.right))
    expect(Math.round(centerOf(box('.picture-feedback')))).toBe(Math.round(centerOf(picture)))
  })
})

describe('the prompt bar without a connection', () => {
  it('still lets Go be pressed where the server is on this machine', async () => {
    await openFor(3)
    await expect.poll(card).not.toBeNull()
    await promptField.fill('a heron')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    await expect.element(page.getByRole('button', { name: /^Go, 4 images/ })).not.toHaveAttribute('aria-disabled')
    vi.restoreAllMocks()
    dispatchEvent(new Event('online'))
  })
})
