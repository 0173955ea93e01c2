import { RouterProvider } from '@tanstack/react-router'
import axe from 'axe-core'
import { createRoot } from 'react-dom/client'
import { afterEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { createAppRouter } from '#web/app/router.ts'
import { accountState, readAccountState } from '#web/data/account-state.ts'
import { queryClient } from '#web/data/query-client.ts'
import { startKeyboard } from '#web/ui/keyboard.ts'
import { type FakeAccount, repliesOf } from './fake-account.ts'
import { type FakeServer, type PlainReplies, type Replies, startFakeServer } from './fake-server.ts'
import '#web/ui/styles.css'

type Options = {
  readonly account?: Partial<FakeAccount>
  readonly replies?: Replies
  readonly plain?: PlainReplies
}

const desktop = [1440, 900] as const

let close: (() => void) | null = null
afterEach(async () => {
  close?.()
  await page.viewport(...desktop)
})

startKeyboard()

// What fails is asked again at once.
const { queries } = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } })

/** Opens the whole application at an address, signed in, on a fake server. Closed after the test. */
export async function openApp(path: string, { account, replies, plain }: Options = {}): Promise<FakeServer> {
  close?.()
  const known = repliesOf(account)
  const server = startFakeServer(known.replies, known.plain)
  if (replies) server.reply(replies)
  if (plain) server.replyPlain(plain)
  const element = document.createElement('div')
  element.id = 'root'
  document.body.append(element)
  history.replaceState(null, '', path)
  const router = createAppRouter()
  await readAccountState()
  await router.load()
  const root = createRoot(element)
  root.render(<RouterProvider router={router} />)
  close = () => {
    close = null
    root.unmount()
    element.remove()
    accountState.set({ status: 'signed-out' })
    queryClient.clear()
    localStorage.clear()
    sessionStorage.clear()
    server.stop()
    expect(server.unexpected).toEqual([])
  }
  return server
}

/** The rendered text: `innerText`, other than `textContent`, leaves out what is hidden. */
// biome-ignore lint/performance/useDomNodeTextContent: the layout is what it is about
const visibleText = () => document.body.innerText

/** Waits until the page shows this text. */
export const expectText = (text: string) => expect.poll(visibleText).toContain(text)

/** Fails with what axe finds wrong in the page as it is. */
export async function expectNoViolations(rules?: readonly string[]): Promise<void> {
  const { violations } = await axe.run({
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}
