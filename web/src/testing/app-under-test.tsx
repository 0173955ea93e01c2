import { RouterProvider } from '@tanstack/react-router'
import axe from 'axe-core'
import { deleteDB } from 'idb'
import { createRoot } from 'react-dom/client'
import { toast } from 'sonner'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { createAppRouter } from '#web/app/router.tsx'
import { markSignedOut, readAccountState } from '#web/data/account/account-state.ts'
import { commandPanel } from '#web/data/commands.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { type FakeAccount, repliesOf } from './fake-account.ts'
import { type FakeServer, type PlainReplies, type Replies, startFakeServer } from './fake-server.ts'
import { mouse } from './hands.ts'
import '#web/ui/styles.css'

type Options = {
  readonly account?: Partial<FakeAccount>
  readonly replies?: Replies
  readonly plain?: PlainReplies
}

const desktop = [1440, 900] as const

let server: FakeServer | null = null
let unmount: (() => void) | null = null

/** Removes the application and its state from the page; browser storage stays. */
function closePage(): void {
  // A read that fails after the test, and a toast that is still shown, would affect the next one.
  void queryClient.cancelQueries()
  toast.dismiss()
  unmount?.()
  unmount = null
  markSignedOut()
  queryClient.clear()
  delete document.documentElement.dataset.theme
}

async function close(): Promise<void> {
  if (!server) return
  const { unexpected } = server
  closePage()
  commandPanel.set(null)
  localStorage.clear()
  sessionStorage.clear()
  for (const { name = '' } of await indexedDB.databases()) await deleteDB(name)
  server.stop()
  server = null
  expect(unexpected).toEqual([])
}

let isPointerAway = true
addEventListener('pointermove', () => (isPointerAway = false), { capture: true })

/** Closes what a test has opened. Called after each test by close-app.ts. */
export async function closeApp(): Promise<void> {
  await close()
  if (innerWidth !== desktop[0] || innerHeight !== desktop[1]) await page.viewport(...desktop)
  if (isPointerAway) return
  // The card that it rests on shows its tools, which would cover what the next test presses.
  await mouse.move({ x: 0, y: 0 })
  isPointerAway = true
}

// Retries failed reads without a delay.
const { queries } = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } })

/** Opens the whole application at an address, signed in, on a fake server. Closed after the test. */
export async function openApp(path: string, { account, replies, plain }: Options = {}): Promise<FakeServer> {
  await close()
  const known = repliesOf(account)
  server = startFakeServer(known.replies, known.plain)
  if (replies) server.reply(replies)
  if (plain) server.replyPlain(plain)
  await openPage(path)
  return server
}

/** Opens the same application again, as a reload does: browser storage stays, state in memory does not. */
export async function reloadApp(path = location.pathname + location.search): Promise<void> {
  closePage()
  await openPage(path)
}

async function openPage(path: string): Promise<void> {
  const element = document.createElement('div')
  element.id = 'root'
  document.body.append(element)
  history.replaceState(null, '', path)
  const router = createAppRouter()
  await readAccountState()
  await router.load()
  const root = createRoot(element)
  root.render(<RouterProvider router={router} />)
  unmount = () => {
    root.unmount()
    element.remove()
  }
}

/** The rendered text: `innerText`, unlike `textContent`, leaves out hidden text. */
// biome-ignore lint/performance/useDomNodeTextContent: the layout is what it is about
const visibleText = () => document.body.innerText

/** Waits until the page shows this text. */
export const expectText = (text: string) => expect.poll(visibleText).toContain(text)

/** Waits until overlays are there and all animations in time but endless ones have ended: half faded, letters have less contrast. */
async function comeToRest(): Promise<void> {
  // The code of an overlay may still be on its way.
  await expect.poll(() => document.querySelector('[role="dialog"][aria-busy="true"]')).toBeNull()
  const moving = () =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect, timeline }) =>
          playState === 'running' &&
          timeline instanceof DocumentTimeline &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
  for (let found = moving(); found.length > 0; found = moving())
    await Promise.allSettled(found.map(({ finished }) => finished))
}

/** Fails with the violations that axe finds in the current page. */
export async function expectNoViolations(rules?: readonly string[]): Promise<void> {
  await comeToRest()
  const { violations } = await axe.run({
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

/** The same in both themes: all rules with the dark one, and color contrast alone with the light one. */
export async function expectNoViolationsInBothThemes(): Promise<void> {
  document.documentElement.dataset.theme = 'dark'
  await expectNoViolations()
  document.documentElement.dataset.theme = 'light'
  await expectNoViolations(['color-contrast'])
}
