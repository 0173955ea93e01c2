import { InMemoryTransport } from '@modelcontextprotocol/client'
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolationsInBothThemes } from '#web/testing/app-under-test.tsx'
import styles from './card-view.css?inline'
import { startCardView } from './card-view.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const picture = { type: 'image' as const, data: pixel, mimeType: 'image/png' }
const board = 'https://boards.example/project/1?card=1a2b3c4d'

const card = (states: readonly string[], over: object = {}) => ({
  card: '1a2b3c4d',
  board,
  status: 'completed',
  credits: 2,
  images: states.map((state, place) => ({ image: `1a2b3c4d.${place + 1}`, state })),
  ...over,
})
const resultOf = (data: object, pictures: (typeof picture)[] = [picture]) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(data) }, ...pictures],
})

type Asked = { readonly name: string; readonly given: unknown }
let close: (() => Promise<void>) | null = null
// Its looks are for a page of its own: other tests of this page have cards of the application.
const styleSheet = document.createElement('style')
styleSheet.textContent = styles

/** The view in a client that shows it, by the host's side of the SDK. */
async function open(
  capabilities: ConstructorParameters<typeof AppBridge>[2] = { serverTools: {}, openLinks: {} },
  answer: (asked: Asked) => object | Promise<object> = () => resultOf({}),
) {
  const [ofHost, ofView] = InMemoryTransport.createLinkedPair()
  const root = document.createElement('div')
  document.body.append(root)
  const bridge = new AppBridge(null, { name: 'a client', version: '1' }, capabilities, {
    hostContext: { theme: 'light' },
  })
  const asked: Asked[] = []
  const opened: string[] = []
  bridge.oncalltool = async ({ name, arguments: given }) => {
    asked.push({ name, given })
    return (await answer({ name, given })) as never
  }
  bridge.onopenlink = async ({ url }) => {
    opened.push(url)
    return {}
  }
  const ready = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve()
  })
  await bridge.connect(ofHost)
  const view = await startCardView({ root, transport: ofView })
  await ready
  close = async () => {
    await view.close()
    await bridge.close()
    root.remove()
    delete document.documentElement.dataset.theme
    document.documentElement.style.colorScheme = ''
  }
  await bridge.sendToolInput({ arguments: { prompt: 'a red fox <b>in snow</b>' } })
  return { bridge, asked, opened, root }
}

describe('the view of a card in the client of an agent', () => {
  beforeEach(() => document.head.append(styleSheet))
  afterEach(async () => {
    await close?.()
    close = null
    styleSheet.remove()
  })

  it('shows the prompt and each image, stars them, and leads to the board', async () => {
    const view = await open(undefined, ({ name }) => resultOf({}, name === 'get_image' ? [picture] : []))
    await view.bridge.sendToolResult(resultOf(card(['completed', 'completed', 'failed'])))
    await expect.element(page.getByRole('heading', { name: 'a red fox <b>in snow</b>' })).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'Image 2: a red fox' })).toBeVisible()
    await expect.element(page.getByText('This image failed')).toBeVisible()
    await page.getByRole('button', { name: 'Star image 2' }).click()
    await expect.element(page.getByRole('button', { name: 'Star image 2' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Open board' }).click()
    await expect.poll(() => view.opened).toEqual([board])
    expect(view.asked).toEqual([
      { name: 'get_image', given: { image: '1a2b3c4d.1' } },
      { name: 'get_image', given: { image: '1a2b3c4d.2' } },
      { name: 'rate_image', given: { image: '1a2b3c4d.2', mark: 'star', given: true } },
    ])
    await expectNoViolationsInBothThemes()
  })

  it('says that a picture is on its way, and is no wider than a picture can be seen at once', async () => {
    let arrive = () => {}
    const view = await open(undefined, async () => {
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      return resultOf({})
    })
    await view.bridge.sendToolResult(resultOf(card(['completed'])))
    await expect.element(page.getByText('Loading the image')).toBeVisible()
    expect(view.root.querySelector('.card')?.clientWidth).toBeLessThanOrEqual(720)
    arrive()
    await expect.element(page.getByRole('img', { name: 'Image 1: a red fox' })).toBeVisible()
    await expect.element(page.getByText('Loading the image')).not.toBeInTheDocument()
  })

  it('waits for images that are in work', async () => {
    const view = await open(undefined, ({ name }) =>
      name === 'wait_for' ? resultOf({ settled: true, cards: [card(['completed'])] }) : resultOf({}),
    )
    await view.bridge.sendToolResult(resultOf(card(['running'], { status: 'running' }), []))
    await expect.element(page.getByRole('img', { name: 'Image 1' })).toBeVisible()
    expect(view.asked[0]).toEqual({ name: 'wait_for', given: { cards: ['1a2b3c4d'], wait_seconds: 40 } })
  })

  it('shows the sheet of the result in a client that passes on no calls and no links', async () => {
    const view = await open({})
    await view.bridge.sendToolResult(resultOf(card(['completed', 'completed'])))
    await expect.element(page.getByRole('img', { name: 'a red fox' })).toBeVisible()
    expect(view.root.querySelectorAll('button')).toHaveLength(0)
    expect(view.asked).toEqual([])
  })

  it('says what a refusal says, as a text', async () => {
    const view = await open()
    const text = 'Refused (token-budget): 2 credits are left. <img src=x>'
    await view.bridge.sendToolResult({ content: [{ type: 'text', text }], isError: true })
    await expect.element(page.getByText(text)).toBeVisible()
    expect(view.root.querySelectorAll('img')).toHaveLength(0)
  })

  it('takes no address but that of a board page', async () => {
    const view = await open()
    await view.bridge.sendToolResult(resultOf(card(['completed'], { board: 'nonsense' })))
    await expect.element(page.getByText('nonsense')).toBeVisible()
    expect(view.opened).toEqual([])
  })
})
