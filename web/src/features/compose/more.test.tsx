import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RequestGenerationInput } from '#contract/cards/generation.ts'
import type { ModelShape } from '#contract/models/model.ts'
import { openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { chip, chooseModel, expectFocusOn, generationFor, go, promptField } from '#web/testing/composer.ts'
import { describeScreens, inTurn, type Screen, showsRole } from '#web/testing/describe-screens.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'

const loras = ['ink', 'film', ...Array.from({ length: 8 }, (_, place) => `other-${place}`)].map((name) => ({
  name,
  triggers: name === 'ink' ? ['inkwash', 'brush stroke'] : [],
}))
const controls: NonNullable<ModelShape['controls']> = {
  steps: { least: 1, most: 150, usual: 25 },
  guidance: { least: 1, most: 30, usual: null },
  sampler: { options: ['Euler a', 'DPM++ 2M'], usual: 'Euler a' },
  format: { options: ['png', 'webp'], usual: 'png' },
  negativePrompt: { longest: 2_000 },
  loras: { options: loras },
}
const input = { options: null, least: null, most: null, isWhole: false, isLong: false }
const workflowControls: NonNullable<ModelShape['controls']> = {
  inputs: {
    options: [
      { ...input, name: 'KSampler · steps', usual: 20, least: 1, most: 60, isWhole: true },
      { ...input, name: 'Paper · kind', usual: 'laid', options: ['laid', 'wove'] },
      { ...input, name: 'Paper · folded', usual: true },
      { ...input, name: 'Unwanted · text', usual: 'blurry', isLong: true },
    ],
  },
}
const models = listedModels('ChatGPT Image', 'Flux 1.1 Pro', 'Krea 2', 'Z-Image').map((model) =>
  model.name === 'Flux 1.1 Pro'
    ? { ...model, controls }
    : model.name === 'Krea 2'
      ? {
          ...model,
          controls: { loras: { options: [], byAddress: true as const, weights: { least: 0, most: 2 }, atOnce: 2 } },
        }
      : model.name === 'Z-Image'
        ? { ...model, controls: workflowControls }
        : model,
)
const dialog = page.getByRole('dialog', { name: 'More settings' })
const field = (name: string) => dialog.getByLabelText(name, { exact: true })
const done = dialog.getByRole('button', { name: 'Done' })

async function openMore(model = 'Flux 1.1 Pro') {
  const sent: RequestGenerationInput[] = []
  await openApp('/image', {
    account: { models, plan: 'basic' },
    replies: {
      generations: {
        request(input) {
          sent.push(input)
          return generationFor(input)
        },
      },
    },
  })
  await chooseModel(model)
  await chip(/^More/).click()
  await expect.element(dialog).toBeVisible()
  return sent
}
/** @param said What Go says before it is pressed. */
const sendNow = async (sent: readonly RequestGenerationInput[], said?: string) => {
  await done.click()
  await promptField.fill('a fig tree')
  if (said) await expect.element(go).toHaveAttribute('aria-label', said)
  await go.click()
  await expect.poll(() => sent.length).toBe(1)
  return sent[0]
}

describe('More', () => {
  it('sends what was chosen, and nothing of what was left as it is', async () => {
    const sent = await openMore()
    await field('Steps').fill('40')
    await field('Sampler').selectOptions('DPM++ 2M')
    await field('Negative prompt').fill('blurry')
    const asked = await sendNow(sent)
    expect(asked?.controls).toEqual({ steps: 40, sampler: 'DPM++ 2M', negativePrompt: 'blurry' })
    expect(asked).not.toHaveProperty('seed')
    expect(asked?.count).toBe(4)
  })

  it('says how much is chosen on its chip, and remembers it for the model over a reload', async () => {
    await openMore()
    await field('Steps').fill('40')
    await field('Format').selectOptions('WEBP')
    await done.click()
    await expect.element(chip('More: 2 chosen')).toBeVisible()
    await chooseModel('ChatGPT Image')
    await expect.element(chip('More')).toBeVisible()
    await reloadApp()
    await chooseModel('Flux 1.1 Pro')
    await chip('More: 2 chosen').click()
    await expect.element(field('Steps')).toHaveValue('40')
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await expect.element(field('Steps')).toHaveValue('')
    await done.click()
    await expect.element(chip('More')).toBeVisible()
  })

  it('has nothing to choose but images and seed where the model has no controls', async () => {
    await openMore('ChatGPT Image')
    await expect.element(dialog.getByRole('radio', { name: '4 images' })).toBeChecked()
    await expect.element(field('Steps')).not.toBeInTheDocument()
    await expect.element(dialog.getByText('Remembered for this model')).not.toBeInTheDocument()
  })

  it('does not take a number beyond the limits, and keeps the last that was right', async () => {
    const sent = await openMore()
    await field('Steps').fill('15')
    await field('Steps').fill('151')
    await expect.element(field('Steps')).toHaveAccessibleDescription('Enter a number from 1 to 150.')
    await field('Guidance').fill('4,5')
    expect((await sendNow(sent))?.controls).toEqual({ steps: 15, guidance: 4.5 })
  })

  it('changes the number of images, with the price and the words of Go', async () => {
    const sent = await openMore('ChatGPT Image')
    dialog.getByRole('radio', { name: '4 images' }).element().focus()
    await userEvent.keyboard('{ArrowRight}')
    expect((await sendNow(sent, 'Go, 1 image · 8.00 credits'))?.count).toBe(1)
  })

  it('keeps a seed until it is switched off', async () => {
    const sent = await openMore('ChatGPT Image')
    await dialog.getByRole('switch', { name: 'Keep the seed' }).click()
    await field('Seed').fill('1234')
    expect((await sendNow(sent))?.seed).toBe(1_234)
    await reloadApp('/image')
    await expect.element(chip('More: 1 chosen')).toBeVisible()
  })

  it('adds LoRAs with a weight, and puts the words that call them into the prompt', async () => {
    const sent = await openMore()
    await dialog.getByRole('checkbox', { name: 'ink' }).click()
    const weight = field('Weight of ink')
    weight.element().focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await dialog.getByRole('button', { name: 'Put “inkwash” into the prompt' }).click()
    await field('Find a LoRA').fill('film')
    await expect.poll(() => dialog.getByRole('checkbox').elements().length).toBe(1)
    await done.click()
    await expect.element(promptField).toHaveValue('inkwash')
    await go.click()
    await expect.poll(() => sent[0]?.controls).toEqual({ loras: [{ name: 'ink', weight: 0.9 }] })
  })

  it('sends the inputs of a workflow that were chosen, and none that is as the workflow has it', async () => {
    const sent = await openMore('Z-Image')
    await expect.element(field('KSampler · steps')).toHaveAttribute('placeholder', '20')
    await field('KSampler · steps').fill('2.5')
    await expect.element(field('KSampler · steps')).toHaveAccessibleDescription('Enter a number from 1 to 60.')
    await field('KSampler · steps').fill('30')
    await field('Paper · kind').selectOptions('wove')
    await dialog.getByRole('switch', { name: 'Paper · folded' }).click()
    await field('Unwanted · text').fill('faces')
    await field('Paper · kind').selectOptions('Usually laid')
    expect((await sendNow(sent))?.controls).toEqual({
      inputs: [
        { name: 'KSampler · steps', value: 30 },
        { name: 'Paper · folded', value: false },
        { name: 'Unwanted · text', value: 'faces' },
      ],
    })
    await reloadApp('/image')
    await chip('More: 1 chosen').click()
    await expect.element(field('KSampler · steps')).toHaveValue('30')
  })

  it('adds LoRAs by their addresses where the model takes them', async () => {
    const sent = await openMore('Krea 2')
    const address = field('Address of a LoRA')
    const add = dialog.getByRole('button', { name: 'Add' })
    await address.fill('ink')
    await expect.element(address).toHaveAccessibleDescription(/begins with https/)
    await expect.element(add).toBeDisabled()
    await address.fill('https://example.com/ink.safetensors?download=true')
    await add.click()
    await expect.element(address).toHaveValue('')
    await address.fill('https://example.com/film.safetensors')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText('2 at a time are the most.')).toBeVisible()
    await expect.element(address).toBeDisabled()
    await expect.element(field('Weight of ink.safetensors')).toHaveAttribute('min', '0')
    await dialog.getByRole('button', { name: 'Remove film.safetensors' }).click()
    expect((await sendNow(sent))?.controls).toEqual({
      loras: [{ name: 'https://example.com/ink.safetensors?download=true', weight: 1 }],
    })
  })

  it('takes five LoRAs at most', async () => {
    await openMore()
    for (const name of ['ink', 'film', 'other-0', 'other-1', 'other-2'])
      await dialog.getByRole('checkbox', { name, exact: true }).click()
    await expect.element(dialog.getByRole('checkbox', { name: 'other-3' })).toBeDisabled()
    await expect.element(dialog.getByText('5 at a time are the most.')).toBeVisible()
  })

  it('is opened and closed with the keyboard, and gives the focus back', async () => {
    await openMore()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expectFocusOn('.more-chip')
  })

  it('never scrolls sideways on a phone', async () => {
    await openMore()
    await page.viewport(390, 844)
    await expect.poll(() => document.documentElement.scrollWidth).toBe(390)
  })
})

const openOf = (model: string) =>
  inTurn(
    () => chooseModel(model),
    () => chip(/^More/).click(),
    showsRole('dialog'),
  )
const openDialog = openOf('Flux 1.1 Pro')
const screens: readonly Screen[] = [
  { name: 'with all controls', path: '/image', open: openDialog },
  { name: 'with the inputs of a workflow', path: '/image', open: openOf('Z-Image') },
  {
    name: 'with LoRAs by address',
    path: '/image',
    open: inTurn(
      openOf('Krea 2'),
      () => field('Address of a LoRA').fill('https://example.com/ink.safetensors'),
      () => dialog.getByRole('button', { name: 'Add' }).click(),
      () => field('Address of a LoRA').fill('ink'),
    ),
  },
  {
    name: 'with a wrong number and LoRAs',
    path: '/image',
    open: inTurn(
      openDialog,
      () => dialog.getByRole('checkbox', { name: 'ink' }).click(),
      () => field('Steps').fill('999'),
      () => dialog.getByRole('switch', { name: 'Keep the seed' }).click(),
    ),
  },
]
describeScreens('more settings', screens, { account: { models, plan: 'basic' } })
