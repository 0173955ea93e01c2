import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ModelShape } from '#contract/models/model.ts'
import { modelWith } from '#web/data/testing/builders.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { focus } from '#web/testing/composer.ts'
import { describeScreens, inTurn, type Screen, showsRole } from '#web/testing/describe-screens.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'
import { lostConnection, type Replies } from '#web/testing/fake-server.ts'

const providers = ['OpenRouter', 'fal', 'The studio’s server'].map((name, place) => ({
  id: `00000000-0000-4000-8000-00000000070${place}`,
  name,
}))
const added = (place: number): ModelShape => {
  const connection = providers[place % providers.length]!
  return modelWith({
    name: `Model ${place} (${connection.name})`,
    value: `added:${place}`,
    provider: 'openrouter',
    isBuiltIn: false,
    badge: 'Added',
    description: 'A model of an added provider.',
    stats: { speed: 2 + (place % 40), credits: 20 + place * 2, images: 1 },
    does: place % 4 === 0 ? ['words', 'edit', 'mask'] : ['words'],
    connection,
  })
}
const marked: Readonly<Record<string, Partial<ModelShape>>> = {
  'krea-2': { isFavourite: true, usualSeconds: 12.4 },
  flux: { usedAt: '2026-11-21T10:00:00.000Z' },
  'z-image': { isShown: false },
}
const known = listedModels('Krea 2', 'Flux', 'Z-Image').map((model) => ({ ...model, ...marked[model.value] }))
/** A catalogue of 500, most of them of added providers. */
const many = [...known, ...Array.from({ length: 500 - known.length }, (_, place) => added(place))]
const account = { models: many }

const picker = page.getByRole('button', { name: /^Model:/ })
const list = page.getByRole('listbox', { name: 'Choose a model' })
const options = () => list.getByRole('option').elements()
const names = () => options().map(({ textContent }) => textContent)
const groups = () =>
  list
    .getByRole('group')
    .elements()
    .map((group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const count = page.getByRole('status').filter({ hasText: /^\d+ models?$/ })

async function openPicker(replies?: Replies) {
  const server = await openApp('/image', { account, ...(replies && { replies }) })
  await picker.click()
  await expect.element(list).toBeVisible()
  return server
}

describe('the picker of 500 models', () => {
  it('lists all of them but those that are switched off, in groups: favourites, the last used, what works now', async () => {
    await openPicker()
    expect(options()).toHaveLength(499)
    const works = ['Built in', ...providers.map(({ name }) => name)]
    expect(groups().slice(0, 6)).toEqual(['Favourites', 'Recently used', ...works])
    expect(groups()).toContain('Google')
    await expect.element(page.getByRole('option', { name: /^Z-Image/ })).not.toBeInTheDocument()
    await expect.element(page.getByRole('option', { name: /^Krea 2 .*~12 s/ })).toBeInTheDocument()
  })

  it('is filtered by what a model can do, by its price and by the wait', async () => {
    await openPicker()
    await press('Filters')
    await expect.element(page.getByRole('button', { name: 'Video', exact: true })).not.toBeInTheDocument()
    await press('Masks')
    await press('≤ 1.00')
    await press('≤ 10 s')
    await expect.poll(() => page.getByRole('button', { name: 'Filters, 3 on' }).elements().length).toBe(1)
    const expected = many.filter(
      ({ does, stats, isShown }) => isShown && does.includes('mask') && stats.credits <= 100 && stats.speed <= 10,
    )
    expect(expected.length).toBeGreaterThan(1)
    await expect.poll(() => options().length).toBe(expected.length)
    await expect.element(count).toHaveTextContent(`${expected.length} models`)
    const first = many.find(({ name }) => names()[0]?.startsWith(name))
    await expect.element(page.getByRole('button', { name: `Add ${first?.name} to favourites` })).toBeInTheDocument()
    await press('Transparent')
    await press('Free')
    await expect.element(page.getByText('No model does all of that.')).toBeVisible()
  })

  it('has a switch for those that work here, with their number', async () => {
    const off = many.map((model, place) => (place % 2 === 0 ? { ...model, isAvailable: false } : model))
    await openApp('/image', { account: { models: off } })
    await picker.click()
    const working = off.filter(({ isShown, isAvailable }) => isShown && isAvailable).length
    await expect.element(page.getByText(`Works here (${working})`)).toBeVisible()
    await page.getByRole('switch', { name: 'Works here' }).click()
    await expect.element(count).toHaveTextContent(`${working} models`)
    expect(options().every((option) => option.getAttribute('aria-disabled') === 'false')).toBe(true)
  })

  it('is searched, stepped through and chosen from with the keyboard alone', async () => {
    await openApp('/image', { account })
    await focus(picker)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('combobox')).toHaveFocus()
    await userEvent.keyboard('fal model 7')
    await expect.poll(() => names()[0]).toContain('Model 7 (fal)')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('option', { name: /^Model 37 /, selected: true })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Model: Model 37 (fal)' })).toBeVisible()
  })

  it('renders two options for one step of the arrows', async () => {
    await openApp('/image', { account })
    await focus(picker)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('combobox')).toHaveFocus()
    const touched = new Set<Node>()
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) touched.add(target)
    })
    observer.observe(list.element(), { attributes: true, subtree: true, childList: true, characterData: true })
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => touched.size).toBe(2)
    observer.disconnect()
  })

  it('shows the active option at the end of the list', async () => {
    await openPicker()
    // As many presses as options: few enough for a busy machine.
    await page.getByRole('combobox').fill('model 12')
    await expect.poll(() => options().length).toBeLessThan(20)
    const last = () => options().at(-1)!
    page.getByRole('combobox').element().focus()
    await userEvent.keyboard(`{ArrowDown>${options().length}/}`)
    await expect.poll(() => last().getAttribute('aria-selected')).toBe('true')
    const box = () => last().getBoundingClientRect()
    await expect.poll(() => box().bottom).toBeLessThanOrEqual(list.element().getBoundingClientRect().bottom)
  })
})

