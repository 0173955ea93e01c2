import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectText } from '#web/testing/app-under-test.tsx'
import { chip, chooseFiles, chooseModel, dialog, pictureFile, promptField } from '#web/testing/composer.ts'
import {
  button,
  describeScreens,
  garden,
  inTurn,
  newcomer,
  press,
  refused,
  type Screen,
  shows,
  showsError,
  showsRole,
} from '#web/testing/describe-screens.ts'

const openStyles = async () => {
  await chip('Style').click()
  await expect.element(dialog('Style').getByRole('button', { name: /^Pine Block/ })).toBeVisible()
}
const viewStyle = async () => {
  await openStyles()
  await dialog('Style')
    .getByRole('button', { name: /^Pine Block/ })
    .click()
}
const attachEverything = async () => {
  await viewStyle()
  await button('Add Style').click()
  for (const name of ['Image prompt', 'Image style']) {
    await chip(name).click()
    await page
      .getByRole('button', { name: /^Attach “/ })
      .first()
      .click()
    await expect.element(dialog(name)).not.toBeInTheDocument()
  }
  await promptField.fill('Espaliered pear tree against a whitewashed wall')
}
const upload = async () => {
  await chip('Image prompt').click()
  await chooseFiles(pictureFile('garden-03.png'))
}
const never = () => new Promise<never>(() => {})
const composer: readonly Screen[] = [
  { name: 'the first visit', path: '/image', account: newcomer, open: shows('Create an Image') },
  { name: 'a prompt for a project', path: `/image?project=${uuid(1)}`, open: () => promptField.fill('A pear tree') },
  { name: 'a style and images attached', path: '/image', open: attachEverything },
  {
    name: 'images that the model does not take',
    path: '/image',
    open: async () => {
      await attachEverything()
      await chooseModel('Flux Schnell')
    },
  },
  {
    name: 'hidden inspirations',
    path: '/image',
    open: inTurn(press('Hide Prompt Inspirations'), () =>
      expect.element(button('Show Prompt Inspirations')).toBeVisible(),
    ),
  },
  {
    name: 'the model picker',
    path: '/image',
    open: async () => {
      await press(/^Model:/)()
      await expect.element(page.getByRole('listbox')).toBeVisible()
      await userEvent.keyboard('{ArrowUp}')
    },
  },
  {
    name: 'several at once',
    path: '/image',
    open: async () => {
      await promptField.fill('A {red|blue} door in a white wall')
      await button('Several').click()
      await page.getByRole('checkbox', { name: '16:9', exact: true }).click()
    },
  },
  { name: 'the ratios', path: '/image', open: inTurn(press(/^Aspect ratio/), showsRole('dialog')) },
  { name: 'the dialog for images', path: '/image', open: inTurn(press('Image prompt'), showsRole('dialog')) },
  {
    name: 'an upload on its way',
    path: '/image',
    plain: { 'POST /api/uploads': never },
    open: inTurn(upload, showsRole('progressbar')),
  },
  {
    name: 'a refused upload',
    path: '/image',
    plain: { 'POST /api/uploads': refused(415, { code: 'unsupported-media', message: 'This is no picture.' }) },
    open: async () => {
      await upload()
      await expectText('This is no picture.')
    },
  },
  { name: 'the styles', path: '/image', open: openStyles },
  { name: 'one style', path: '/image', open: viewStyle },
  {
    name: 'a search for styles without a hit',
    path: '/image',
    open: async () => {
      await openStyles()
      await page.getByRole('searchbox').fill('nothing like it')
      await expectText('No style fits')
    },
  },
  {
    name: 'no pinned styles',
    path: '/image',
    open: async () => {
      await openStyles()
      await page.getByRole('tab', { name: 'Pinned' }).click()
      await expectText('Nothing pinned yet')
    },
  },
  {
    name: 'the form of a style with errors',
    path: '/image',
    open: async () => {
      await openStyles()
      await page.getByRole('button', { name: /^Create style/ }).click()
      await page.getByRole('form').getByRole('button', { name: 'Create style' }).click()
      await showsError()
    },
  },
  {
    name: 'a project of the rail',
    path: '/image',
    open: async () => {
      await page.getByRole('link', { name: 'Walled garden', exact: true }).hover()
      await expectText('21 November 2026')
    },
  },
]

describeScreens('the composer', composer, { account: garden })
