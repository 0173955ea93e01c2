import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoViolations, openApp } from '#web/testing/app-under-test.tsx'
import { assetsOf, completedGeneration } from '#web/testing/fake-account.ts'
import { catchSavedFiles } from '#web/testing/saved-files.ts'

const fox = completedGeneration(2, { prompt: 'a red fox in the snow' })

const dialog = page.getByRole('dialog')
const exportButton = dialog.getByRole('button', { name: 'Export', exact: true })
const nameField = dialog.getByLabelText('File name')
const names = () => [...document.querySelectorAll('[role=dialog] li')].map((each) => each.textContent)

/** Opens the dialog for all images of the fox. */
async function open() {
  const server = await openApp('/assets', {
    account: { generations: [fox] },
    replies: { assets: { list: () => ({ items: assetsOf([fox]), nextCursor: null }) } },
  })
  await expect.poll(() => document.querySelectorAll('[data-asset]').length).toBe(4)
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Export' }).click()
  await expect.element(dialog).toBeVisible()
  return server
}

const fileNamed = (name: string, content: string) =>
  new Response(content, { headers: { 'content-disposition': `attachment; filename*=UTF-8''${name}` } })

describe('<ExportDialog>', () => {
  it('shows the names of the files while their template is written, and says what is wrong with it', async () => {
    await open()
    await nameField.fill('{model} {n}')
    const { model } = fox
    await expect.poll(names).toEqual([1, 2, 3, 4].map((n) => `${model} ${n}.png`))
    await dialog.getByRole('button', { name: 'JPEG Small' }).click()
    await nameField.fill('fox')
    await expect.poll(names).toEqual(['fox.jpg', 'fox-2.jpg', 'fox-3.jpg', 'fox-4.jpg'])
    await nameField.fill('{author}')
    await expect.element(dialog.getByText('{author} is not known.', { exact: false })).toBeVisible()
    await expect.element(exportButton).toHaveAttribute('aria-disabled', 'true')
    await nameField.fill('{prompt}')
    await dialog.getByLabelText('In the file').selectOptions('Nothing')
    await expect.element(dialog.getByText('needs metadata with the prompt', { exact: false })).toBeVisible()
    await dialog.getByLabelText('Size').selectOptions('Exact, cropped')
    await expectNoViolations()
  })

  it('sends what was chosen, saves the file, and has the settings of each format again', async () => {
    const server = await open()
    const saved = catchSavedFiles()
    server.replyPlain({ 'POST /api/exports': () => fileNamed('foxes-4.zip', 'zipped') })
    await dialog.getByRole('button', { name: 'WebP Smaller' }).click()
    await dialog.getByLabelText('Quality').fill('70')
    await dialog.getByLabelText('Size').selectOptions('Longest side')
    await dialog.getByLabelText('Longest side in pixels').fill('1200')
    await exportButton.click()
    expect(await saved(1)).toEqual([{ name: 'foxes-4.zip', text: 'zipped' }])
    expect(server.requests.find(({ path }) => path === '/api/exports')?.body).toEqual({
      imageIds: assetsOf([fox]).map(({ id }) => id),
      format: 'webp',
      longestSide: 1_200,
      quality: 70,
      metadata: 'keep',
      nameTemplate: '{project}-{n}-{model}-{seed}',
    })
    await expect.element(dialog).not.toBeInTheDocument()
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Export' }).click()
    await expect.element(dialog.getByLabelText('Quality')).toHaveValue(70)
    await expect.element(dialog.getByRole('button', { name: 'WebP Smaller' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('says why an export was refused, and exports a contact sheet', async () => {
    const server = await open()
    const saved = catchSavedFiles()
    const message = 'Image 2 of 4: the file is gone.'
    server.replyPlain({
      'POST /api/exports': () => Response.json({ code: 'conflict', message }, { status: 409 }),
      'POST /api/exports/sheet': () => fileNamed('foxes.pdf', 'pages'),
    })
    await exportButton.click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(message)
    await dialog.getByRole('button', { name: 'PDF Contact sheet' }).click()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    await dialog.getByLabelText('Title').fill('Foxes')
    await dialog.getByLabelText('Below each picture').selectOptions('The prompt as well')
    await exportButton.click()
    expect(await saved(1)).toEqual([{ name: 'foxes.pdf', text: 'pages' }])
    expect(server.requests.find(({ path }) => path === '/api/exports/sheet')?.body).toMatchObject({
      title: 'Foxes',
      columns: 4,
      captions: 'prompt',
    })
  })
})
