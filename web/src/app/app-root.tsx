import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useToastsWanted } from '#web/ui/toast.ts'
import { TooltipLayer } from '#web/ui/tooltip-layer.tsx'

const Toaster = lazy(() => import('#web/ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

/** What stands around every page. What shows toasts is loaded with the first of them, and stays. */
export function AppRoot() {
  const areToastsWanted = useToastsWanted()
  return (
    <>
      <Outlet />
      <TooltipLayer />
      {areToastsWanted && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  )
}
