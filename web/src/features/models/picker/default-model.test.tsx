import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ModelShape } from '#contract/models/model.ts'
import { openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { listedModels } from '#web/testing/fake-catalogue.ts'
import { defaultOf } from './default-model.ts'

const sketch = { value: 'sketch', isDefault: false }
const atelier = { value: 'atelier-1', isDefault: true }

describe('defaultOf', () => {
  it('is the catalogue’s own at first', () => expect(defaultOf([sketch, atelier], null)).toBe(atelier))

  it('stays what it was while that is available', () => {
    expect(defaultOf([sketch, atelier], 'sketch')).toBe(sketch)
    expect(defaultOf([atelier], 'sketch')).toBe(atelier)
    expect(defaultOf([], 'sketch')).toBeNull()
  })
})

describe('a model that would be the default from now on', () => {
  it('is offered once with its price, and used where that is pressed', async () => {
    const [first] = listedModels()
    if (!first) throw new Error('The catalogue is empty.')
    let items: ModelShape[] = [{ ...first, name: 'Sketch', value: 'sketch', isDefault: true, isAvailable: true }]
    const server = await openApp('/image')
    server.reply({ models: { list: () => ({ items, nextCursor: null }) } })
    await reloadApp()
    const pill = () => page.getByRole('button', { name: /^Model:/ }).query()?.textContent ?? ''
    await expect.poll(pill).toContain('Sketch')
    const prices = { '1K': 150, '2K': 150, '4K': 150 }
    const connection = { id: '00000000-0000-4000-8000-000000000099', name: 'Atelier' }
    items = [
      ...items.map((model) => ({ ...model, isDefault: false })),
      { ...first, name: 'atelier-1', value: 'atelier-1', isDefault: true, isAvailable: true, prices, connection },
    ]
    await reloadApp()
    await expect.element(page.getByText('Atelier added')).toBeVisible()
    await expect.element(page.getByText('Use it? 6.00 credits a card.')).toBeVisible()
    await expect.poll(pill).toContain('Sketch')
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    await expect.poll(pill).toContain('atelier-1')
  })
})
