import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { projectQuery } from '#web/data/projects.ts'
import { expectNoViolations, openApp } from '#web/testing/app-under-test.tsx'
import { generationFor, go, promptField } from '#web/testing/composer.ts'
import { gardenCards } from '#web/testing/fake-account.ts'
import { refuse } from '#web/testing/fake-server.ts'

const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()

describe('the image page', () => {
  it.each([
    [1440, 900],
    [768, 1024],
    [390, 844],
    [720, 450],
  ] as const)('has the model below what scrolls, and covers nothing with it, at %d × %d', async (width, height) => {
    await page.viewport(width, height)
    await openApp('/image', { account: { projects: [], generations: [] } })
    await expect.poll(() => document.querySelectorAll('.starter-tile').length).toBe(6)
    const model = page.getByRole('button', { name: /^Model:/ })
    await model.element().scrollIntoView()
    await expect.element(model).toBeVisible()
    const { top, bottom } = model.element().getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual(boxOf('main').bottom)
    expect(bottom).toBeLessThanOrEqual(width < 640 ? height - 56 : height)
    expect(document.documentElement.scrollWidth).toBe(width)
    await expectNoViolations()
  })

  it.each([
    { read: 'once more without success', refused: 'rate-limited', line: /^New images go to/, projectId: uuid(1) },
    { read: 'and is missing by then', refused: 'not-found', line: /^That project does not exist/, projectId: null },
  ] as const)('adds images to the project that it names, where that is read $read', async (expected) => {
    const { requests, reply } = await openApp(`/image?project=${uuid(1)}`, {
      account: { generations: gardenCards() },
      replies: { generations: { request: generationFor } },
    })
    await expect.element(page.getByText(/^New images go to/)).toBeVisible()
    // As on a return to the window after half a minute.
    reply({ projects: { get: () => refuse(expected.refused) } })
    await queryClient.refetchQueries({ queryKey: projectQuery(uuid(1)).queryKey })
    await promptField.fill('a fig tree')
    await expect.element(page.getByText(expected.line)).toBeVisible()
    await go.click()
    const asked = () => requests.find(({ method, path }) => method === 'POST' && path === '/api/generations')?.body
    await expect.poll(asked).toMatchObject({ projectId: expected.projectId })
  })

  it('adds images to the project of its address, where that could not be read at first', async () => {
    const { requests } = await openApp(`/image?project=${uuid(1)}`, {
      account: { generations: gardenCards() },
      replies: { generations: { request: generationFor }, projects: { get: () => refuse('rate-limited') } },
    })
    await promptField.fill('a fig tree')
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await go.click()
    const asked = () => requests.find(({ method, path }) => method === 'POST' && path === '/api/generations')?.body
    await expect.poll(asked).toMatchObject({ projectId: uuid(1) })
  })
})