describe('a favourite', () => {
  it('is marked at once, comes first, and is unmarked', async () => {
    const server = await openPicker({
      models: {
        list: () => ({ items: many, nextCursor: null }),
        favour: (input) => input,
      },
    })
    await page.getByRole('combobox').fill('model 13 (fal)')
    await page.getByRole('option', { name: /^Model 13 / }).hover()
    await expect.element(page.getByRole('button', { name: 'Add Model 13 (fal) to favourites' })).toBeVisible()
    await press('Add Model 13 (fal) to favourites')
    await expect.poll(groups).toEqual(['Favourites', 'fal'])
    await press('Remove Model 13 (fal) from favourites')
    await expect.poll(groups).toEqual(['fal'])
    const sent = () => server.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
    await expect.poll(sent).toEqual([{ isFavourite: true }, { isFavourite: false }])
  })

  it('is as before where the server does not answer', async () => {
    await openPicker({ models: { list: () => ({ items: many, nextCursor: null }), favour: () => lostConnection() } })
    await page.getByRole('option', { name: /^Krea 2 New/ }).hover()
    await press('Remove Krea 2 from favourites')
    await expect.element(page.getByText('The favourite was not saved')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Remove Krea 2 from favourites' })).toBeVisible()
  })
})

const open = inTurn(() => picker.click(), showsRole('listbox'))
const screens: readonly Screen[] = [
  { name: 'opened', path: '/image', account, open },
  {
    name: 'with its filters',
    path: '/image',
    account,
    open: inTurn(
      open,
      () => press('Filters'),
      () => press('Edits'),
    ),
  },
  {
    name: 'with nothing left',
    path: '/image',
    account,
    open: inTurn(
      open,
      () => press('Filters'),
      () => press('Edits'),
      () => press('Free'),
    ),
  },
  {
    name: 'on a phone',
    path: '/image',
    account,
    open: inTurn(
      () => page.viewport(390, 844),
      open,
      () => press('Filters'),
    ),
  },
]
describeScreens('the picker of many models', screens, {})
