import { Outlet } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useOnline } from '#web/ui/browser-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { productName } from '#web/ui/mark.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { useToastsWanted } from '#web/ui/toast.ts'
import { TooltipLayer } from '#web/ui/tooltip-layer.tsx'
import { appTexts } from './texts.ts'

const toaster = offlinePart(async () => (await import('#web/ui/toaster.tsx')).Toaster)

/** The frame of every page. The toaster is loaded with the first toast, and stays. */
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

const texts = appTexts.broken

/** Replaces a page that threw, or whose code could not be loaded. */
export function BrokenPage() {
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) location.reload()
  }, [isOnline])
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>{`${isOnline ? texts.title : texts.offlineTitle} · ${productName}`}</title>
      {isOnline ? (
        <EmptyState level={1} title={texts.title} text={texts.text}>
          <div className="flex flex-wrap justify-center gap-2">
            <Button kind="solid" onClick={() => location.reload()}>
              {texts.action}
            </Button>
            <a href="/image" className={buttonClass('line')}>
              {texts.back}
            </a>
          </div>
        </EmptyState>
      ) : (
        <EmptyState level={1} title={texts.offlineTitle} text={texts.offlineText}>
          <Button kind="line" onClick={() => history.back()}>
            {texts.offlineBack}
          </Button>
        </EmptyState>
      )}
    </main>
  )
}
