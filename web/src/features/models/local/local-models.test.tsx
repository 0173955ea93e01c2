import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LocalModelShape, LocalModelsShape } from '#contract/models/local-model.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { button, describeScreens, inTurn, type Screen, shows, showsRole } from '#web/testing/describe-screens.ts'
import { lostConnection, type Replies, refuse } from '#web/testing/fake-server.ts'
import { formatBytes, formatDuration } from './texts.ts'

const sdxs: LocalModelShape = {
  id: 'sdxs-512-dreamshaper',
  name: 'SDXS-512 DreamShaper',
  description: 'Fast sketches of an idea in one step; weak at hands, lettering and long prompts.',
  bytes: 1_762_000_000,
  licence: {
    name: 'OpenRAIL++',
    link: 'https://huggingface.co/IDKiro/sdxs-512-dreamshaper',
    mustBeAccepted: true,
    acceptedAt: null,
  },
  does: 'words-to-image',
  painting: { frameSide: 512, steps: 1, readsPictures: true },
  seconds: 2,
  hindrance: null,
  files: [
    {
      source: 'https://huggingface.co/IDKiro/a/resolve/main/unet.safetensors',
      sha256: 'a'.repeat(64),
      trust: 'pinned',
    },
    { source: 'https://huggingface.co/IDKiro/a/resolve/main/vae.safetensors', sha256: null, trust: 'stated' },
  ],
  state: { kind: 'available' },
}
const turbo: LocalModelShape = {
  ...sdxs,
  id: 'sd-turbo',
  name: 'SD-Turbo',
  bytes: 2_420_000_000,
  licence: { ...sdxs.licence, name: 'Stability AI Community License' },
  hindrance: 'Needs 10 GB of free memory; this machine has 6.1.',
}
const lcm: LocalModelShape = {
  ...sdxs,
  id: 'lcm-dreamshaper-v7',
  name: 'LCM Dreamshaper v7',
  licence: { ...sdxs.licence, name: 'MIT', mustBeAccepted: false },
}
const upscaler: LocalModelShape = {
  ...lcm,
  id: 'real-esrgan-general',
  name: 'Real-ESRGAN general x4v3',
  description:
    'Enlarges pictures two or four times and takes noise and JPEG blocks away; fine texture becomes smoother.',
  bytes: 9_800_000,
  licence: { ...lcm.licence, name: 'BSD-3-Clause' },
  does: 'upscale',
  painting: null,
  seconds: 15,
}
const eraser: LocalModelShape = { ...upscaler, id: 'mi-gan', name: 'MI-GAN', does: 'erase', bytes: 28e6, seconds: 1.5 }
const listOf = (items: LocalModelShape[], over: Partial<LocalModelsShape> = {}): LocalModelsShape => ({
  items,
  access: 'operator',
  hasEngine: true,
  machine: {
    cores: 2,
    totalMemoryBytes: 16e9,
    freeMemoryBytes: 6.1e9,
    freeDiskBytes: 212e9,
    modelBytes: 1.8e9,
  },
  ...over,
})
const withState = (state: LocalModelShape['state'], model = sdxs): LocalModelShape => ({ ...model, state })
const half = { doneBytes: 881_000_000, totalBytes: 1_762_000_000 }
const downloading = withState({ kind: 'downloading', ...half, bytesPerSecond: 41_200_000, reason: null })
const damaged = withState({ kind: 'damaged', reason: 'Damaged: unet.safetensors. Fetch it again.' })
const full = listOf([
  downloading,
  withState({ kind: 'paused', doneBytes: 3e8, totalBytes: 2_420_000_000 }, turbo),
  withState(
    {
      kind: 'failed',
      ...half,
      reason: 'No room on the disk: 0.6 GB are missing. Make room, then try again. What has come is kept.',
    },
    { ...turbo, id: 'failing', name: 'Failing' },
  ),
  withState({ kind: 'installed' }, { ...lcm, id: 'there', name: 'Installed model' }),
  { ...damaged, id: 'damaged', name: 'Damaged model' },
  withState({ kind: 'installed' }, upscaler),
  lcm,
  eraser,
  { ...turbo, id: 'too-large', name: 'Too large' },
])
const replies = (list: LocalModelsShape): Replies => ({ localModels: { list: () => list } })
const never = () => new Promise<never>(() => {})

