import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { productName } from '#web/ui/mark.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { appTexts } from '../texts.ts'

/** The 404 page; also for a missing project and for one of another user. */
export function NotFoundPage() {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: a broken link is found by the log of the browser
    console.error('404: nothing at', location.pathname)
  }, [])
  return (
    <main className="grid min-h-dvh place-items-center bg-ground">
      <title>{`${appTexts.titles.notFound} · ${productName}`}</title>
      <EmptyState level={1} title={appTexts.notFound.title} text={appTexts.notFound.text}>
        <Link to="/" className={buttonClass('solid')}>
          {appTexts.notFound.link}
        </Link>
      </EmptyState>
    </main>
  )
}
