import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '#web/data/use-session.ts'
import { TooltipLayer } from '#web/ui/tooltip-layer.tsx'

const Toaster = lazy(() => import('#web/ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

/** What a visitor reads there says nothing that needs a toast. */
const quietPages = ['/', '/pricing']

/** What stands around every page. Toasts are loaded with the first page that may need one, and stay. */
export function AppRoot() {
  const { pathname } = useLocation()
  const session = useSession()
  const [hasToasts, setHasToasts] = useState(false)
  if (!hasToasts && (session.status === 'signed-in' || !quietPages.includes(pathname))) setHasToasts(true)
  return (
    <>
      <Outlet />
      <TooltipLayer />
      {hasToasts && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  )
}
