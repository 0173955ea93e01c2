import { describe, expect, it } from 'vitest'
import { expectNoViolationsInBothThemes } from '#web/testing/app-under-test.tsx'
import { listedModels, listedStyles } from '#web/testing/fake-catalogue.ts'
import { offeredEdits } from '#web/testing/fake-edits.ts'
import { asked, button, editor, openEditor, operation, words } from '#web/testing/image-editor.ts'

const [style] = listedStyles
const local = offeredEdits().find(({ operation: each }) => each === 'adjust')?.executors ?? []
const model = offeredEdits().find(({ operation: each }) => each === 'change')?.executors ?? []
const restyledBy = (executors: typeof local) => ({
  editOperations: { list: () => ({ items: offeredEdits({ restyle: { executors } }), nextCursor: null }) },
})

describe('restyling a picture', () => {
  it('on this machine offers its looks, of which one is sent by its name', async () => {
    const { requests } = await openEditor(restyledBy(local))
    await operation('Restyle').click()
    const looks = editor.getByRole('group', { name: 'Look' })
    expect(looks.getByRole('button').elements()).toHaveLength(9)
    await expect
      .element(button('Go, 1 image · Free'))
      .toHaveAttribute('aria-description', 'Choose a look. Other styles need a model.')
    await looks.getByRole('button', { name: 'Cyanotype' }).click()
    await expect.element(words).toHaveValue('Cyanotype')
    await expect.element(looks.getByRole('button', { name: 'Cyanotype' })).toHaveAttribute('aria-pressed', 'true')
    await expectNoViolationsInBothThemes()
    await button('Go, 1 image · Free').click()
    await expect.poll(() => asked(requests)).toMatchObject([{ prompt: 'Cyanotype', edit: { operation: 'restyle' } }])
  })

  it('by a workflow says that what is chosen under More is not used', async () => {
    const input = {
      name: 'KSampler · steps',
      options: null,
      least: 1,
      most: 60,
      isWhole: true,
      isLong: false,
      usual: 20,
    }
    const workflow = { controls: { inputs: { options: [input] } }, value: model[0]?.model ?? '', isAvailable: true }
    const models = listedModels().map((each) => (each.name === 'ChatGPT Image Fast' ? { ...each, ...workflow } : each))
    await openEditor(restyledBy([...local, ...model]), { account: { models } })
    await operation('Restyle').click()
    const note = editor.getByText('Edits use the values of the workflow itself.', { exact: false })
    await expect.element(note).not.toBeInTheDocument()
    await editor.getByRole('combobox', { name: 'Model' }).selectOptions(model[0]?.model ?? '')
    await expect.element(note).toBeVisible()
  })

  it('by a model takes a style without words', async () => {
    const { requests } = await openEditor({
      ...restyledBy(model),
      styles: { list: () => ({ items: [...listedStyles], nextCursor: null }) },
    })
    await operation('Restyle').click()
    await expect.element(button(/^Go/)).toHaveAttribute('aria-description', 'Choose a style, or say which.')
    await editor.getByRole('combobox', { name: 'Style' }).selectOptions(style?.title ?? '')
    await button(/^Go/).click()
    await expect
      .poll(() => asked(requests))
      .toMatchObject([{ prompt: '', style: style?.id, edit: { operation: 'restyle' } }])
  })
})
