import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ModelKeyShape } from '#contract/models/model-key.ts'
import { expectText, openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { expectFocused } from '#web/testing/composer.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'
import { refuse } from '#web/testing/fake-server.ts'

const key = 'krea-secret-key-91c0'
const wrong = "Krea doesn't know this key. Copy it again, as a whole."
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = page.getByRole('textbox', { name: 'Key of Krea' })
const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Krea' }) })
const option = page.getByRole('option', { name: /^Krea 2/ }).first()

/** A server that knows one key of Krea, and opens its models with it. */
async function open(lastFour: string | null = null): Promise<void> {
  const krea = (last: string | null): ModelKeyShape => ({
    provider: 'krea',
    lastFour: last,
    check: last === null ? null : 'accepted',
    savedAt: last === null ? null : '2026-11-21T10:00:00.000Z',
    onServer: false,
  })
  let stored = krea(lastFour)
  await openApp('/manage-account?tab=model-keys', {
    replies: {
      modelKeys: {
        list: () => ({ items: [stored], nextCursor: null }),
        save(asked) {
          if (asked.key !== key) refuse('invalid', { data: { issues: [{ path: ['key'], message: wrong }] } })
          stored = krea(key.slice(-4))
          return stored
        },
        remove() {
          stored = krea(null)
          return stored
        },
      },
      models: {
        list: () => ({
          items: listedModels(...(stored.lastFour === null ? [] : ['Krea 2'])).map((model) =>
            model.provider === 'krea' ? { ...model, ownKey: stored.lastFour !== null } : model,
          ),
          nextCursor: null,
        }),
      },
    },
  })
  await expect.element(row).toBeVisible()
}

/** Opens the picker on the first model that the words find, on the same server. */
async function openPicker(): Promise<void> {
  await reloadApp('/image')
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.getByRole('combobox').fill('Krea 2')
}

describe('a key of the user', () => {
  it('opens its models, which cost nothing then, and is shown by its last four characters', async () => {
    await open()
    await expect.element(row.getByText('No key')).toBeVisible()
    await button('Add key of Krea').click()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard(`${key}{Enter}`)
    await expectText('The models of Krea are yours to use.')
    await expect.element(row.getByText('Your key ends in 91c0')).toBeVisible()
    expect(document.body.innerHTML).not.toContain(key)
    await expectFocused(button('Replace key of Krea'))
    await openPicker()
    await expect.element(option).toHaveAttribute('aria-disabled', 'false')
    await option.hover()
    await expectText('Your own key: the provider charges you.')
    await expect.element(option.getByText('Free')).toBeVisible()
  })

  it('that is wrong or missing is refused at the field, which has the focus', async () => {
    await open()
    await button('Add key of Krea').click()
    await userEvent.keyboard('{Enter}')
    await expectText('Paste the key.')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('not-the-key-1234')
    await button('Check and save').click()
    await expectText(wrong)
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(row.getByText('No key')).toBeVisible()
    await expectFocused(button('Add key of Krea'))
  })

  it('closes its models when it is removed, and they lead to where another is added', async () => {
    await open('91c0')
    await button('Remove key of Krea').click()
    await expectText('Krea is not opened by a key of yours any more.')
    await expect.element(row.getByText('No key')).toBeVisible()
    await openPicker()
    await expect.element(option).toHaveAttribute('aria-disabled', 'true')
    await option.hover()
    await expectText('Krea needs a key: your own, or one of this server.')
    await page.getByRole('link', { name: 'Add your own key' }).click()
    await expect.element(row.getByText('No key')).toBeVisible()
    expect(location.pathname + location.search).toBe('/manage-account?tab=model-keys')
  })
})
