import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { focus } from '#web/testing/composer.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'

const account = { models: listedModels() }
const retiredFlux = listedModels('Krea 2').map((model) =>
  model.value === 'flux' ? { ...model, missing: 'Krea has taken Flux down.', successor: 'krea-2' } : model,
)
const picker = page.getByRole('button', { name: /^Model:/ })
const list = page.getByRole('listbox', { name: 'Choose a model' })
const credits = { available: 1_000, held: 0, sources: [], plan: 'basic', usedPercent: 99 } as const

describe('the model picker', () => {
  it('opens on the chosen model', async () => {
    await openApp('/image', { account })
    await picker.click()
    await expect.element(page.getByRole('option', { name: /^Sketch/, selected: true })).toBeVisible()
  })

  it('opens on hover, and closes when the pointer has left', async () => {
    await openApp('/image', { account })
    // Where the previous test has left the pointer, it would not enter.
    await page.getByRole('heading', { level: 1 }).hover()
    await picker.hover()
    await expect.element(list).toBeVisible()
    await expect.poll(() => list.getByRole('option').elements().length).toBe(account.models.length)
    expect(list.getByRole('group').elements()).toHaveLength(8)
    await page.getByRole('heading', { level: 1 }).hover()
    await expect.element(list).not.toBeInTheDocument()
  })

  it("shows the user's newest image of a model beside its name, which stays the whole label", async () => {
    const image = uuid(9)
    const models = listedModels().map((model) =>
      model.value === 'sketch' ? { ...model, sampleImageId: image } : model,
    )
    await openApp('/image', { account: { models } })
    await picker.click()
    const option = page.getByRole('option', { name: /^Sketch/ })
    await expect.element(option).toBeVisible()
    expect(option.element().querySelector('img')?.getAttribute('src')).toBe(`/api/images/${image}/file?size=256`)
    expect(list.element().querySelectorAll('img')).toHaveLength(1)
  })

  it('marks the models of which four images cost more than the user has', async () => {
    await openApp('/image', { account, replies: { credits: { get: () => ({ ...credits, sources: [] }) } } })
    await picker.click()
    await expect
      .element(page.getByRole('option', { name: /^ChatGPT Image Not connected.*More than you have/ }))
      .toBeInTheDocument()
    await expect.element(page.getByRole('option', { name: /^Gemini AI.*More than you have/ })).not.toBeInTheDocument()
  })

  it('shows what an unavailable model needs, and links to the page that explains it', async () => {
    await openApp('/image', { account })
    await picker.click()
    await page
      .getByRole('option', { name: /^Runway Gen-4/ })
      .first()
      .click({ force: true })
    await page.getByRole('link', { name: 'How to connect models' }).last().click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Connect models' })).toBeVisible()
    expect(location.pathname).toBe('/models')
  })

  it('offers the successor of a retired model, and chooses it with one press', async () => {
    await openApp('/image', { account: { models: retiredFlux } })
    await picker.click()
    await page.getByRole('option', { name: /^Flux Not connected/ }).click({ force: true })
    await expect.element(page.getByText('Krea has taken Flux down.')).toBeVisible()
    await page.getByRole('button', { name: 'Use Krea 2', exact: true }).click()
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Model: Krea 2' })).toBeVisible()
  })

  it('is searched by typing, and chooses the model with Enter', async () => {
    await openApp('/image', { account: { models: listedModels('Krea 2') } })
    await focus(picker)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('combobox')).toBeVisible()
    await userEvent.keyboard('krea 2{Enter}')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Model: Krea 2' })).toBeVisible()
  })
})

describe('the model picker on a phone', () => {
  it('offers the successor of a retired model', async () => {
    await page.viewport(390, 844)
    await openApp('/image', { account: { models: retiredFlux } })
    await picker.click()
    await page.getByRole('option', { name: /^Flux Not connected/ }).click({ force: true })
    await page.getByRole('button', { name: 'Use Krea 2', exact: true }).click()
    await expect.element(page.getByRole('button', { name: 'Model: Krea 2' })).toBeVisible()
  })

  it('lists the models in a sheet, and shows what one needs', async () => {
    await page.viewport(390, 844)
    await openApp('/image', { account })
    await picker.click()
    await page
      .getByRole('option', { name: /^Nano Banana/ })
      .first()
      .click({ force: true })
    await page.getByRole('dialog').getByRole('link', { name: 'How to connect models' }).click()
    await expect.poll(() => location.pathname).toBe('/models')
  })
})
