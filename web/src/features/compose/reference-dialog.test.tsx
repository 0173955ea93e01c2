import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import {
  attached,
  chip,
  chooseFiles,
  chooseModel,
  dialog,
  generationFor,
  go,
  pictureFile,
  promptField,
  uploadPictures,
} from '#web/testing/composer.ts'
import { listedModels, listedStyles } from '#web/testing/fake-catalogue.ts'

const account = { models: listedModels('Flux Schnell'), styles: listedStyles }
const open = () => openApp('/image', { account, replies: { generations: { request: generationFor } } })
const requested = ({ requests }: Awaited<ReturnType<typeof open>>) =>
  requests.find(({ method, path }) => method === 'POST' && path === '/api/generations')?.body

describe('an attachment', () => {
  it('is sent: a style, images for their content, images for their look', async () => {
    const server = await open()
    await chip('Style').click()
    await dialog('Style')
      .getByRole('button', { name: /^Pine Block/ })
      .click()
    await dialog('Style').getByRole('button', { name: 'Add Style' }).click()
    await uploadPictures('Image prompt', 'garden.png', 'wall.png')
    await chip('Image style').click()
    await page.getByRole('button', { name: 'Attach “A still lake between pine hills”, image 2' }).click()
    await expect
      .poll(attached)
      .toEqual([
        'Style 1 Pine Block',
        'Prompt 1 garden.png',
        'Prompt 2 wall.png',
        'Style 2 A still lake between pine hills',
      ])
    await page.getByRole('button', { name: 'Remove Prompt 1' }).click()
    await expect.poll(attached).toHaveLength(3)
    await promptField.fill('a fig tree')
    await go.click()
    await expect
      .poll(() => requested(server))
      .toMatchObject({
        style: expect.any(String),
        imagePrompts: [expect.any(String)],
        styleReferences: [expect.any(String)],
      })
  })

  it('stays when the model does not support it, marked with the reason, and is not sent', async () => {
    const server = await open()
    await uploadPictures('Image prompt', 'garden.png')
    await chooseModel('Flux Schnell')
    await expectText('Flux Schnell takes no reference pictures. Prompt 1 stays here and is not sent.')
    expect(attached()).toEqual(['Prompt 1 Not sent'])
    await expect
      .element(chip('Image prompt'))
      .toHaveAttribute('aria-description', 'Flux Schnell takes no reference pictures.')
    await promptField.fill('a fig tree')
    await go.click()
    await expect.poll(() => requested(server)).toBeDefined()
    expect(requested(server)).not.toHaveProperty('imagePrompts')
    await chooseModel('Sketch')
    await expect.poll(attached).toEqual(['Prompt 1 garden.png'])
  })
})

describe('the dialog for images', () => {
  it('shows why a file is refused, and accepts another one', async () => {
    const server = await open()
    server.replyPlain({
      'POST /api/uploads': () =>
        Response.json({ code: 'unsupported-media', message: 'notes.png is no picture.' }, { status: 415 }),
    })
    await chip('Image prompt').click()
    const files = dialog('Image prompt')
    await expect.element(files.getByText('Upload an image to apply its look to your generation')).toBeVisible()
    await chooseFiles(pictureFile('notes.png'))
    await expect.element(files.getByRole('alert')).toHaveTextContent('notes.png is no picture.')
    await files.getByRole('button', { name: 'Dismiss notes.png' }).click()
    await expect.element(files.getByRole('alert')).not.toBeInTheDocument()
  })

  it('refuses a file that is too large before it is sent', async () => {
    const { requests } = await open()
    await chip('Image prompt').click()
    await chooseFiles(new File([new Uint8Array(20_000_001)], 'huge.png', { type: 'image/png' }))
    await expectText('The file is larger than 20 MB.')
    expect(requests.filter(({ path }) => path === '/api/uploads')).toEqual([])
  })

  it('accepts files dropped on the prompt and pasted into it', async () => {
    await open()
    await expect.element(promptField).toBeVisible()
    for (const kind of ['drop', 'paste'] as const) {
      const transfer = new DataTransfer()
      transfer.items.add(pictureFile(`${kind}ped.png`))
      const options = { bubbles: true, cancelable: true }
      promptField
        .element()
        .dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...options, clipboardData: transfer }),
        )
      await expectText(`${kind}ped.png`)
      await expect.element(dialog('Image prompt')).not.toBeInTheDocument()
    }
    expect(attached()).toEqual(['Prompt 1 dropped.png', 'Prompt 2 pasteped.png'])
  })

  it('opens the assets page, and attaches what is chosen there', async () => {
    await open()
    await promptField.fill('a fig tree')
    await chip('Image style').click()
    await dialog('Image style').getByRole('button', { name: 'Select asset' }).click()
    await expect.element(page.getByRole('heading', { name: 'Choose pictures whose look you want' })).toBeVisible()
    await expect.poll(() => document.querySelectorAll('[data-asset]').length).toBe(4)
    for (const place of [0, 1])
      await page.elementLocator([...document.querySelectorAll('[data-asset]')][place] ?? document.body).click()
    await page.getByRole('button', { name: 'Use 2 pictures' }).click()
    await expect.poll(() => location.pathname).toBe('/image')
    await expect
      .poll(attached)
      .toEqual(['Style 1 A still lake between pine hills', 'Style 2 A still lake between pine hills'])
    await expect.element(promptField).toHaveValue('a fig tree')
  })
})
