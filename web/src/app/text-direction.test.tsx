import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { project, uuid } from '#contract/testing/builders.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { comment, linkPath, livingLink, reviewComment } from '#web/testing/fake-link.ts'

const hebrew = 'שועל בשלג, 3 תמונות!'

/** The elements whose own text is in Hebrew, and that lay it out from left to right. */
function leftToRight(): string[] {
  const own = (element: Element) =>
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.value
      : [...element.childNodes].map((node) => (node instanceof Text ? node.data : '')).join('')
  return [...document.querySelectorAll('body *')]
    .filter((element) => own(element).includes(hebrew) && getComputedStyle(element).direction === 'ltr')
    .filter((element) => !element.closest('title, [aria-hidden="true"], .sr-only, [role="tree"]'))
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}`)
}

/** The fields for words of people that do not take their direction. */
const fieldsWithout = () =>
  [...document.querySelectorAll('textarea, input:is([type="text"], [type="search"], :not([type]))')]
    .filter((field) => field.getAttribute('dir') !== 'auto')
    .map((field) => field.getAttribute('aria-label') ?? field.outerHTML.slice(0, 80))

const card = completedGeneration(2, { prompt: hebrew })
const account = {
  projects: [project({ id: uuid(1), title: hebrew })],
  generations: [card],
  frames: [{ id: 'f', title: hebrew, x: card.canvasX - 40, y: card.canvasY - 40, width: 900, height: 460 }],
  notes: [{ id: 'n', text: hebrew, x: card.canvasX, y: card.canvasY + 460 }],
}
const comments = [reviewComment({ text: hebrew, author: hebrew })]

describe('words that are written from right to left', () => {
  it('are laid out so on the canvas, in its bar, lightbox and comments', async () => {
    await openApp(`/project/${uuid(1)}?card=${card.id}`, {
      account,
      replies: { projects: { review: () => ({ comments, likes: [], seq: 1 }) } },
    })
    await expect.poll(() => document.querySelector(`[data-card="${card.id}"] .card-prompt`)).not.toBeNull()
    await expect.poll(() => document.querySelector('.note, [data-note]')).not.toBeNull()
    await page.getByRole('button', { name: /^Comments/ }).click()
    await expect.element(page.getByRole('dialog', { name: 'Comments' }).getByText(hebrew).first()).toBeVisible()
    expect(leftToRight()).toEqual([])
    expect(fieldsWithout()).toEqual([])
    await userEvent.keyboard('{Escape}')
    document.querySelector<HTMLElement>(`[data-image="${card.images[0]?.id}"] .picture-open`)?.click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(leftToRight()).toEqual([])
  })

  it.each(['/image', '/assets', '/edit', '/manage-account'])('are laid out so on %s', async (path) => {
    await openApp(path, { account })
    await expect.element(page.getByRole('main')).toBeVisible()
    await expect.poll(() => document.querySelector('[role="status"] .spinner')).toBeNull()
    expect(leftToRight()).toEqual([])
    expect(fieldsWithout()).toEqual([])
  })

  it('are laid out so on the page of a link', async () => {
    await openApp(
      linkPath,
      livingLink({ cards: [card], comments: [comment({ text: hebrew, author: hebrew })], visitorName: hebrew }),
    )
    await page.getByRole('button', { name: 'Look one by one' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(leftToRight()).toEqual([])
    expect(fieldsWithout()).toEqual([])
  })
})
