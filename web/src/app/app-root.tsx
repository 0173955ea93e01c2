import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { TooltipLayer } from '#web/ui/tooltip-layer.tsx'

// The landing page has nothing to toast, so it does not wait for this.
const Toaster = lazy(() => import('#web/ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

/** What stands around every page. */
export function AppRoot() {
  return (
    <>
      <Outlet />
      <TooltipLayer />
      <Suspense>
        <Toaster />
      </Suspense>
    </>
  )
}
