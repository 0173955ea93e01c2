import { App, applyDocumentTheme, type McpUiHostContext } from '@modelcontextprotocol/ext-apps'
import { z } from 'zod'

/** What the tools say of a card, as far as it is shown. */
const shownCard = z.object({
  card: z.string(),
  board: z.url(),
  status: z.string(),
  credits: z.number().optional(),
  images: z.array(z.object({ image: z.string(), state: z.string(), error: z.string().optional() })).min(1),
})
type ShownCard = z.infer<typeof shownCard>

/** Tools answer a card, or several of which the first is shown. */
const answer = z.union([shownCard, z.object({ cards: z.array(shownCard).min(1) }).transform(({ cards }) => cards[0])])
const askedFor = z.object({ prompt: z.string() })

type Content = { readonly type: string; readonly text?: unknown; readonly data?: unknown; readonly mimeType?: unknown }
type ToolResult = { readonly content: readonly Content[]; readonly isError?: boolean | undefined }

/** The card in the text of a result; null where there is none, as in a refusal. */
function cardOf({ content, isError }: ToolResult): ShownCard | null {
  const text = content.find(({ type }) => type === 'text')?.text
  if (isError || typeof text !== 'string') return null
  try {
    return answer.parse(JSON.parse(text)) ?? null
  } catch {
    return null
  }
}

/** The first picture of a result, as an address. */
function pictureOf({ content }: ToolResult): string | null {
  const picture = content.find(({ type }) => type === 'image')
  return typeof picture?.data === 'string' && typeof picture.mimeType === 'string'
    ? `data:${picture.mimeType};base64,${picture.data}`
    : null
}

const textOf = ({ content }: ToolResult) =>
  content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join(' ')

/** Creates an element with properties and children. Texts are set as texts: none is read as markup. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

const isPending = (state: string) => state === 'queued' || state === 'running'
const waitSeconds = 40

const texts = {
  waiting: 'Waiting for the images',
  loading: 'Loading the image',
  noPicture: 'No image',
  failed: 'This image failed',
  board: 'Open board',
  star: (place: number) => `Star image ${place}`,
  paid: (credits: number) => `${credits} credits`,
}

type CardViewOptions = {
  readonly root: HTMLElement
  /** Default: the window that holds this one. */
  readonly transport?: Parameters<App['connect']>[0]
}

/**
 * Shows the card of a tool's result inside of the agent's client (MCP Apps, https://modelcontextprotocol.io/extensions/apps): its images, each to
 * be starred, and the way to its board. Where the client passes on no calls of tools, the sheet of the result is shown.
 */
export async function startCardView({ root, transport }: CardViewOptions): Promise<{ close(): Promise<void> }> {
  const app = new App({ name: 'espalier-card', version: '1' }, {}, { autoResize: false })
  let prompt = ''
  /** The card that is shown; pictures of another one come too late. */
  let shown: string | null = null

  const applyContext = ({ theme }: McpUiHostContext) => {
    if (theme) applyDocumentTheme(theme)
  }
  const has = (ability: 'serverTools' | 'openLinks') => app.getHostCapabilities()?.[ability] !== undefined
  const call = async (name: string, given: Record<string, unknown>): Promise<ToolResult | null> =>
    (await app.callServerTool({ name, arguments: given }).catch(() => null)) as ToolResult | null

  function starButton(image: string, place: number): HTMLElement {
    const button = element(
      'button',
      { type: 'button', className: 'star', ariaLabel: texts.star(place), ariaPressed: 'false' },
      '★',
    )
    button.addEventListener('click', async () => {
      const wanted = button.ariaPressed !== 'true'
      button.disabled = true
      const result = await call('rate_image', { image, mark: 'star', given: wanted })
      // A token without the scope for marks: pressing again is no use.
      button.disabled = !result || result.isError === true
      if (result && !result.isError) button.ariaPressed = String(wanted)
    })
    return button
  }

  /** The place of one image; its picture is asked for. */
  function tile({ card }: ShownCard, { image, state, error }: ShownCard['images'][number], place: number): HTMLElement {
    const figure = element('figure', { className: 'tile' })
    if (state !== 'completed') {
      figure.append(element('p', { className: 'empty' }, isPending(state) ? texts.waiting : (error ?? texts.failed)))
      return figure
    }
    figure.append(element('p', { className: 'empty' }, texts.loading))
    void call('get_image', { image }).then((result) => {
      if (shown !== card) return
      const address = result && !result.isError ? pictureOf(result) : null
      if (address === null) figure.replaceChildren(element('p', { className: 'empty' }, texts.noPicture))
      else
        figure.replaceChildren(
          element('img', { src: address, alt: prompt === '' ? `Image ${place}` : `Image ${place}: ${prompt}` }),
          starButton(image, place),
        )
    })
    return figure
  }

  function show(card: ShownCard, sheet: string | null): void {
    shown = card.card
    const pictures = has('serverTools')
      ? card.images.map((image, place) => tile(card, image, place + 1))
      : sheet === null
        ? []
        : [element('figure', { className: 'sheet' }, element('img', { src: sheet, alt: prompt }))]
    const board = element('button', { type: 'button', className: 'board' }, texts.board)
    board.addEventListener('click', () => void app.openLink({ url: card.board }).catch(() => undefined))
    const about = [card.card, card.status, ...(card.credits ? [texts.paid(card.credits)] : [])].join(' · ')
    root.replaceChildren(
      element(
        'main',
        { className: pictures.length > 1 ? 'card many' : 'card' },
        ...(prompt === '' ? [] : [element('h1', {}, prompt)]),
        element('div', { className: 'tiles' }, ...pictures),
        element('footer', {}, element('p', {}, about), ...(has('openLinks') ? [board] : [])),
      ),
    )
  }

  async function take(result: ToolResult): Promise<void> {
    const card = cardOf(result)
    if (!card) {
      shown = null
      root.replaceChildren(
        element('main', { className: 'card' }, element('p', { className: 'refusal' }, textOf(result))),
      )
      return
    }
    show(card, pictureOf(result))
    if (!has('serverTools') || !card.images.some(({ state }) => isPending(state))) return
    const later = await call('wait_for', { cards: [card.card], wait_seconds: waitSeconds })
    if (later && shown === card.card && cardOf(later)) await take(later)
  }

  app.ontoolinput = ({ arguments: given }) => {
    prompt = askedFor.safeParse(given).data?.prompt ?? ''
  }
  app.ontoolresult = (result) => void take(result as ToolResult)
  app.onhostcontextchanged = applyContext
  await app.connect(transport)
  applyContext(app.getHostContext() ?? {})
  const stopMeasuring = app.setupSizeChangedNotifications()
  return {
    async close() {
      stopMeasuring()
      // A measurement that has begun is sent with the next frame.
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
      await app.close()
    },
  }
}
