import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { accountState, readAccountState } from '#web/data/account/account-state.ts'
import { startCutNotices } from '#web/ui/cut-notice.ts'
import { watchStyleSheets } from '#web/ui/style-sheets.ts'
import { createAppRouter } from './router.tsx'
import '#web/ui/styles.css'

const router = createAppRouter()

watchStyleSheets()
startCutNotices()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')

// The audience of the first screen, which the server chose by the session cookie.
const reader = root.dataset.firstScreen
if (reader === 'visitor') accountState.set({ status: 'signed-out' })
const isSessionKnown = readAccountState()
// Pages are loaded before the first render. React would delay a page that suspends during it by another 300 ms, so that
// placeholders do not flicker; here nothing else is shown yet.
await router.load()
// The page replaces its own first screen, not a spinner.
if (reader === 'member') await isSessionKnown
// Each page sets its own title; this one was for readers of the document that do not run scripts.
document.querySelector('title')?.remove()
// In slices, so that a slow phone can already scroll what is shown.
startTransition(() => {
  createRoot(root).render(
    <StrictMode>
      <Opening root={root} />
      <RouterProvider router={router} />
    </StrictMode>,
  )
})

/** Makes the page interactive: a first screen is inert. Before the page's own effects, which may move the focus. */
function Opening({ root }: { root: HTMLElement }) {
  useLayoutEffect(() => {
    root.inert = false
    root.removeAttribute('aria-hidden')
  }, [root])
  return null
}
