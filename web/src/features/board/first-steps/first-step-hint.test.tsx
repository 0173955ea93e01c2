import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolations, openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { generationFor, go, promptField } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'

const hint = page.getByRole('complementary', { name: 'First step' })
const close = page.getByRole('button', { name: 'Show no more hints' })

/** Opens a board for a person who has done some of the steps; the server remembers the steps, as the real one does. */
async function openFor(done: number, generations: readonly GenerationShape[], path = `/project/${uuid(1)}`) {
  const kept = { done }
  await openApp(path, {
    account: { models: listedModels(), plan: 'basic', generations: [...generations] },
    replies: {
      generations: { request: generationFor },
      projects: {
        applyChanges: ({ changes }) => ({
          items: changes.map(({ id }) => ({ id, outcome: 'applied' as const })),
          seq: 2,
        }),
      },
      account: {
        firstSteps: () => kept,
        finishFirstSteps: (body) => Object.assign(kept, { done: Math.max(kept.done, body.done) }),
      },
    },
  })
  return { kept }
}

describe('the hints for a new person', () => {
  it('count a first card that was made on the image page', async () => {
    const { kept } = await openFor(0, [], '/image')
    await page.getByPlaceholder('Describe an image and click Go').fill('a heron')
    await go.click()
    await expect.poll(() => kept.done).toBe(1)
  })

  it('lead from the first card to its best image and on to a branch', async () => {
    const { kept } = await openFor(0, [completedGeneration(2)])
    await expect.element(hint.getByText('press Go')).toBeVisible()
    await promptField.fill('a heron')
    await go.click()
    await expect.poll(() => kept.done).toBe(1)
    await expect.element(hint.getByText('Star the image that you like best')).toBeVisible()
    const ofCard = (selector: string) => document.querySelector<HTMLElement>(`[data-card="${uuid(2)}"] ${selector}`)
    await expect.poll(() => ofCard('.picture-open')).not.toBeNull()
    ofCard('.picture-open')?.focus()
    await expect.poll(() => ofCard('.feedback-button[aria-label="Star"]')).not.toBeNull()
    ofCard('.feedback-button[aria-label="Star"]')?.click()
    await expect.poll(() => kept.done).toBe(2)
    await expect.element(hint.getByText('Press + at the edge of an image')).toBeVisible()
    await expectNoViolations()
  })

  it('end with a branch, and are closed for ever by their button', async () => {
    const { kept } = await openFor(1, [completedGeneration(2)])
    await close.click()
    await expect.element(hint).not.toBeInTheDocument()
    await expect.poll(() => kept.done).toBe(3)
    await reloadApp()
    await expect.element(promptField).toBeVisible()
    await expect.element(hint).not.toBeInTheDocument()
  })

  it('wait for a picture before they ask for a star', async () => {
    await openFor(1, [])
    await expect.element(promptField).toBeVisible()
    await expect.element(hint).not.toBeInTheDocument()
  })

  it.each([
    [390, 844],
    [768, 1024],
  ])('lie above the zoom bar at %i × %i', async (width, height) => {
    await page.viewport(width, height)
    await openFor(1, [completedGeneration(2)])
    await expect.element(hint).toBeVisible()
    const { bottom } = hint.element().getBoundingClientRect()
    const zoomBar = document.querySelector('.zoom-bar')?.getBoundingClientRect()
    expect(bottom).toBeLessThan(zoomBar?.top ?? 0)
    await expectNoViolations()
  })
})
