import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { focus, promptField } from '#web/testing/composer.ts'
import { button, describeScreens, garden, refused, type Screen, shows } from '#web/testing/describe-screens.ts'

const board = `/project/${uuid(1)}?card=${uuid(2)}`
/** Presses keys on the card that the board opens on. */
const keysOnCard =
  (...keys: string[]) =>
  async () => {
    await expect.poll(() => document.querySelector(`[data-card="${uuid(2)}"]`)).not.toBeNull()
    document.querySelector<HTMLElement>(`[data-card="${uuid(2)}"]`)?.focus()
    for (const key of keys) await userEvent.keyboard(key)
  }

const onCanvas: readonly Screen[] = [
  { name: 'its cards', path: board, open: keysOnCard('{Tab}') },
  {
    name: 'an empty project',
    path: `/project/${uuid(1)}`,
    account: { ...garden, generations: [] },
    open: shows('Nothing planted yet'),
  },
  { name: 'the question before a card is deleted', path: board, open: keysOnCard('{Delete}') },
  { name: 'the kinds of a branch', path: board, open: keysOnCard('b') },
  {
    name: 'the panel of a branch',
    path: board,
    open: async () => {
      await keysOnCard('b')()
      await page.getByRole('dialog').getByRole('button', { name: 'Remix' }).click()
      await focus(promptField)
    },
  },
  {
    name: 'an image opened',
    path: board,
    open: async () => {
      await keysOnCard()()
      document.querySelector<HTMLElement>('.picture-open')?.focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'a board that cannot be read',
    path: board,
    plain: { 'GET /api/projects/*/board': refused(500, { code: 'internal', message: 'No.' }) },
  },
  { name: 'where a card comes from', path: `/project/${uuid(1)}?card=${uuid(10)}`, open: keysOnCard() },
  { name: 'images compared', path: board, open: keysOnCard('{Control>}a{/Control}', 'x') },
  { name: 'gathered images', path: board, open: keysOnCard('{Shift>}X{/Shift}') },
  { name: 'the images one by one', path: board, open: keysOnCard('k') },
  { name: 'what a branch costs', path: board, open: keysOnCard('e') },
  { name: 'a branch run again', path: board, open: keysOnCard('r') },
  {
    name: 'links for review',
    path: board,
    open: async () => {
      await button('Share for review').click()
      await expect.element(page.getByRole('dialog')).toBeVisible()
    },
  },
]

describeScreens('the canvas', onCanvas, { account: garden })
