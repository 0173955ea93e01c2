import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readSession } from '#web/data/session.ts'
import { router } from './router.ts'
import '#web/ui/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')

void readSession()
// Pages are loaded before the first render. One that is waited for inside of it would be held back by React for another
// 300 ms, so that placeholders do not flicker; here nothing else is shown yet.
await router.load()
// Each page sets its own; this one was for whoever reads the document without running it.
document.querySelector('title')?.remove()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
