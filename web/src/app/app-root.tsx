import { Outlet } from '@tanstack/react-router'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { useToastsWanted } from '#web/ui/toast.ts'
import { TooltipLayer } from '#web/ui/tooltip-layer.tsx'

const toaster = offlinePart(async () => (await import('#web/ui/toaster.tsx')).Toaster)

/** What stands around every page. What shows toasts is loaded with the first of them, and stays. */
export function AppRoot() {
  const areToastsWanted = useToastsWanted()
  return (
    <>
      <Outlet />
      <TooltipLayer />
      {areToastsWanted && <LazySlot part={toaster} props={{}} />}
    </>
  )
}
