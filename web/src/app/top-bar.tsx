import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SignedInUser } from '#web/data/account-state.ts'
import { AccountMenu } from '#web/features/account/account-menu.tsx'
import { GuestHint } from '#web/features/account/guest-hint.tsx'
import { RunningPill } from '#web/features/activity/running-pill.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { Mark } from '#web/ui/mark.tsx'
import { productName } from '#web/ui/product-name.ts'
import { MainLinks, TabBar } from './main-links.tsx'
import { appTexts } from './texts.ts'
import { Usage } from './usage.tsx'

/** The fixed header of signed-in pages; on a phone its links are at the bottom. */
export function TopBar({ user, start }: { user: SignedInUser; start?: ReactNode }) {
  return (
    <>
      <header className="fixed inset-x-0 top-0 z-20 flex h-14 items-center border-hairline border-b bg-ground pr-4 pl-5 max-sm:h-12 max-sm:pr-3 max-sm:pl-4">
        <Link to="/" aria-label={productName} className="mr-5 rounded-6 max-sm:mr-2">
          <Mark />
        </Link>
        <nav aria-label={appTexts.navigation} className="max-sm:hidden">
          <MainLinks look="words" />
        </nav>
        {start}
        <div className="ml-auto flex items-center gap-2">
          <RunningPill />
          <Usage size="full" />
          <Link to="/pricing" className={joinClasses(buttonClass('line', 'small'), 'max-sm:hidden')}>
            {appTexts.upgrade}
          </Link>
          <GuestHint user={user} look="bar" />
          <AccountMenu user={user} />
        </div>
      </header>
      <TabBar />
    </>
  )
}