/** A server on which calls change the state, as the real one does. */
function living(first: LocalModelShape) {
  const sent: { call: string; input: object }[] = []
  let model = first
  const answer = (call: string, state: LocalModelShape['state']) => (input: object) => {
    sent.push({ call, input })
    model = { ...model, state }
    return model
  }
  const localModels: Replies['localModels'] = {
    list: () => listOf([model]),
    install: answer('install', { kind: 'downloading', ...half, bytesPerSecond: null, reason: null }),
    pause: answer('pause', { kind: 'paused', ...half }),
    verify: answer('verify', { kind: 'checking', ...half }),
    remove(input) {
      sent.push({ call: 'remove', input })
      model = { ...model, state: { kind: 'available' } }
      return { model: model.id, freedBytes: 1_762_000_000 }
    },
  }
  return { sent, localModels, become: (state: LocalModelShape['state']) => (model = { ...model, state }) }
}

describe('the models of this machine', () => {
  it('are opened from the note about the painter, and are a tab of the page in the account menu', async () => {
    await openApp('/image', { replies: replies(listOf([sdxs])) })
    await page
      .getByRole('link', { name: /^Install AI/ })
      .first()
      .click()
    await expect.element(page.getByRole('heading', { name: 'Make pictures' })).toBeVisible()
    await page.getByRole('tab', { name: 'Providers' }).click()
    await expect.poll(() => location.search).toBe('')
    await page.getByRole('tab', { name: 'On this machine' }).click()
    await expect.poll(() => location.search).toBe('?tab=machine')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Models' }).click()
    await expect.element(page.getByRole('tab', { name: 'Providers', selected: true })).toBeVisible()
  })

  it('say what the machine can do before anything is downloaded', async () => {
    await openApp('/models?tab=machine', { replies: replies(listOf([sdxs, turbo])) })
    for (const text of ['2 cores', '6.1 GB free', '9.9 of 16 GB in use', '212 GB free', 'Models take 1.8 GB'])
      await expectText(text)
    await expectText('About 2 s a picture here.')
    await expectText('Needs 10 GB of free memory; this machine has 6.1.')
    await expect.element(page.getByRole('button', { name: 'Install SD-Turbo' })).not.toBeInTheDocument()
  })

  it('are tools as well, which say what they do, and make no picture of words', async () => {
    const { localModels, become } = living({ ...upscaler, state: downloading.state })
    await openApp('/models?tab=machine', { replies: { localModels } })
    await expect.element(page.getByRole('heading', { name: 'Real-ESRGAN general x4v3 Upscale' })).toBeVisible()
    become({ kind: 'installed' })
    await expectText('About 15 s for 1024 × 1024 here.')
    await expectText('Real-ESRGAN general x4v3 is installed.')
    await expect.element(page.getByText('It can be chosen in the picker.')).not.toBeInTheDocument()
    await expect.element(page.getByText('a picture', { exact: false })).not.toBeInTheDocument()
  })

  it('are in two groups, the one that fits this machine best marked', async () => {
    const fast = { ...lcm, bytes: 1e9 }
    await openApp('/models?tab=machine', {
      replies: replies(listOf([fast, { ...sdxs, seconds: 90 }, turbo, upscaler])),
    })
    await expect.element(page.getByRole('heading', { name: 'Make pictures' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Edit pictures' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: /^LCM.*Recommended here$/ })).toBeVisible()
    expect(page.getByText('Recommended here').elements()).toHaveLength(1)
  })

  it('say in plain words why one can not be installed, and the details on demand', async () => {
    const hindrance = 'Needs a newer Linux than this server has.\nThe published sd-server needs glibc 2.38 or newer.'
    await openApp('/models?tab=machine', { replies: replies(listOf([{ ...sdxs, hindrance }])) })
    await expectText('Needs a newer Linux than this server has.')
    const details = page.getByText('The published sd-server needs glibc 2.38 or newer.')
    await expect.element(details).not.toBeVisible()
    await page.getByText('Why', { exact: true }).click()
    await expect.element(details).toBeVisible()
  })

  it('that edit are installed together, as large as they are', async () => {
    const sent: object[] = []
    const cutOut: LocalModelShape = { ...upscaler, id: 'is-net', name: 'IS-Net', does: 'cut-out', bytes: 178_648_008 }
    const localModels: Replies['localModels'] = {
      list: () => listOf([upscaler, eraser, cutOut, { ...cutOut, id: 'birefnet' }]),
      install(input) {
        sent.push(input)
        return upscaler
      },
    }
    await openApp('/models?tab=machine', { replies: { localModels } })
    const set = page.getByRole('region', { name: 'Editing set' })
    await expect.element(set.getByText('Editing set: cut out, erase, upscale.')).toBeVisible()
    await expect.element(set.getByText('216 MB, works without a graphics card.')).toBeVisible()
    await set.getByRole('button', { name: 'Install all' }).click()
    await expect.poll(() => sent).toEqual([{ model: 'is-net' }, { model: 'mi-gan' }, { model: 'real-esrgan-general' }])
  })

  it('are installed after their licence was accepted, with the keyboard alone', async () => {
    const { sent, localModels } = living(sdxs)
    await openApp('/models?tab=machine', { replies: { localModels } })
    await expect.element(button('Install SDXS-512 DreamShaper')).toBeVisible()
    button('Install SDXS-512 DreamShaper').element().focus()
    await userEvent.keyboard('{Enter}')
    await expectText('OpenRAIL++ is not a plain open-source licence')
    await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}')
    await expect.element(button('Accept and install')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('progressbar', { name: 'Download of SDXS-512 DreamShaper' })).toBeVisible()
    expect(sent).toEqual([{ call: 'install', input: { model: sdxs.id, acceptsLicence: true } }])
  })

  it('under a plain open-source licence need no acceptance', async () => {
    const { sent, localModels } = living(lcm)
    await openApp('/models?tab=machine', { replies: { localModels } })
    await button('Install LCM Dreamshaper v7').click()
    await button('Install').click()
    await expect.element(page.getByRole('progressbar')).toBeVisible()
    expect(sent).toEqual([{ call: 'install', input: { model: lcm.id } }])
  })

  it('show a refusal in the dialog, which stays open', async () => {
    const localModels: Replies['localModels'] = {
      list: () => listOf([lcm]),
      install: () =>
        refuse('impossible', { message: 'No room on the disk: 0.8 GB are missing. Make room, then try again.' }),
    }
    await openApp('/models?tab=machine', { replies: { localModels } })
    await button('Install LCM Dreamshaper v7').click()
    await button('Install').click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('No room on the disk: 0.8 GB are missing. Make room, then try again.')
  })

  it('show bytes, speed and time left, can be paused, and go on', async () => {
    const { sent, localModels, become } = living(downloading)
    await openApp('/models?tab=machine', { replies: { localModels } })
    await expectText('0.9 of 1.8 GB · 41.2 MB/s')
    await expectText('21 s left')
    await button('Pause SDXS-512 DreamShaper').click()
    await expectText('Goes on where it stopped')
    await button('Go on with SDXS-512 DreamShaper').click()
    await expectText('Starting')
    become({ kind: 'installed' })
    await expect.element(page.getByRole('heading', { name: 'Installed' })).toBeVisible()
    await expectText('SDXS-512 DreamShaper is installed. It can be chosen in the picker.')
    expect(sent.map(({ call }) => call)).toEqual(['pause', 'install'])
  })

  it('say why a download waits or has failed, and are tried again', async () => {
    const { sent, localModels } = living(
      withState({
        kind: 'failed',
        ...half,
        reason: 'No room on the disk: 0.6 GB are missing. Make room, then try again. What has come is kept.',
      }),
    )
    await openApp('/models?tab=machine', { replies: { localModels } })
    await expectText('No room on the disk: 0.6 GB are missing.')
    await button('Try again: SDXS-512 DreamShaper').click()
    await expect.poll(() => sent.map(({ call }) => call)).toEqual(['install'])
  })

  it('are removed after a question, and say what came free', async () => {
    const { sent, localModels } = living(withState({ kind: 'installed' }))
    await openApp('/models?tab=machine', { replies: { localModels } })
    await button('More about SDXS-512 DreamShaper').click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await button('Remove').click()
    await expectText('1.8 GB came free.')
    expect(sent).toEqual([{ call: 'remove', input: { model: sdxs.id } }])
  })

  it('are removed while images wait only when asked twice', async () => {
    const { sent, localModels } = living(withState({ kind: 'installed' }))
    const remove = localModels.remove
    localModels.remove = (input) =>
      input.evenIfNeeded || !remove
        ? (remove as NonNullable<typeof remove>)(input)
        : refuse('conflict', { message: '4 images wait for it.' })
    await openApp('/models?tab=machine', { replies: { localModels } })
    await button('More about SDXS-512 DreamShaper').click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await button('Remove').click()
    await expectText('4 images wait for it.')
    await button('Remove anyway').click()
    await expectText('1.8 GB came free.')
    expect(sent).toEqual([{ call: 'remove', input: { model: sdxs.id, evenIfNeeded: 'yes' } }])
  })

  it('are checked, and fetched again when a file is damaged', async () => {
    const { sent, localModels, become } = living(withState({ kind: 'installed' }))
    await openApp('/models?tab=machine', { replies: { localModels } })
    await button('More about SDXS-512 DreamShaper').click()
    await page.getByRole('menuitem', { name: 'Check the files' }).click()
    await expect.element(page.getByRole('progressbar', { name: 'Check of SDXS-512 DreamShaper' })).toBeVisible()
    become(damaged.state)
    await expectText('Check failed')
    await button('Fetch again: SDXS-512 DreamShaper').click()
    await expect.poll(() => sent.map(({ call }) => call)).toEqual(['verify', 'install'])
  })

  it.each([
    ['other', 'Ask the person who runs this server'],
    ['off', 'Switched off on this server'],
  ] as const)('can be read, and not changed, with access “%s”', async (access, says) => {
    await openApp('/models?tab=machine', { replies: replies({ ...full, access, machine: null }) })
    await expectText(says)
    await expect
      .element(page.getByRole('button', { name: /^(Install|Pause|Go on|Stop|Try|Fetch)/ }))
      .not.toBeInTheDocument()
    await button('More about Installed model').click()
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Licence and files'])
  })

  it.each([390, 768])('never scroll sideways at %i', async (width) => {
    await page.viewport(width, 844)
    await openApp('/models?tab=machine', { replies: replies(full) })
    await expectText('Edit pictures')
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
  })
})

describe('sizes and times', () => {
  it('are in powers of ten, as disks are sold', () => {
    expect([524_619, 9_793_292, 1_762_000_000, 4e9].map(formatBytes)).toEqual(['525 kB', '10 MB', '1.8 GB', '4 GB'])
  })

  it('are as short as they can be', () => {
    expect([0.4, 8, 70, 3_600, 3_900].map(formatDuration)).toEqual(['1 s', '8 s', '1 min 10 s', '1 h', '1 h 5 min'])
  })
})

const screens: readonly Screen[] = [
  { name: 'all states', path: '/models?tab=machine', replies: replies(full), open: shows('Being installed') },
  {
    name: 'of other people',
    path: '/models?tab=machine',
    replies: replies({ ...full, access: 'other', machine: null }),
    open: shows('Ask the person'),
  },
  {
    name: 'without an engine',
    path: '/models?tab=machine',
    replies: replies(listOf([], { hasEngine: false })),
    open: shows('Nothing runs on this machine yet.'),
  },
  { name: 'while it loads', path: '/models?tab=machine', replies: { localModels: { list: never } } },
  {
    name: 'that can not be read',
    path: '/models?tab=machine',
    replies: { localModels: { list: () => lostConnection() } },
    open: shows('did not load'),
  },
  {
    name: 'the licence',
    path: '/models?tab=machine',
    replies: replies(listOf([sdxs])),
    open: inTurn(() => button('Install SDXS-512 DreamShaper').click(), showsRole('dialog')),
  },
  {
    name: 'the files',
    path: '/models?tab=machine',
    replies: replies(full),
    open: inTurn(
      () => button('More about Installed model').click(),
      () => page.getByRole('menuitem', { name: 'Licence and files' }).click(),
      showsRole('dialog'),
    ),
  },
  {
    name: 'a removal',
    path: '/models?tab=machine',
    replies: replies(full),
    open: inTurn(() => button('Stop SD-Turbo and remove what has come').click(), showsRole('alertdialog')),
  },
]
describeScreens('the models of this machine', screens, {})
