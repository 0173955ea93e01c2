import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { accountState, readAccountState } from '#web/data/account-state.ts'
import { createAppRouter } from './router.ts'
import '#web/ui/styles.css'

const router = createAppRouter()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')

// What the server has put here to be read while the scripts were on their way: for whom it is was read from the cookie.
const reader = root.dataset.firstScreen
if (reader === 'visitor') accountState.set({ status: 'signed-out' })
const isSessionKnown = readAccountState()
// Pages are loaded before the first render. One that is waited for inside of it would be held back by React for another
// 300 ms, so that placeholders do not flicker; here nothing else is shown yet.
await router.load()
// The page takes the place of its own first screen, not a sign of waiting.
if (reader === 'member') await isSessionKnown
// Each page sets its own; this one was for readers of the document that do not run it.
document.querySelector('title')?.remove()
// In slices, so that a slow phone can scroll what it already shows.
startTransition(() => {
  createRoot(root).render(
    <StrictMode>
      <Opening root={root} />
      <RouterProvider router={router} />
    </StrictMode>,
  )
})

/** A first screen can only be looked at; what stands there now can be used. Before the page's own effects, which may move the focus. */
function Opening({ root }: { root: HTMLElement }) {
  useLayoutEffect(() => {
    root.inert = false
    root.removeAttribute('aria-hidden')
  }, [root])
  return null
}
