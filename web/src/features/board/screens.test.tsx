import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { focus, openByKey, promptField } from '#web/testing/composer.ts'
import { button, describeScreens, garden, refused, type Screen, shows } from '#web/testing/describe-screens.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'

const board = `/project/${uuid(1)}?card=${uuid(2)}`
const cardId = uuid(2)
const dialog = page.getByRole('dialog')

/** Opens a dialog with a key on the card that the board opens on. */
const byKey =
  (key: string, opened = dialog) =>
  () =>
    openByKey(cardId, key, opened)
const showsCard = () => expect.poll(() => document.querySelector(`[data-card="${cardId}"]`)).not.toBeNull()

const onCanvas: readonly Screen[] = [
  {
    name: 'a project that is being read',
    path: board,
    replies: { projects: { get: () => new Promise<never>(() => {}) } },
    open: showsCard,
  },
  { name: 'its cards', path: board, open: showsCard },
  {
    name: 'an empty project',
    path: `/project/${uuid(1)}`,
    account: { ...garden, generations: [] },
    open: shows('Nothing planted yet'),
  },
  {
    name: 'the question before a card is deleted',
    path: board,
    open: byKey('{Delete}', page.getByRole('alertdialog')),
  },
  {
    name: 'the kinds of a branch',
    path: board,
    open: async () => {
      await byKey('b')()
      // Its code may still be on its way.
      await expect.element(dialog.getByRole('button', { name: 'Remix' })).toBeVisible()
    },
  },
  {
    name: 'the panel of a branch',
    path: board,
    open: async () => {
      await byKey('b')()
      await dialog.getByRole('button', { name: 'Remix' }).click()
      await focus(promptField)
    },
  },
  {
    name: 'an image opened',
    path: board,
    open: async () => {
      await showsCard()
      document.querySelector<HTMLElement>('.picture-open')?.focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(dialog).toBeVisible()
    },
  },
  {
    name: 'a board that cannot be read',
    path: board,
    plain: { 'GET /api/projects/*/board': refused(500, { code: 'internal', message: 'No.' }) },
    open: () => expect.element(button('Try again')).toBeVisible(),
  },
  {
    name: 'a card that a program asked for',
    path: board,
    account: {
      ...garden,
      generations: [completedGeneration(2, { madeBy: { tokenId: uuid(700), name: 'backup-script' } })],
    },
    open: shows('by token backup-script'),
  },
  { name: 'where a card comes from', path: `/project/${uuid(1)}?card=${uuid(10)}`, open: showsCard },
  { name: 'images compared', path: board, open: byKey('x') },
  { name: 'the images one by one', path: board, open: byKey('k') },
  { name: 'what a branch costs', path: board, open: byKey('e') },
  { name: 'a branch run again', path: board, open: byKey('r') },
  {
    name: 'links for review',
    path: board,
    open: async () => {
      await button('Share for review').click()
      await expect.element(dialog).toBeVisible()
    },
  },
]

describeScreens('the canvas', onCanvas, { account: garden })
